package io.smppbridge.connector;

/** What came of an {@link Operation}. */
public sealed interface OperationAnswer {
    /**
     * The SMSC has answered.
     *
     * @param commandStatus 0 when it did as asked
     * @param messageState message_state of query_sm_resp (SMPP 3.4 §5.2.28); −1 for all others
     * @param finalDate final_date of query_sm_resp as it came; empty when there is none
     * @param errorCode error_code of query_sm_resp; 0 for all others
     */
    record Said(int commandStatus, int messageState, String finalDate, int errorCode) implements OperationAnswer {
        /** An answer that is nothing but its status. */
        public static Said status(int commandStatus) {
            return new Said(commandStatus, -1, "", 0);
        }

        public boolean isOk() {
            return commandStatus == CommandStatus.ROK;
        }
    }

    /**
     * Nobody knows: it was not asked, or its answer has not come.
     *
     * @param asked whether it has been put on a wire
     */
    record Unanswered(boolean asked, String why) implements OperationAnswer {}
}
