// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.util.Arrays;
import java.util.List;
import org.bitvox.DnaSequence;
import org.bitvox.MotifEstimate;
import org.bitvox.MotifResult;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.Notes;
import org.bitvox.calls.Table;

/** Motifs, their sites and their matrices as tables. */
final class MotifTables {
  /** Of a letter that no site has, so that its weight is finite. */
  private static final double PSEUDOCOUNT = 1;

  private static final String LETTERS = "ACGT";

  private final MotifResult result;
  private final List<DnaSequence> sequences;
  private final ProgressListener listener;

  /** The listener may stop the making of a table. */
  MotifTables(MotifResult result, List<DnaSequence> sequences, ProgressListener listener) {
    this.result = result;
    this.sequences = sequences;
    this.listener = listener;
  }

  /** A row a motif. */
  Table motifs() {
    Table table =
        new Table(
            Arrays.asList("Motif", "Sequences", "Total distance", "E-value", "Consensus", "Bits"));
    for (int motif = 0; motif < result.size(); motif++) {
      listener.throwIfStopped();
      table
          .addRow()
          .put("Motif", result.word(motif))
          .put("Sequences", result.sequences(motif))
          .put("Total distance", result.totalDistance(motif))
          .put("E-value", result.expectation(motif))
          .put("Consensus", result.consensus(motif))
          .put("Bits", bits(motif));
    }
    return table;
  }

  /** A row a file: how many motifs there are, and the first one. */
  Table summary(Call call, String file, MotifEstimate estimate, String note) {
    Table table = new Table();
    boolean found = result.size() > 0;
    call.addSettings(table.addRow().put("File", file))
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
  Table sites() {
    Table table =
        new Table(Arrays.asList("Motif", "Sequence", "Position", "Strand", "Distance", "Letters"));
    for (int motif = 0; motif < result.size(); motif++) {
      listener.throwIfStopped();
      for (int i = 0; i < sequences.size(); i++) {
        boolean there = result.position(motif, i) >= 0;
        table
            .addRow()
            .put("Motif", result.word(motif))
            .put("Sequence", sequences.get(i).name())
            .put("Position", there ? (Object) (result.position(motif, i) + 1) : "")
            .put("Strand", there ? result.isReversed(motif, i) ? "-" : "+" : "")
            .put("Distance", there ? (Object) result.distance(motif, i) : "")
            .put("Letters", result.site(motif, i));
      }
    }
    return table;
  }

  /** A row a motif and place: counts, and weights log2(frequency / background). */
  Table matrices() {
    Table table =
        new Table(
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
                "Weight T"));
    double[] background = result.background();
    for (int motif = 0; motif < result.size(); motif++) {
      listener.throwIfStopped();
      double sites = result.sequences(motif);
      for (int place = 0; place < result.length(); place++) {
        int[] counts = result.counts(motif, place);
        Table.Row row = table.addRow().put("Motif", result.word(motif)).put("Place", place + 1);
        for (int letter = 0; letter < 4; letter++) {
          row.put(LETTERS.substring(letter, letter + 1), counts[letter]);
        }
        row.put("Bits", result.information(motif, place));
        for (int letter = 0; letter < 4; letter++) {
          double frequency =
              (counts[letter] + PSEUDOCOUNT * background[letter]) / (sites + PSEUDOCOUNT);
          row.put(
              "Weight " + LETTERS.charAt(letter),
              background[letter] == 0
                  ? 0.0
                  : Math.log(frequency / background[letter]) / Math.log(2));
        }
      }
    }
    return table;
  }
}
