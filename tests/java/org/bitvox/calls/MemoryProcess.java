// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.bitvox.Cli;

/** Runs a command on a small image, then on a large one; prints what the process grew by. */
final class MemoryProcess {
  private MemoryProcess() {}

  /** Arguments: the command, its options for the small image, and for the large one. */
  public static void main(String[] args) throws Exception {
    Cli.run(args[0], args[1]);
    Path self = Paths.get("/proc/self");
    Files.write(self.resolve("clear_refs"), "5".getBytes(StandardCharsets.UTF_8)); // a new peak
    long before = kibibytes("VmRSS:");
    if (Cli.run(args[0], args[2]) == null) {
      System.exit(1);
    }
    System.out.println(1024 * (kibibytes("VmHWM:") - before));
  }

  private static long kibibytes(String key) throws Exception {
    return Files.readAllLines(Paths.get("/proc/self/status")).stream()
        .filter(line -> line.startsWith(key))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .getAsLong();
  }
}
