// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.Colocalization;
import org.bitvox.JointHistogramResult;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Call;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Table;
import org.bitvox.files.StoppableStream;
import org.bitvox.parameters.Values;

/** The statistics and the counts of joint histograms: one of the volume, or one a slice. */
final class JointHistogramTables {
  private JointHistogramTables() {}

  /** One row a histogram. */
  static Table table(Call call, List<JointHistogramResult> results, boolean perSlice, String note) {
    Table table = perSlice ? new Table().printedAsCsv() : new Table();
    for (int i = 0; i < results.size(); i++) {
      JointHistogramResult r = results.get(i);
      Table.Row row = call.results().addRow(table, call.input().name());
      if (perSlice) {
        row.put("Slice", i + 1);
      }
      row.put("Used (voxels)", r.used()).put("Pearson r", r.pearson()); // what is asked for most
      row.put("Manders M1", r.mandersFirst()).put("Manders M2", r.mandersSecond());
      row.put("Outside ranges (voxels)", r.outside());
      row.put("Not finite (voxels)", r.notFinite());
      row.put("H(A) (bits)", r.firstEntropy()).put("H(B) (bits)", r.secondEntropy());
      row.put("Joint H (bits)", r.jointEntropy()).put("MI (bits)", r.mutualInformation());
      row.put("NMI (H(A)+H(B))/joint H", r.normalisedSum());
      row.put("NMI 2MI/(H(A)+H(B))", r.normalisedMean());
      if (JointHistogramCommand.isColocalization(call.values())) {
        putColocalization(row, r.colocalization(), r.pearson());
        putShuffling(row, r.colocalization(), call.values(), perSlice ? 1 : call.input().depth());
      }
      row.put("Range A", range(r.firstRange(), call.input()));
      row.put("Range B", range(r.secondRange(), call.image("second")));
      row.put("Bins A", r.firstBins()).put("Bins B", r.secondBins());
      row.putLast("Backend", r.run().backend()).putLast("Note", note);
    }
    return table;
  }

  private static void putColocalization(Table.Row row, Colocalization c, double pearson) {
    row.put("Spearman rho", c.spearman()).put("Kendall tau-b", c.kendall());
    row.put("Li ICQ", c.icq());
    row.put("Regression slope", c.slope()).put("Regression intercept", c.intercept());
    row.put("Costes threshold A", c.firstThreshold());
    row.put("Costes threshold B", c.secondThreshold());
    row.put("Costes search", words(c.costes(), pearson));
    row.put("Above Costes (voxels)", c.above());
    row.put("Pearson r above Costes", c.pearsonAbove());
    row.put("Pearson r below Costes", c.pearsonBelow());
    row.put("Manders M1 Costes", c.mandersFirst()).put("Manders M2 Costes", c.mandersSecond());
  }

  private static void putShuffling(Table.Row row, Colocalization c, Values values, int depth) {
    if (values.integer("randomisations") > 0) {
      int[] block = JointHistogramCommand.block(values, depth);
      row.put("Randomisations", values.integer("randomisations"));
      row.put("Block (voxels)", block[0] + " x " + block[1] + " x " + block[2]);
      row.put("Seed", values.longInteger("seed"));
      row.put("Blocks", c.blocks()).put("Pearson r of blocks", c.blocksPearson());
      row.put("Shuffled r mean", c.shuffledMean()).put("Shuffled r SD", c.shuffledSd());
      row.put("Shuffled r below (fraction)", c.shuffledBelow());
    }
  }

  private static String words(Colocalization.Costes end, double pearson) {
    switch (end) {
      case FOUND:
        return "found";
      case LOWEST:
        return "r is above 0 below every threshold; the lowest is taken";
      default:
        return "no thresholds: r is not " + (Double.isNaN(pearson) ? "defined" : "above 0");
    }
  }

  /** In shown values, without a comma. */
  private static String range(double[] raw, InputImage image) {
    double[] shown = JointHistogramImage.shown(raw, image);
    return Table.text(shown[0]) + " to " + Table.text(shown[1]);
  }

  /**
   * One line for each count above 0.
   *
   * @param listener may stop it, by a CancellationException
   */
  static void writeCounts(
      List<JointHistogramResult> results, boolean perSlice, Path path, ProgressListener listener)
      throws IOException {
    try (Writer out = StoppableStream.text(path, StandardCharsets.UTF_8, listener)) {
      out.write((perSlice ? "Slice," : "") + "Bin A,Bin B,Count\n");
      for (int i = 0; i < results.size(); i++) {
        JointHistogramResult result = results.get(i);
        String slice = perSlice ? (i + 1) + "," : "";
        for (int b = 0; b < result.secondBins(); b++) {
          listener.throwIfStopped();
          for (int a = 0; a < result.firstBins(); a++) {
            if (result.count(a, b) != 0) {
              out.write(slice + a + "," + b + "," + result.count(a, b) + "\n");
            }
          }
        }
      }
    }
  }
}
