package io.smppbridge.soak;

/**
 * How a bridge is.
 *
 * @param heap octets that are reached, by a collection just before
 * @param resident octets that the process takes of the machine's memory; 0 where the system does not say
 * @param descriptors open files and sockets; 0 where the system does not say
 * @param deadlocked threads that wait for each other
 */
public record Health(long heap, long resident, int threads, int descriptors, int deadlocked) {
    static Health read(String line) {
        String[] words = line.split(" ");
        return new Health(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]));
    }

    String written() {
        return heap + " " + resident + " " + threads + " " + descriptors + " " + deadlocked;
    }
}
