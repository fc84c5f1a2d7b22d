// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;

/** All motifs, the one of the least E-value first, with their nearest window in each sequence. */
public final class MotifResult {
  private static final String LETTERS = "ACGT";

  private final RunReport run = new RunReport();
  private int length; // all that follows is written by native code
  private long windows;
  private double[] background;
  private long[] words; // of each motif; two bits a letter, the first letter highest
  private int[] having;
  private long[] totalDistances;
  private double[] eValues;
  private int sequenceCount;
  private int motifsOfPiece; // the next four hold pieces of so many motifs, for each sequence
  private int[][] positions;
  private long[][] siteWords;
  private int[][] distances;
  private int[][] reversed;
  private int[] counts; // of each motif, place and letter

  MotifResult() {}

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
    return having[motif];
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

  /** How often A, C, G and T stand at a place in the sites of the sequences that have the motif. */
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
   * The information at a place, in bits: 2 less the entropy of its letters, less what so few sites
   * have by chance, 3 / (2 ln 2 sites); not below 0 (Schneider, Stephens 1990).
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
