package io.smppbridge.pipeline;

import io.smppbridge.records.Bearer;
import io.smppbridge.records.ConsentRecord;
import io.smppbridge.records.EraseRecord;
import io.smppbridge.records.PartsNumber;
import io.smppbridge.records.RecordType;
import io.smppbridge.records.RefKey;
import io.smppbridge.records.ReplyRecord;
import io.smppbridge.records.StreamPlace;
import io.smppbridge.records.StreamRecord;
import io.smppbridge.threads.ThreadSafe;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Of what stands in a segment that is to go, but for messages themselves: what still matters is written anew. Each is asked for on the reading
 * thread; what is added to the list runs on the journal thread, and decides there.
 */
@ThreadSafe
final class WrittenAnew {
    private final Books books;

    WrittenAnew(Books books) {
        this.books = books;
    }

    void consent(ConsentRecord record, long position, List<Runnable> small) {
        small.add(() -> {
            long since = books.consent.vouchedFor(record.number(), record.scope(), Positions.segment(position));
            if (record.out() && since == record.sinceMs()) {
                record.encode(books.record(RecordType.CONSENT));
                books.consent.enter(record, books.finish());
            }
        });
    }

    void erase(EraseRecord record, long position, List<Runnable> small) {
        small.add(() -> {
            if (books.erasures.isVouchedFor(record, Positions.segment(position))) {
                record.encode(books.record(RecordType.ERASE));
                books.erasures.enter(record, books.finish());
            }
        });
    }

    void stream(StreamPlace place, long position, List<Runnable> small) {
        if (place.isNone()) {
            return;
        }
        small.add(() -> {
            StreamRecord record = books.streams.vouchedFor(place.stream(), Positions.segment(position));
            if (record != null) {
                record.encode(books.record(RecordType.STREAM));
                books.streams.enter(record.place(), record.stamp(), books.finish());
            }
        });
    }

    void reply(ReplyRecord record, long position, List<Runnable> small) {
        small.add(() -> {
            if (books.owed.isVouchedFor(record.eventId(), Positions.segment(position))) {
                ByteBuffer out = books.record(RecordType.REPLY);
                int from = out.position();
                record.encode(out);
                books.erasures.moved(out, from, 0);
                books.owed.enter(record, books.finish());
            }
        });
    }

    void numbered(Bearer bearer, long position, List<Runnable> small) {
        number(bearer.pair(), position, small);
        boolean mayBeKept = PartsNumber.isNarrow(bearer.number()) || bearer.isLongAhead();
        if (bearer.pair() != 0 && mayBeKept) {
            taken(NumbersInUse.place(bearer.pair(), bearer.number()), position, small);
        }
    }

    void taken(long place, long position, List<Runnable> small) {
        small.add(() -> books.inUse.carry(place, Positions.segment(position), books));
    }

    void number(long key, long position, List<Runnable> small) {
        if (key == 0) {
            return;
        }
        small.add(() -> {
            int number = books.concat.vouchedFor(key, Positions.segment(position));
            if (number != 0) {
                books.record(RecordType.NUMBER).putLong(key).putInt(number);
                books.concat.vouch(key, number, books.finish());
            }
        });
    }

    void ref(RefKey key, long id, long position, List<Runnable> small) {
        if (key.isNone()) {
            return;
        }
        small.add(() -> {
            if (books.refs.segment(key) == (int) Positions.segment(position) && books.refs.message(key) == id) {
                books.record(RecordType.REF)
                        .putLong(key.high())
                        .putLong(key.low())
                        .putLong(key.body())
                        .putLong(id);
                books.refs.enter(key, id, books.finish());
            }
        });
    }

    /** A record that is an event, or a delivery not yet done with. */
    void event(byte type, long position, ByteBuffer in, List<Runnable> small) {
        long id = in.getLong(in.position());
        byte[] copy = bytes(in);
        small.add(() -> moveEvent(type, id, position, copy));
    }

    /** That an event was laid aside. */
    void aside(ByteBuffer in, List<Runnable> small) {
        long id = in.getLong(in.position());
        byte[] copy = bytes(in);
        small.add(() -> {
            if (EventStages.isLaidAside(books.events, id, copy)) {
                append(RecordType.EVENT_DEAD, copy);
            }
        });
    }

    private void moveEvent(byte type, long id, long position, byte[] content) {
        int at = books.events.find(id);
        if (at != EventTable.NONE && books.events.position(at) == position) {
            books.events.moved(at, append(type, content));
        }
    }

    /** An event may be younger than what it is about: it counts whenever it came. */
    private long append(byte type, byte[] content) {
        ByteBuffer out = books.record(type);
        int from = out.position();
        books.erasures.moved(out.put(content), from, 0);
        return books.finish();
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] copy = new byte[in.remaining()];
        in.get(copy);
        return copy;
    }
}
