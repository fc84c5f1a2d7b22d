// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bitvox.fuzz.FuzzTarget;

/**
 * Reads damaged NIfTI, NRRD and MetaImage files: each is an image, or an IOException with one
 * sentence, in little time and memory. As a program: VolumeFuzz COUNT SEED.
 */
public final class VolumeFuzz implements FuzzTarget {
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

  private final Path folder;
  private final List<String> headers = new ArrayList<>();
  private final List<byte[]> originals = new ArrayList<>();
  private final Random random;
  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** How often each sentence was said; numbers are left out. */
  final TreeMap<String, Integer> sentences = new TreeMap<>();

  int read;
  int problems;
  long slowestNanos;

  /** Beyond the voxels. */
  long largestBytes;

  private Path last;

  /** Puts its files into the folder. */
  public VolumeFuzz(Path folder, long seed) throws IOException {
    this.folder = folder;
    random = new Random(seed);
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
  public String step(Random numbers) throws IOException {
    int before = problems;
    random.setSeed(numbers.nextLong());
    step();
    return problems > before ? "refused" : "accepted";
  }

  @Override
  public String input() {
    return String.valueOf(last);
  }

  /** Reads the next one. */
  void step() throws IOException {
    int which = random.nextInt(headers.size());
    byte[] mutant = originals.get(which).clone();
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      mutant = change(mutant);
    }
    last = folder.resolve("mutant-" + headers.get(which));
    Files.write(last, mutant);
    try {
      read(last);
    } catch (RuntimeException | Error e) {
      Path kept = Files.createTempFile("mutant", "-" + headers.get(which));
      Files.write(kept, mutant);
      throw new AssertionError("a mutant, kept as " + kept + ": " + e, e);
    }
    Files.delete(last);
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

  private void read(Path path) {
    long start = memory.getCurrentThreadCpuTime(); // other programs take their time
    long bytes = allocated();
    try {
      StackFile file = ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
      largestBytes = Math.max(largestBytes, allocated() - bytes);
      for (int z = 0; z < file.depth(); z++) {
        bytes = allocated();
        file.readSlice(z);
        long voxels = 8L * file.width() * file.height();
        largestBytes = Math.max(largestBytes, allocated() - bytes - 4 * voxels);
      }
      for (String note : file.notes()) {
        check(note);
      }
      read++;
    } catch (IOException e) {
      problems++;
      check(e.getMessage());
      count(e.getMessage().replace(path.toString(), ""));
    }
    slowestNanos = Math.max(slowestNanos, memory.getCurrentThreadCpuTime() - start);
  }

  private long allocated() {
    return memory.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static void check(String sentence) {
    if (sentence == null
        || sentence.matches("(?s).*[\\x00-\\x1f].*")
        || sentence.contains("Exception")
        || sentence.length() > 400) {
      throw new AssertionError("no sentence: " + sentence);
    }
  }

  private void count(String sentence) {
    String words = sentence.replaceAll("'[^']*'|[0-9.]+", "#");
    sentences.merge(words, 1, Integer::sum);
  }

  @Override
  public String toString() {
    return (read + problems)
        + " mutants: "
        + read
        + " read; slowest "
        + slowestNanos / 1000000
        + " ms, largest allocation "
        + largestBytes / 1024
        + " KiB";
  }

  /** Runs COUNT mutants made from SEED. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("volume-fuzz");
    VolumeFuzz fuzz = new VolumeFuzz(folder, Long.parseLong(arguments[1]));
    int count = Integer.parseInt(arguments[0]);
    for (int i = 1; i <= count; i++) {
      fuzz.step();
      if (i % 100000 == 0) {
        System.out.println(fuzz);
      }
    }
    System.out.println(fuzz);
    fuzz.sentences.forEach((sentence, times) -> System.out.println(times + "\t" + sentence));
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
