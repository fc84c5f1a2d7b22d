// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Processes of this system: the number of this one, and whether others live. */
abstract class Processes {
  private static final Path PROC = Paths.get("/proc");

  /** Of a computer and one that has the files. */
  private static final long CLOCKS_DIFFER_MILLIS = TimeUnit.MINUTES.toMillis(10);

  /** Those of the system that Java runs on. */
  static final Processes HERE = here();

  private final String system;
  private final String own;

  private Processes(String system, String own) {
    this.system = system;
    this.own = own;
  }

  /**
   * Tells apart computers, their boots and containers, each of which numbers its processes by
   * itself: eight hexadecimal digits.
   */
  final String system() {
    return system;
  }

  /** The number of this process. */
  final String own() {
    return own;
  }

  /**
   * Whether the process that wrote a file may live; one of another user may seem to be dead.
   *
   * @param number of this system
   * @param written when the file was, in milliseconds: another process may have that number since
   */
  abstract boolean mayLive(String number, long written);

  private static Processes here() {
    try {
      return ofLinux();
    } catch (IOException e) {
      return ofJava(System.getenv("COMPUTERNAME"));
    }
  }

  private static Processes ofLinux() throws IOException {
    byte[] boot = Files.readAllBytes(PROC.resolve("sys/kernel/random/boot_id"));
    Path numbering = Files.readSymbolicLink(PROC.resolve("self/ns/pid"));
    String both = new String(boot, StandardCharsets.US_ASCII) + numbering;
    String own = Files.readSymbolicLink(PROC.resolve("self")).toString();
    return new Processes(hexadecimal(both.hashCode()), own) {
      @Override
      boolean mayLive(String number, long written) {
        return Files.exists(PROC.resolve(number));
      }
    };
  }

  /**
   * As Java 9 and later knows them, on a computer of that name. If it has none, or in Java 8, each
   * process counts as a system of its own: then nothing is known of any other.
   */
  static Processes ofJava(String computer) {
    boolean known = computer != null && JavaHandles.own() != null;
    int system = known ? computer.hashCode() : ThreadLocalRandom.current().nextInt();
    return new Processes(hexadecimal(system), known ? JavaHandles.own() : "0") {
      @Override
      boolean mayLive(String number, long written) {
        return !known || written >= JavaHandles.start(number) - CLOCKS_DIFFER_MILLIS;
      }
    };
  }

  /** Eight digits. A Formatter would take 7 ms the first time, before the library is loaded. */
  private static String hexadecimal(int number) {
    String digits = Integer.toHexString(number);
    return "00000000".substring(digits.length()) + digits;
  }

  /** {@code java.lang.ProcessHandle}, which Java 8 has not. */
  private static final class JavaHandles {
    private static final String NAME = "java.lang.ProcessHandle";

    private JavaHandles() {}

    /** The number of this process; null in Java 8. */
    static String own() {
      try {
        Class<?> handle = Class.forName(NAME);
        Object own = handle.getMethod("current").invoke(null);
        return handle.getMethod("pid").invoke(own).toString();
      } catch (ReflectiveOperationException e) {
        return null;
      }
    }

    /** When it began, in milliseconds; if that is not known, long ago, and if it is dead, never. */
    static long start(String number) {
      try {
        Class<?> handle = Class.forName(NAME);
        Object found = handle.getMethod("of", long.class).invoke(null, Long.parseLong(number));
        if (!((Optional<?>) found).isPresent()) {
          return Long.MAX_VALUE;
        }
        Object info = handle.getMethod("info").invoke(((Optional<?>) found).get());
        Object start = Class.forName(NAME + "$Info").getMethod("startInstant").invoke(info);
        return ((Optional<?>) start).map(instant -> ((Instant) instant).toEpochMilli()).orElse(0L);
      } catch (ReflectiveOperationException | NumberFormatException e) {
        return 0; // so that nothing is removed
      }
    }
  }
}
