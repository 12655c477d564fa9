package io.smppbridge.audit;

/** What can be wrong with a message, in the order of the report. */
public enum Fault {
    LOST("lost", "accepted, but neither at the carrier nor waiting, and nothing says that it ended without one"),
    UNMARKED(
            "duplicated, unmarked", "at the carrier more than once, and no event or record says that this is possible"),
    PHANTOM("phantom", "at the carrier, in the journal or in an event, but no caller submitted it"),
    REFUSED_BUT_SENT("refused but sent", "the caller was told no, and the carrier has it"),
    UNREPORTED("unreported", "a receipt was asked for and has come, and the platform took no final event"),
    WRONG_BYTES("wrong bytes", "sender, number or text at the carrier are not those that were submitted"),
    ORDER("order breaks", "first came after one of its order that was accepted later"),
    UNMATCHED("unmatched receipts", "a carrier's receipt whose id that carrier has given to nothing"),
    OTHER_END("told another end", "the carrier's receipt says the contrary of what the platform was told"),
    TWO_IDS("two ids", "one clientRef, answered with another id than before"),
    TWO_FINALS("two finals", "two final events that do not know of each other");

    private final String words;
    private final String meaning;

    Fault(String words, String meaning) {
        this.words = words;
        this.meaning = meaning;
    }

    /** As it stands in the report. */
    public String words() {
        return words;
    }

    /** For people who read it for the first time. */
    public String meaning() {
        return meaning;
    }
}
