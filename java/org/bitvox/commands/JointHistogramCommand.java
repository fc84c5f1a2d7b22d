// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Plugins > Bitvox > Bitvox Joint Histogram... */
public final class JointHistogramCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      Values values = MenuValues.get(Messages.JOINT_HISTOGRAM, JointHistogramParameters.ALL);
      if (values != null) {
        measure(values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.JOINT_HISTOGRAM, e);
    }
  }

  private static void measure(Values values) throws IOException {
    if (!values.has("second")) {
      throw new UsageException(Messages.required("the command", "second", "TITLE"));
    }
    PixelSource first = PixelSource.open("input", values);
    PixelSource second = PixelSource.open("second", values);
    PixelSource mask = values.has("mask") ? PixelSource.open("mask", values) : null;
    List<Path> inputs = new ArrayList<>(first.files());
    inputs.addAll(second.files());
    if (mask != null) {
      inputs.addAll(mask.files());
    }
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, JointHistogramRun.FILES)) {
      IJ.showStatus(Messages.JOINT_HISTOGRAM);
      JointHistogramRun run =
          JointHistogramRun.measure(first, second, mask, values, outputs, new EscapeListener());
      show(run);
    }
  }

  private static void show(JointHistogramRun run) {
    ResultsTable results = ResultsTable.getResultsTable();
    run.table.appendTo(results);
    results.show("Results");
    Images.show(run.image());
    Images.show(run.logarithms());
    String note = run.results.get(0).note();
    if (!note.isEmpty()) {
      IJ.log(Messages.JOINT_HISTOGRAM + ": " + note);
    }
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.ran(Messages.JOINT_HISTOGRAM, run.results.get(0).backend()));
  }
}
