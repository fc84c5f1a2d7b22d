// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Planted motifs: all words of some length that occur with at most so many mismatches in every
 * sequence, or in enough of them. The set is complete, and the same for every backend.
 *
 * <p>An instance holds the options:
 *
 * <pre>{@code
 * Motif.Result result =
 *     new Motif().length(15).distance(4).find(sequences, ProgressListener.NONE);
 * }</pre>
 */
public final class Motif extends RunOptions<Motif> {
  /** The longest word. */
  public static final int LONGEST = 31;

  private static final String LETTERS = "ACGT";

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

  /** What to expect of a search for motifs. */
  public static final class Estimate {
    private double expected; // both are written by native code
    private double seconds;

    Estimate() {}

    /** Motifs in random sequences of the same lengths and frequencies of letters. */
    public double expected() {
      return expected;
    }

    /** How many seconds the search will take, within a factor of two or so. */
    public double seconds() {
      return seconds;
    }
  }

  /** All motifs, the one of the least E-value first, with their nearest window in each sequence. */
  public static final class Result {
    private int length; // all are written by native code
    private double[] background;
    private long windows;
    private long[] words; // of each motif; two bits a letter, the first letter highest
    private int[] sequences;
    private long[] totalDistances;
    private double[] eValues;
    private int[] counts; // of each motif, place and letter
    private int sequenceCount;
    private int motifsOfPiece; // the next four hold pieces of so many motifs, for each sequence
    private int[][] positions;
    private long[][] siteWords;
    private byte[][] distances;
    private byte[][] reversed;
    private RunReport run;

    Result() {}

    /** How many motifs there are; they are numbered from 0. */
    public int size() {
      return words.length;
    }

    /** Letters of a motif. */
    public int length() {
      return length;
    }

    /** The windows that were searched. */
    public long windows() {
      return windows;
    }

    /** How frequent A, C, G and T are: what E-values assume. */
    public double[] background() {
      return background.clone();
    }

    /** The letters of a motif. */
    public String word(int motif) {
      return letters(words[motif]);
    }

    /** How many sequences have a motif within the distance. */
    public int sequences(int motif) {
      return sequences[motif];
    }

    /** The sum over the sequences of the least distance, each at most the distance allowed + 1. */
    public long totalDistance(int motif) {
      return totalDistances[motif];
    }

    /** How many words of so small a total distance random sequences would have, at most. */
    public double expectation(int motif) {
      return eValues[motif];
    }

    /**
     * Where the nearest window of a sequence begins, from 0, on the given strand; -1 where it has
     * none.
     */
    public long position(int motif, int sequence) {
      return positions[motif / motifsOfPiece][index(motif, sequence)];
    }

    /** The mismatches there. */
    public int distance(int motif, int sequence) {
      return distances[motif / motifsOfPiece][index(motif, sequence)];
    }

    /** Whether the motif stands on the other strand there. */
    public boolean isReversed(int motif, int sequence) {
      return reversed[motif / motifsOfPiece][index(motif, sequence)] != 0;
    }

    /** The letters there, as the motif reads; empty where there is no window. */
    public String site(int motif, int sequence) {
      return position(motif, sequence) < 0
          ? ""
          : letters(siteWords[motif / motifsOfPiece][index(motif, sequence)]);
    }

    /**
     * How often A, C, G and T stand at a place in the sites of the sequences that have the motif.
     */
    public int[] counts(int motif, int place) {
      int first = 4 * (motif * length + place);
      return Arrays.copyOfRange(counts, first, first + 4);
    }

    /**
     * The most frequent letters at each place; of equally frequent ones the motif's, or the first.
     */
    public String consensus(int motif) {
      StringBuilder text = new StringBuilder();
      String word = word(motif);
      for (int place = 0; place < length; place++) {
        int[] count = counts(motif, place);
        int best = LETTERS.indexOf(word.charAt(place));
        for (int letter = 0; letter < 4; letter++) {
          best = count[letter] > count[best] ? letter : best;
        }
        text.append(LETTERS.charAt(best));
      }
      return text.toString();
    }

    /**
     * The information at a place, in bits: 2 less the entropy of its letters, less what so few
     * sites have by chance, 3 / (2 ln 2 sites); not below 0 (Schneider, Stephens 1990).
     */
    public double information(int motif, int place) {
      double entropy = 0;
      double sites = sequences(motif);
      for (int count : counts(motif, place)) {
        double part = count / sites;
        entropy -= count == 0 ? 0 : part * Math.log(part) / Math.log(2);
      }
      return Math.max(0, 2 - entropy - 3 / (2 * Math.log(2) * sites));
    }

    /** How it was computed. */
    public RunReport run() {
      return run;
    }

    private int index(int motif, int sequence) {
      return motif % motifsOfPiece * sequenceCount + sequence;
    }

    private String letters(long word) {
      char[] text = new char[length];
      for (int i = 0; i < length; i++) {
        text[i] = LETTERS.charAt((int) (word >>> 2 * (length - 1 - i)) & 3);
      }
      return new String(text);
    }
  }

  private int length = 15;
  private int distance = 4;
  private int quorum;
  private Strands strands = Strands.FORWARD;
  private LowerCase lowerCase = LowerCase.SAME;
  private long maxMotifs = 10_000;

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

  /** Sequences that must have the motif, of those that there are; 0, the default, for all. */
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

  /** More motifs are an error: 1 or more, 10,000 by default. */
  public Motif maxMotifs(long value) {
    maxMotifs = value;
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
  public Result find(List<DnaSequence> sequences, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    long heap = Runtime.getRuntime().maxMemory();
    find(names(sequences), letters(sequences), heap, listener, result);
    return result;
  }

  /**
   * Says what to expect of {@link #find}: how many motifs by chance, and how long it takes, by a
   * small part of the search. Throws as that does.
   */
  public Estimate estimate(List<DnaSequence> sequences, ProgressListener listener) {
    NativeLibrary.load();
    Estimate result = new Estimate();
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
      String[] names, byte[][] letters, long heap, ProgressListener listener, Result result);

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void estimate(
      String[] names, byte[][] letters, ProgressListener listener, Estimate result);
}
