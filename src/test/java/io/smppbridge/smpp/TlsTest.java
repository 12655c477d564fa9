package io.smppbridge.smpp;

import static io.smppbridge.smpp.ScriptedSmsc.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jsmpp.SMPPConstant.*;

import io.smppbridge.Certificates;
import io.smppbridge.OldTls;
import io.smppbridge.Tried;
import io.smppbridge.connector.Connector;
import io.smppbridge.connector.Connector.BindAs;
import io.smppbridge.connector.ConnectorListener.CloseCause;
import io.smppbridge.connector.Submission;
import io.smppbridge.settings.SmscConfig;
import io.smppbridge.settings.TlsConfig;
import io.smppbridge.threads.Ticker;
import java.io.DataInputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Binds over TLS, with real handshakes: a link is vouched for, for the right name, or it is none. */
@Tag("C-17")
@Tag("S-31")
@Timeout(30)
class TlsTest {
    private static final String NAME = "smsc.example";

    @TempDir
    Path directory;

    private final Certificates authority = new Certificates("test authority");
    private final Ear ear = new Ear();
    private ScriptedSmsc smsc;
    private Path trust;
    private Duration connectWithin = Duration.ofSeconds(8);
    private Optional<Path> certificate = Optional.empty();
    private Optional<Path> key = Optional.empty();

    @BeforeEach
    void trustTheAuthority() {
        trust = authority.trust(directory.resolve("trust.pem"));
    }

    @AfterEach
    void close() {
        if (smsc != null) {
            smsc.close();
        }
    }

    private void smscShows(Certificates.Issued identity) throws Exception {
        smsc = ScriptedSmsc.tls(context(identity), false);
    }

