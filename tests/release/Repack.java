// SPDX-License-Identifier: BSD-2-Clause

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * {@code java Repack.java SECONDS JAR...}: writes jars anew, so that their bytes depend on nothing
 * but the content of their files: in the order of the names, all with one time, in seconds since
 * 1970, and without the rights that files have on the computer that built them. The manual is
 * compressed; what is loaded at every start stays as it is.
 */
public final class Repack {
  private static final String MANUAL = "org/bitvox/manual/";

  private Repack() {}

  public static void main(String[] args) throws Exception {
    LocalDateTime time =
        LocalDateTime.ofInstant(Instant.ofEpochSecond(Long.parseLong(args[0])), ZoneOffset.UTC);
    for (int i = 1; i < args.length; i++) {
      Path jar = Paths.get(args[i]);
      Path made = Paths.get(args[i] + ".new");
      repack(jar, made, time);
      Files.move(made, jar, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** A jar begins with its manifest. */
  private static int place(ZipEntry entry) {
    switch (entry.getName()) {
      case "META-INF/":
        return 0;
      case "META-INF/MANIFEST.MF":
        return 1;
      default:
        return 2;
    }
  }

  private static void repack(Path jar, Path made, LocalDateTime time) throws Exception {
    try (ZipFile from = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(made);
        ZipOutputStream to = new ZipOutputStream(file)) {
      to.setLevel(9);
      List<? extends ZipEntry> entries =
          from.stream()
              .sorted(Comparator.comparing(Repack::place).thenComparing(ZipEntry::getName))
              .collect(Collectors.toList());
      for (ZipEntry old : entries) {
        byte[] content;
        try (InputStream in = from.getInputStream(old)) {
          content = in.readAllBytes();
        }
        ZipEntry entry = new ZipEntry(old.getName());
        entry.setTimeLocal(time);
        boolean isManual = old.getName().startsWith(MANUAL) && !old.isDirectory();
        if (old.getMethod() == ZipEntry.STORED && !isManual) {
          CRC32 sum = new CRC32();
          sum.update(content);
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(content.length);
          entry.setCrc(sum.getValue());
        }
        to.putNextEntry(entry);
        to.write(content);
        to.closeEntry();
      }
    }
  }
}
