// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.ProgressListener;

/** Joint histogram of two files; prints the statistics. */
final class JointHistogramCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return JointHistogramParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    List<PixelSource> files = PixelSource.files(values, "input", "second", "mask");
    PixelSource first = files.get(0);
    PixelSource second = files.get(1);
    PixelSource mask = files.size() > 2 ? files.get(2) : null;
    List<Path> inputs = PixelSource.paths(first, second, mask);
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, JointHistogramRun.FILES)) {
      JointHistogramRun run =
          JointHistogramRun.measure(first, second, mask, values, outputs, listener);
      out.print(values.flag("per_slice") ? run.table.csv() : run.table.lines());
    }
  }
}
