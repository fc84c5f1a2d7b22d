// SPDX-License-Identifier: BSD-2-Clause

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * {@code java Zip.java ZIP SECONDS NAME=FILE...}: these files under these names, all with one time,
 * in seconds since 1970, so that the same files make the same bytes.
 */
public final class Zip {
  private Zip() {}

  public static void main(String[] args) throws Exception {
    LocalDateTime time =
        LocalDateTime.ofInstant(Instant.ofEpochSecond(Long.parseLong(args[1])), ZoneOffset.UTC);
    try (OutputStream file = Files.newOutputStream(Paths.get(args[0]));
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (int i = 2; i < args.length; i++) {
        int equals = args[i].indexOf('=');
        Path from = Paths.get(args[i].substring(equals + 1));
        ZipEntry entry = new ZipEntry(args[i].substring(0, equals));
        entry.setTimeLocal(time);
        zip.putNextEntry(entry);
        Files.copy(from, zip);
        zip.closeEntry();
      }
    }
  }
}
