// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The usual test of motif searches: random sequences with a word planted once into each, with
 * exactly so many of its letters replaced.
 *
 * <p>The same options give the same letters on every machine. An instance holds them:
 *
 * <pre>{@code
 * SampleMotif.Result sample =
 *     new SampleMotif().motif(15, 4).seed(7).make(ProgressListener.NONE);
 * }</pre>
 */
public final class SampleMotif {
  /** Random sequences, and what was planted into them. */
  public static final class Result {
    private String motif; // all three are written by native code
    private String[] sequences;
    private long[] positions;

    Result() {}

    /** The word that was planted. */
    public String motif() {
      return motif;
    }

    /** Where it was planted in each sequence, from 0. */
    public long[] positions() {
      return positions.clone();
    }

    /** The sequences, named s1, s2, ... */
    public List<DnaSequence> sequences() {
      List<DnaSequence> all = new ArrayList<>();
      for (int i = 0; i < sequences.length; i++) {
        all.add(new DnaSequence("s" + (i + 1), letters(i).getBytes(StandardCharsets.US_ASCII)));
      }
      return all;
    }

    /** The letters of a sequence, from 0. */
    public String letters(int sequence) {
      return sequences[sequence];
    }
  }

  private int sequences = 20; // all are read by native code
  private int letters = 600;
  private int length = 15;
  private int distance = 4;
  private double gc = 0.5;
  private long seed = 1;

  /**
   * How many sequences, 1 to 65535, of how many letters, to 10,000,000, together to 250,000,000; 20
   * and 600 by default.
   */
  public SampleMotif sequences(int count, int lettersOfEach) {
    sequences = count;
    letters = lettersOfEach;
    return this;
  }

  /** Letters of the motif, 2 to 31, and how many of them are replaced; 15 and 4 by default. */
  public SampleMotif motif(int lettersOfMotif, int mismatches) {
    length = lettersOfMotif;
    distance = mismatches;
    return this;
  }

  /** How many letters are C or G, 0 to 1, half of them each; 0.5 by default. */
  public SampleMotif gc(double value) {
    gc = value;
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public SampleMotif seed(long value) {
    seed = value;
    return this;
  }

  /**
   * Makes them.
   *
   * @throws IllegalArgumentException if an option is out of range
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   */
  public Result make(ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    make(listener, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void make(ProgressListener listener, Result result);
}
