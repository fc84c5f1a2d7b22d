// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Damaged NIfTI, NRRD and MetaImage files. As a program: VolumeFuzz COUNT SEED. */
public final class VolumeFuzz extends ReaderFuzz {
  private static final String[] TEXTS = {
    "\n",
    "-1",
    "0",
    "1e999",
    "nan",
    "99999999999999999999",
    "2147483647",
    "../a",
    "/etc/passwd",
    "LIST\n",
    "%d 0 9 1",
    "%1000000d",
    "none",
    "(",
    "=",
    ": ",
    "gzip",
    "LOCAL",
    "(0,0,0)",
    "\u0000",
  };
  private static final long[] NUMBERS = {
    0,
    1,
    -1,
    7,
    8,
    255,
    0x7fff,
    0x8000,
    0x7fffffff,
    0x80000000L,
    1L << 40,
    Long.MAX_VALUE,
    Float.floatToIntBits(Float.NaN),
    Float.floatToIntBits(1e30f),
    Double.doubleToLongBits(-0.5)
  };

  private final List<String> headers = new ArrayList<>();
  private final List<byte[]> originals = new ArrayList<>();
  private int which;

  /** Puts its files into the folder. */
  public VolumeFuzz(Path folder, long seed) throws IOException {
    super(folder, seed);
    try (Stream<Path> files = Files.list(VolumeSamples.FOLDER)) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        Files.copy(file, folder.resolve(file.getFileName()));
      }
    }
    for (String[] sample : VolumeSamples.all()) {
      headers.add(sample[0]);
      originals.add(Files.readAllBytes(VolumeSamples.FOLDER.resolve(sample[0])));
    }
  }

  @Override
  byte[] next() {
    which = random.nextInt(headers.size());
    byte[] mutant = originals.get(which).clone();
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      mutant = change(mutant);
    }
    return mutant;
  }

  @Override
  String name() {
    return headers.get(which);
  }

  private byte[] change(byte[] file) {
    if (file.length < 20) {
      return new byte[random.nextInt(20)];
    }
    int header = Math.min(file.length, 600) - 16;
    int at = random.nextInt(random.nextInt(4) == 0 ? file.length - 16 : Math.max(1, header));
    switch (random.nextInt(8)) {
      case 0:
        return Arrays.copyOf(file, random.nextInt(file.length + 100));
      case 1:
        file[at] = (byte) random.nextInt();
        return file;
      case 2:
        file[at] ^= (byte) (1 << random.nextInt(8));
        return file;
      case 3:
        int from = random.nextInt(file.length - 16);
        System.arraycopy(file, from, file, at, 1 + random.nextInt(15));
        return file;
      case 4:
      case 5:
        return withText(file, at);
      default:
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        int bytes = 1 << 1 + random.nextInt(3);
        boolean little = random.nextBoolean();
        int aligned = at & -2;
        for (int i = 0; i < bytes; i++) {
          file[aligned + i] = (byte) (number >> 8 * (little ? i : bytes - 1 - i));
        }
        return file;
    }
  }

  /** Over or between what is there. */
  private byte[] withText(byte[] file, int at) {
    byte[] text = TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.US_ASCII);
    boolean between = random.nextBoolean();
    byte[] longer = Arrays.copyOf(file, file.length + (between ? text.length : 24));
    if (between) {
      System.arraycopy(file, at, longer, at + text.length, file.length - at);
    }
    System.arraycopy(text, 0, longer, at, text.length);
    return longer;
  }

  /** Runs COUNT mutants made from SEED. */
  public static void main(String[] arguments) throws IOException {
    run(arguments, VolumeFuzz::new);
  }
}
