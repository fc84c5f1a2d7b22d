// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.List;
import java.util.Objects;

/**
 * Planted motifs: all words of some length that occur with at most so many mismatches in every
 * sequence, or in enough of them. The set is complete, and the same for every backend.
 *
 * <p>An instance holds the options:
 *
 * <pre>{@code
 * MotifResult result =
 *     new Motif().length(15).distance(4).find(sequences, ProgressListener.NONE);
 * }</pre>
 */
public final class Motif extends RunOptions<Motif> {
  /** The longest word. */
  public static final int LONGEST = 31;

  /** Which strands are searched. */
  public enum Strands {
    /** The sequences as they are. */
    FORWARD,
    /** Their reverse complements, too. */
    BOTH
  }

  /** What small letters are. */
  public enum LowerCase {
    /** The same as capital ones. */
    SAME,
    /** No letters: a motif's match has none. */
    MASKED
  }

  private int length = 15;
  private int distance = 4;
  private int quorum;
  private Strands strands = Strands.FORWARD;
  private LowerCase lowerCase = LowerCase.SAME;
  private int mostMotifs = 10_000;

  @Override
  Motif self() {
    return this;
  }

  /** Letters of the motif, 2 to 31; 15 by default. */
  public Motif length(int value) {
    length = value;
    return this;
  }

  /** Mismatches allowed, 0 to length - 1; 4 by default. */
  public Motif distance(int value) {
    distance = value;
    return this;
  }

  /** Sequences that must have the motif; 0, the default, for all. */
  public Motif quorum(int value) {
    quorum = value;
    return this;
  }

  /** Forward by default. */
  public Motif strands(Strands value) {
    strands = Objects.requireNonNull(value);
    return this;
  }

  /** The same as capital letters by default. */
  public Motif lowerCase(LowerCase value) {
    lowerCase = Objects.requireNonNull(value);
    return this;
  }

  /** More motifs are refused; 10,000 by default. */
  public Motif mostMotifs(int value) {
    mostMotifs = value;
    return this;
  }

  /**
   * Finds the motifs.
   *
   * @throws IllegalArgumentException if an option is out of range, a letter is none that is
   *     allowed, too few sequences have a window of that length, there are more motifs than
   *     allowed, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   */
  public MotifResult find(List<DnaSequence> sequences, ProgressListener listener) {
    NativeLibrary.load();
    MotifResult result = new MotifResult();
    long heap = Runtime.getRuntime().maxMemory();
    find(names(sequences), letters(sequences), heap, listener, result);
    return result;
  }

  /**
   * Says what to expect of {@link #find}: how many motifs by chance, and how long it takes, by a
   * small part of the search. Throws as that does.
   */
  public MotifEstimate estimate(List<DnaSequence> sequences, ProgressListener listener) {
    NativeLibrary.load();
    MotifEstimate result = new MotifEstimate();
    estimate(names(sequences), letters(sequences), listener, result);
    return result;
  }

  private static String[] names(List<DnaSequence> sequences) {
    return sequences.stream().map(DnaSequence::name).toArray(String[]::new);
  }

  private static byte[][] letters(List<DnaSequence> sequences) {
    return sequences.stream().map(DnaSequence::letters).toArray(byte[][]::new);
  }

  /**
   * Reads the options of this object by name and writes the fields of the result, which must fit
   * into so many bytes of the heap.
   */
  private native void find(
      String[] names, byte[][] letters, long heap, ProgressListener listener, MotifResult result);

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void estimate(
      String[] names, byte[][] letters, ProgressListener listener, MotifEstimate result);
}
