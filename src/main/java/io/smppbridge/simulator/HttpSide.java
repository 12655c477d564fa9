package io.smppbridge.simulator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.smppbridge.threads.OwnedBy;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The HTTP side: {@code GET /} a page, {@code POST /mo} a message from a subscriber (SMPPSim's {@code /inject_mo} too),
 * {@code GET /stats} and {@code GET /submits} as JSON, {@code POST /control} to change the script.
 */
@OwnedBy("smsc-sim")
final class HttpSide extends SimpleChannelInboundHandler<FullHttpRequest> {
    private static final int LONGEST_BODY = 64 * 1024;
    private static final int MOST_SUBMITS = 10_000;
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final SmscSimulator simulator;

    private HttpSide(SmscSimulator simulator) {
        this.simulator = simulator;
    }

    static ChannelHandler initializer(SmscSimulator simulator) {
        return new ChannelInitializer<SocketChannel>() {
            @Override
            protected void initChannel(SocketChannel channel) {
                channel.pipeline()
                        .addLast(new HttpServerCodec())
                        .addLast(new HttpServerKeepAliveHandler())
                        .addLast(new HttpObjectAggregator(LONGEST_BODY))
                        .addLast(new HttpSide(simulator));
            }
        };
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpRequest request) throws Exception {
        QueryStringDecoder query = new QueryStringDecoder(request.uri());
        try {
            Map<String, String> fields = fields(query, request);
            String route = request.method() + " " + query.path();
            switch (route) {
                case "GET /" -> answer(ctx, HttpResponseStatus.OK, "text/html; charset=utf-8", HttpPage.of(simulator));
                case "GET /stats" -> json(ctx, HttpResponseStatus.OK, HttpReport.stats(simulator));
                case "GET /submits" -> json(ctx, HttpResponseStatus.OK, submits(fields));
                case "POST /mo", "GET /inject_mo", "POST /inject_mo" ->
                    json(ctx, HttpResponseStatus.ACCEPTED, HttpControl.mo(simulator, fields));
                case "POST /control" -> json(ctx, HttpResponseStatus.OK, HttpControl.control(simulator, fields));
                default ->
                    json(
                            ctx,
                            HttpResponseStatus.NOT_FOUND,
                            Map.of("error", route + ", expected GET / /stats /submits or POST /mo /control"));
            }
        } catch (IllegalArgumentException e) {
            json(ctx, HttpResponseStatus.BAD_REQUEST, Map.of("error", e.getMessage()));
        }
        simulator.settleHere();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    private List<Map<String, Object>> submits(Map<String, String> fields) {
        int limit = BehaviourKeys.count(fields.getOrDefault("limit", "100"), 1, MOST_SUBMITS);
        return HttpReport.submits(HttpControl.port(simulator, fields), limit);
    }

    /** From the query, and from a body that is a form or flat JSON. */
    private static Map<String, String> fields(QueryStringDecoder query, FullHttpRequest request) throws Exception {
        Map<String, String> fields = new LinkedHashMap<>();
        query.parameters().forEach((key, values) -> fields.put(key, values.get(0)));
        if (request.method().equals(HttpMethod.POST) && request.content().isReadable()) {
            String body = request.content().toString(StandardCharsets.UTF_8);
            if (body.stripLeading().startsWith("{")) {
                try {
                    JSON.readTree(body)
                            .properties()
                            .forEach(e -> fields.put(e.getKey(), e.getValue().asText()));
                } catch (com.fasterxml.jackson.core.JacksonException e) {
                    throw new IllegalArgumentException("body: expected a form or a flat JSON object", e);
                }
            } else {
                new QueryStringDecoder(body, false)
                        .parameters()
                        .forEach((key, values) -> fields.put(key, values.get(0)));
            }
        }
        return fields;
    }

    private static void json(ChannelHandlerContext ctx, HttpResponseStatus status, Object body) throws Exception {
        answer(ctx, status, "application/json", JSON.writeValueAsString(body));
    }

    private static void answer(ChannelHandlerContext ctx, HttpResponseStatus status, String type, String body) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, Unpooled.copiedBuffer(body, StandardCharsets.UTF_8));
        response.headers()
                .set(HttpHeaderNames.CONTENT_TYPE, type)
                .set(HttpHeaderNames.CONTENT_LENGTH, response.content().readableBytes());
        ctx.writeAndFlush(response);
    }
}