    private SSLContext context(Certificates.Issued identity) throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        keys.setKeyEntry("own", identity.keys().getPrivate(), new char[0], new Certificate[] {identity.certificate()});
        KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
        own.init(keys, new char[0]);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.certificate());
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), factory.getTrustManagers(), null);
        return context;
    }

    Connector.Factory transport(SmscConfig account) {
        return new JsmppTransport(account, Ticker.SYSTEM);
    }

    private Connector.Factory factory(String name) {
        return factory(name, smsc.port());
    }

    private Connector.Factory factory(String name, int port) {
        SmscConfig plain = Accounts.at(port);
        TlsConfig tls = new TlsConfig(Optional.of(trust), certificate, key, name, "");
        return transport(Accounts.over(plain, tls, connectWithin));
    }

    private Connector open(Connector.Factory factory) {
        Connector connector = factory.create(BindAs.TRANSCEIVER, ear);
        connector.open();
        return connector;
    }

    private String refusal() {
        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.CONNECT_FAILED);
        Tried.times(1).refused(1).keep();
        return closed.detail();
    }

    private void own(Certificates.Issued identity) {
        certificate = Optional.of(identity.certificate(directory.resolve("own.pem")));
        key = Optional.of(identity.key(directory.resolve("own.key")));
    }

    @Test
    void binds_submits_and_unbinds_in_tls_asking_for_the_name() throws Exception {
        smscShows(authority.issue(NAME));
        Connector connector = open(factory(NAME));
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        assertThat(smsc.session().getProtocol()).isEqualTo("TLSv1.3");
        assertThat(smsc.session().getRequestedServerNames()).containsExactly(new SNIHostName(NAME));

        Submission s = new Submission();
        s.octets = new byte[100];
        int sequence = connector.submit(s);
        connector.flush();
        smsc.expect(CID_SUBMIT_SM);
        smsc.write(CID_SUBMIT_SM_RESP, 0, sequence, ScriptedSmsc.cString("id"));
        assertThat(ear.next(Ear.Answered.class).messageId()).isEqualTo("id");
        connector.unbind();
        ScriptedSmsc.Pdu unbind = smsc.expect(CID_UNBIND);
        smsc.write(CID_UNBIND_RESP, 0, unbind.sequence(), NONE);
        assertThat(ear.next(Ear.Closed.class).cause()).isEqualTo(CloseCause.UNBOUND);
        assertThat(smsc.isEndedByCloseNotify()).isTrue();
    }

    @Test
    void an_address_may_be_certified_too() throws Exception {
        smscShows(authority.issue("127.0.0.1"));
        open(factory("127.0.0.1"));
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        assertThat(smsc.session().getRequestedServerNames()).isEmpty();
    }

    @Test
    void a_certificate_for_another_name_is_refused() throws Exception {
        smscShows(authority.issue("other.example"));
        open(factory(NAME));
        assertThat(smsc.handshakeFails()).isTrue();
        assertThat(refusal()).contains("the SMSC's certificate is not for smsc.example", "smsc.test.tls-name");
    }

    @Test
    void a_certificate_of_an_unknown_authority_is_refused() throws Exception {
        smscShows(new Certificates("somebody").issue(NAME));
        open(factory(NAME));
        assertThat(smsc.handshakeFails()).isTrue();
        assertThat(refusal()).contains("nobody of smsc.test.tls-trust vouches for the SMSC's certificate");
    }

    @Test
    void an_expired_certificate_is_refused() throws Exception {
        smscShows(authority.issue(NAME, Duration.ofDays(-1)));
        open(factory(NAME));
        assertThat(smsc.handshakeFails()).isTrue();
        assertThat(refusal()).contains("the SMSC's certificate is not valid at this time");
    }

    @Test
    void an_smsc_in_clear_text_never_sees_a_password() throws Exception {
        smsc = new ScriptedSmsc();
        open(factory(NAME));
        smsc.accept();
        smsc.writeRaw(ScriptedSmsc.header(16, CID_GENERIC_NACK, 2, 0));
        assertThat(refusal()).contains("does not speak TLS", "smsc.test.port and .tls");
        assertThat(new String(smsc.readToEnd(), java.nio.charset.StandardCharsets.ISO_8859_1))
                .doesNotContain(Accounts.PASSWORD, "bridge");
    }

    /** So do those that know only older versions of TLS. */
    @Test
    void an_smsc_that_hangs_up_in_the_handshake_is_told_as_that() {
        smsc = new ScriptedSmsc();
        open(factory(NAME));
        smsc.accept();
        smsc.readRecord();
        smsc.drop();
        assertThat(refusal())
                .startsWith("TLS with ")
                .contains("the SMSC closed the connection in the handshake", "smsc.test.port and .tls");
    }

    @Test
    void an_smsc_in_tls_called_in_clear_text_is_told_apart_from_other_strangers() throws Exception {
        smscShows(authority.issue(NAME));
        open(transport(Accounts.at(smsc.port())));
        assertThat(smsc.handshakeFails()).isTrue();
        Ear.Closed closed = ear.next(Ear.Closed.class);
        assertThat(closed.cause()).isEqualTo(CloseCause.PROTOCOL_ERROR);
        assertThat(closed.detail()).contains("speaks TLS (set smsc.test.tls = on)");
    }

    @Test
    void a_peer_that_never_shakes_hands_is_left_after_connect_within() {
        smsc = new ScriptedSmsc();
        connectWithin = Duration.ofMillis(300);
        open(factory(NAME));
        smsc.accept();
        assertThat(refusal()).contains("no answer within 0.3 s", "does it speak TLS there?");
    }

    @Test
    void our_certificate_is_shown_where_the_smsc_wants_one() throws Exception {
        own(authority.issue("bridge.example"));
        smsc = ScriptedSmsc.tls(context(authority.issue(NAME)), true);
        open(factory(NAME));
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        X509Certificate shown = (X509Certificate) smsc.session().getPeerCertificates()[0];
        assertThat(shown.getSubjectX500Principal().getName()).isEqualTo("CN=bridge.example");
    }

    @Test
    void without_one_the_advice_names_the_key() throws Exception {
        smsc = ScriptedSmsc.tls(context(authority.issue(NAME)), true);
        open(factory(NAME));
        assertThat(smsc.handshakeFails()).isTrue();
        assertThat(ear.next(Ear.Closed.class).detail()).contains("smsc.test.tls-certificate");
    }

    @Test
    void a_renewed_certificate_is_used_from_the_next_bind_on() throws Exception {
        own(authority.issue("bridge.example"));
        smsc = ScriptedSmsc.tls(context(authority.issue(NAME)), true);
        Connector.Factory factory = factory(NAME);
        open(factory);
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
        Certificate first = smsc.session().getPeerCertificates()[0];

        Certificates.Issued renewed = authority.issue("bridge.example");
        renewed.key(key.orElseThrow()); // Half renewed: the key does not fit, so the former pair is used.
        bindAgain(factory);
        assertThat(smsc.session().getPeerCertificates()[0]).isEqualTo(first);

        renewed.certificate(certificate.orElseThrow());
        bindAgain(factory);
        assertThat(smsc.session().getPeerCertificates()[0]).isEqualTo(renewed.certificate());
    }

    private void bindAgain(Connector.Factory factory) {
        smsc.drop();
        ear.next(Ear.Closed.class);
        open(factory);
        smsc.acceptBind();
        ear.next(Ear.Bound.class);
    }

    @Test
    void a_trust_file_that_is_gone_means_no_bind() throws Exception {
        smscShows(authority.issue(NAME));
        trust = directory.resolve("gone.pem");
        open(factory(NAME));
        assertThat(refusal()).contains("TLS cannot begin", "gone.pem");
    }

    @Test
    @Tag("S-08")
    void an_smsc_that_knows_no_more_than_tls_1_1_is_refused() throws Exception {
        try (ServerSocket old = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            old.setSoTimeout(10_000);
            open(factory(NAME, old.getLocalPort()));
            try (Socket socket = old.accept()) {
                socket.setSoTimeout(10_000);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                assertThat(OldTls.offered(OldTls.Fragment.read(in).octets())).containsExactly("0304", "0303");
                socket.getOutputStream().write(OldTls.serverHello());
                OldTls.Fragment refusal = OldTls.Fragment.read(in);
                assertThat(refusal.type()).isEqualTo(OldTls.ALERT);
                assertThat(refusal.octets()).containsExactly(2, OldTls.PROTOCOL_VERSION);
                assertThat(in.read()).as("the bind, or the end").isNegative();
            }
            assertThat(refusal()).isNotEmpty();
        }
    }
}
