// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import com.sun.management.ThreadMXBean;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bitvox.fuzz.FuzzTarget;

/**
 * Reads damaged files of a format: each is an image, or an IOException with one sentence that
 * begins with the name of a file, in little time and memory.
 */
abstract class ReaderFuzz implements FuzzTarget {
  private static final int LONGEST = 400;

  final Path folder;
  final Random random;
  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** How often each sentence was said; numbers are left out. */
  final TreeMap<String, Integer> sentences = new TreeMap<>();

  int read;
  int problems;
  private long slowestNanos;

  /** Beyond the pixels of a slice. */
  long largestBytes;

  private Path last;

  /** Puts its files into the folder. */
  ReaderFuzz(Path folder, long seed) {
    this.folder = folder;
    random = new Random(seed);
  }

  /** The next damaged file. */
  abstract byte[] next() throws IOException;

  /** What the file that was damaged last is called. */
  abstract String name();

  /** Looks at slices that were read of a damaged file. */
  void accept(StackFile file, Object[] slices) throws IOException {}

  @Override
  public final String step(Random numbers) throws IOException {
    int before = problems;
    random.setSeed(numbers.nextLong());
    step();
    return problems > before ? "refused" : "accepted";
  }

  @Override
  public final String input() {
    return String.valueOf(last);
  }

  /** Reads the next one. */
  final void step() throws IOException {
    byte[] mutant = next();
    last = folder.resolve("mutant-" + name());
    Files.write(last, mutant);
    try {
      read(last);
    } catch (RuntimeException | Error e) {
      Path kept = Files.createTempFile("mutant", "-" + name());
      Files.write(kept, mutant);
      throw new AssertionError("a mutant, kept as " + kept + ": " + e, e);
    }
    Files.delete(last);
  }

  private void read(Path path) throws IOException {
    long start = memory.getCurrentThreadCpuTime(); // other programs take their time
    long bytes = allocated();
    try {
      StackFile file = ImageFormats.open(path.toString(), ReadOptions.hyperstacks());
      largestBytes = Math.max(largestBytes, allocated() - bytes);
      Object[] slices = new Object[file.depth()];
      for (int z = 0; z < slices.length; z++) {
        bytes = allocated();
        slices[z] = file.readSlice(z);
        long voxels = 8L * file.width() * file.height();
        largestBytes = Math.max(largestBytes, allocated() - bytes - 4 * voxels);
        check(file, slices[z]);
      }
      file.notes().forEach(ReaderFuzz::check);
      read++;
      accept(file, slices);
    } catch (IOException e) {
      problems++;
      check(e.getMessage());
      if (!e.getMessage().startsWith(folder + File.separator)) {
        throw new AssertionError("no name of the file: " + e.getMessage());
      }
      count(e.getMessage().replaceFirst("^[^:]*: ", ""));
    }
    slowestNanos = Math.max(slowestNanos, memory.getCurrentThreadCpuTime() - start);
  }

  private long allocated() {
    return memory.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static void check(StackFile file, Object slice) {
    boolean typed =
        slice instanceof byte[] && file.bitDepth() == 8
            || slice instanceof short[] && file.bitDepth() == 16
            || slice instanceof float[] && file.bitDepth() == 32;
    if (Array.getLength(slice) != file.width() * file.height() || !typed) {
      throw new AssertionError("a slice of another size or type");
    }
    if (file.slices() < 1 || file.channels() < 1 || file.frames() < 1) {
      throw new AssertionError("no slices, channels or frames");
    }
  }

  private static void check(String sentence) {
    if (sentence == null
        || sentence.matches("(?s).*[\\x00-\\x1f].*")
        || sentence.contains("Exception")
        || sentence.length() > LONGEST) {
      throw new AssertionError("no sentence: " + sentence);
    }
  }

  private void count(String sentence) {
    String words = sentence.replaceAll("'[^']*'|=.* is not|[0-9.]+", "#");
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

  /** Makes one that puts its files into the folder. */
  interface Maker {
    ReaderFuzz of(Path folder, long seed) throws IOException;
  }

  /** Runs COUNT mutants made from SEED. */
  static void run(String[] arguments, Maker maker) throws IOException {
    Path folder = Files.createTempDirectory("reader-fuzz");
    ReaderFuzz fuzz = maker.of(folder, Long.parseLong(arguments[1]));
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
