// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Processes of this system: the number of this one, and whether others live. */
abstract class Processes {
  private static final Path PROC = Paths.get("/proc");

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

  /** Whether a process of this system may live; one of another user may seem to be dead. */
  abstract boolean mayLive(String number);

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
      boolean mayLive(String number) {
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
      boolean mayLive(String number) {
        return !known || JavaHandles.isThere(number);
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

    static boolean isThere(String number) {
      try {
        Object found =
            Class.forName(NAME).getMethod("of", long.class).invoke(null, Long.parseLong(number));
        return ((Optional<?>) found).isPresent();
      } catch (ReflectiveOperationException | NumberFormatException e) {
        return true; // so that nothing is removed
      }
    }
  }
}
