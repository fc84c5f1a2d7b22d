// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Plugins > Bitvox > Bitvox Joint Histogram... */
public final class JointHistogramCommand extends MenuEntry {
  /** Called by ImageJ. */
  public JointHistogramCommand() {
    super(Messages.JOINT_HISTOGRAM, JointHistogramParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    PixelSource first = PixelSource.open("input", values);
    PixelSource second = PixelSource.open("second", values);
    PixelSource mask = values.has("mask") ? PixelSource.open("mask", values) : null;
    List<Path> inputs = PixelSource.paths(first, second, mask);
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, JointHistogramRun.FILES)) {
      JointHistogramRun run =
          JointHistogramRun.measure(first, second, mask, values, outputs, new EscapeListener());
      Results.append(run.table);
      Images.show(run.image());
      Images.show(run.logarithms());
      done(Messages.ran(run.results.get(0).backend()), run.results.get(0).note());
    }
  }
}
