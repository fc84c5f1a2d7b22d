// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Array;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.bitvox.fuzz.FuzzTarget;

/**
 * Reads damaged TIFF files: each is refused by an IOException with one sentence that names the
 * file, or is an image, in little time and memory. As a program: TiffFuzz COUNT SEED.
 */
public final class TiffFuzz implements FuzzTarget {
  private static final String NAME = "mutant.tif";

  private final Path path;
  private final TiffMutants mutants;
  private final Map<byte[], Object[]> undamaged = new IdentityHashMap<>();
  private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** How often each sentence was said; numbers are left out. */
  final TreeMap<String, Integer> sentences = new TreeMap<>();

  int same;
  int other;
  int refused;
  long slowestNanos;
  long largestBytes;

  /** Puts its files into the folder. */
  public TiffFuzz(Path folder, long seed) throws IOException {
    path = folder.resolve(NAME);
    mutants = new TiffMutants(seed);
  }

  @Override
  public String step(Random random) throws IOException {
    int before = refused;
    mutants.seed(random.nextLong());
    step();
    return refused > before ? "refused" : "accepted";
  }

  @Override
  public String input() {
    return path.toString();
  }

  /** Reads the next one. */
  void step() throws IOException {
    byte[] mutant = mutants.next();
    Files.write(path, mutant);
    try {
      read(mutants.original());
    } catch (RuntimeException | Error e) {
      Path kept = Files.createTempFile("mutant", ".tif");
      Files.write(kept, mutant);
      throw new AssertionError("a mutant, kept as " + kept + ": " + e, e);
    }
  }

  private void read(byte[] original) throws IOException {
    long start = System.nanoTime();
    long bytes = allocated();
    try {
      TiffStack stack = TiffStack.open(path, NAME, ReadOptions.NONE);
      largestBytes = Math.max(largestBytes, allocated() - bytes);
      Object[] slices = new Object[stack.depth()];
      for (int z = 0; z < slices.length; z++) {
        bytes = allocated();
        slices[z] = stack.readSlice(z);
        largestBytes = Math.max(largestBytes, allocated() - bytes);
        check(stack, slices[z]);
      }
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
      count(slices, original);
    } catch (IOException e) {
      slowestNanos = Math.max(slowestNanos, System.nanoTime() - start);
      refused++;
      check(e.getMessage());
    }
  }

  private long allocated() {
    return memory.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  private static void check(TiffStack stack, Object slice) {
    int length = Array.getLength(slice);
    boolean typed =
        slice instanceof byte[] && stack.bitDepth() == 8
            || slice instanceof short[] && stack.bitDepth() == 16
            || slice instanceof float[] && stack.bitDepth() == 32;
    if (length != stack.width() * stack.height() || !typed) {
      throw new AssertionError("a slice of another size or type");
    }
    if (stack.slices() < 1 || stack.channels() < 1 || stack.frames() < 1) {
      throw new AssertionError("no slices, channels or frames");
    }
  }

  private void check(String sentence) {
    String start = NAME + ": ";
    if (sentence == null
        || !sentence.startsWith(start)
        || sentence.contains("\n")
        || sentence.contains("Exception")
        || sentence.length() > 300) {
      throw new AssertionError("no sentence: " + sentence);
    }
    String words = sentence.replace(start, "").replaceAll("[0-9]+", "#");
    sentences.merge(words.replaceAll("=.* is not", "=# is not"), 1, Integer::sum);
  }

  private void count(Object[] slices, byte[] original) throws IOException {
    if (!undamaged.containsKey(original)) {
      Files.write(path, original);
      TiffStack stack = TiffStack.open(path, NAME, ReadOptions.NONE);
      Object[] whole = new Object[stack.depth()];
      for (int z = 0; z < whole.length; z++) {
        whole[z] = stack.readSlice(z);
      }
      undamaged.put(original, whole);
    }
    boolean equal = Arrays.deepEquals(slices, undamaged.get(original));
    same += equal ? 1 : 0;
    other += equal ? 0 : 1;
  }

  @Override
  public String toString() {
    return (same + other + refused)
        + " mutants: "
        + refused
        + " refused, "
        + same
        + " read as if undamaged, "
        + other
        + " read as other images; slowest "
        + slowestNanos / 1000000
        + " ms, largest allocation "
        + largestBytes / 1024
        + " KiB";
  }

  /** Runs COUNT mutants made from SEED. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createTempDirectory("tiff-fuzz");
    TiffFuzz fuzz = new TiffFuzz(folder, Long.parseLong(arguments[1]));
    int count = Integer.parseInt(arguments[0]);
    for (int i = 1; i <= count; i++) {
      fuzz.step();
      if (i % 100000 == 0) {
        System.out.println(fuzz);
      }
    }
    System.out.println(fuzz);
    fuzz.sentences.forEach((sentence, times) -> System.out.println(times + "\t" + sentence));
    Files.delete(folder.resolve(NAME));
    Files.delete(folder);
  }
}
