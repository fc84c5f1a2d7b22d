// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.DnaSequence;
import org.bitvox.Motif;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** Motifs, their sites and their matrices as tables. */
final class MotifTables {
  /** Of a letter that no site has, so that its weight is finite. */
  private static final double PSEUDOCOUNT = 1;

  private static final String LETTERS = "ACGT";

  private final Motif.Result result;
  private final List<DnaSequence> sequences;
  private final boolean bothStrands;

  /** Rows are made when they are asked for: there may be millions. */
  MotifTables(Motif.Result result, List<DnaSequence> sequences, boolean bothStrands) {
    this.result = result;
    this.sequences = sequences;
    this.bothStrands = bothStrands;
  }

  /** A row a motif. */
  Table motifs(ProgressListener listener) {
    List<String> headings =
        new ArrayList<>(
            Arrays.asList("Motif", "Sequences", "Total distance", "E-value", "Consensus", "Bits"));
    if (bothStrands) {
      headings.add("Reverse complement");
    }
    return table(headings, result.size(), this::motif, listener);
  }

  private Table.Row motif(int motif) {
    Table.Row row =
        new Table.Row()
            .put("Motif", result.word(motif))
            .put("Sequences", result.sequences(motif))
            .put("Total distance", result.totalDistance(motif))
            .put("E-value", result.expectation(motif))
            .put("Consensus", result.consensus(motif))
            .put("Bits", bits(motif));
    return bothStrands ? row.put("Reverse complement", reverseComplement(motif)) : row;
  }

  private String reverseComplement(int motif) {
    StringBuilder text = new StringBuilder();
    for (char letter : result.word(motif).toCharArray()) {
      text.append(LETTERS.charAt(3 - LETTERS.indexOf(letter)));
    }
    return text.reverse().toString();
  }

  /** Shows how far it is; what it is written to may stop it. */
  private static Table table(
      List<String> headings, int rows, IntFunction<Table.Row> row, ProgressListener listener) {
    return Table.ofRows(
        headings,
        rows,
        index -> {
          listener.keepGoing(index, rows);
          return row.apply(index);
        });
  }

  /** A row a file: how many motifs there are, and the first one. */
  Table summary(Call call, String file, Motif.Estimate estimate, String note) {
    Table table = new Table();
    boolean found = result.size() > 0;
    call.results()
        .addSettings(table.addRow().put("File", file))
        .put("Motifs", result.size())
        .put("Expected by chance", estimate.expected())
        .put("First motif", found ? result.word(0) : "")
        .put("Sequences", found ? (Object) result.sequences(0) : "")
        .put("Total distance", found ? (Object) result.totalDistance(0) : "")
        .put("E-value", found ? (Object) result.expectation(0) : "")
        .put("Consensus", found ? result.consensus(0) : "")
        .put("Bits", found ? (Object) bits(0) : "")
        .put("Windows", result.windows())
        .putLast("Backend", result.run().backend())
        .putLast("Note", Notes.of(result.run().note(), note));
    return table;
  }

  private double bits(int motif) {
    double sum = 0;
    for (int place = 0; place < result.length(); place++) {
      sum += result.information(motif, place);
    }
    return sum;
  }

  /** A row a motif and sequence; positions count from 1. */
  Table sites(ProgressListener listener) {
    int count = sequences.size();
    return table(
        Arrays.asList("Motif", "Sequence", "Position", "Strand", "Distance", "Letters"),
        result.size() * count,
        index -> site(index / count, index % count),
        listener);
  }

  private Table.Row site(int motif, int sequence) {
    boolean there = result.position(motif, sequence) >= 0;
    return new Table.Row()
        .put("Motif", result.word(motif))
        .put("Sequence", sequences.get(sequence).name())
        .put("Position", there ? (Object) (result.position(motif, sequence) + 1) : "")
        .put("Strand", there ? result.isReversed(motif, sequence) ? "-" : "+" : "")
        .put("Distance", there ? (Object) result.distance(motif, sequence) : "")
        .put("Letters", result.site(motif, sequence));
  }

  /** A row a motif and place: counts, and weights log2(frequency / background). */
  Table matrices(ProgressListener listener) {
    double[] background = result.background();
    int length = result.length();
    return table(
        Arrays.asList(
            "Motif",
            "Place",
            "A",
            "C",
            "G",
            "T",
            "Bits",
            "Weight A",
            "Weight C",
            "Weight G",
            "Weight T"),
        result.size() * length,
        index -> place(index / length, index % length, background),
        listener);
  }

  private Table.Row place(int motif, int place, double[] background) {
    double sites = result.sequences(motif);
    int[] counts = result.counts(motif, place);
    Table.Row row = new Table.Row().put("Motif", result.word(motif)).put("Place", place + 1);
    for (int letter = 0; letter < 4; letter++) {
      row.put(LETTERS.substring(letter, letter + 1), counts[letter]);
    }
    row.put("Bits", result.information(motif, place));
    for (int letter = 0; letter < 4; letter++) {
      double frequency =
          (counts[letter] + PSEUDOCOUNT * background[letter]) / (sites + PSEUDOCOUNT);
      row.put(
          "Weight " + LETTERS.charAt(letter),
          background[letter] == 0 ? 0.0 : Math.log(frequency / background[letter]) / Math.log(2));
    }
    return row;
  }
}
