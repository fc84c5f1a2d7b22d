// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Granulometry of a file; prints the summary. */
final class GranulometryCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return GranulometryParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    StackFile file = StackFile.open(values.text("input"), values);
    Foreground foreground = Thresholds.foreground(values, file.calibration(), file.bitDepth());
    try (OutputFiles outputs =
            OutputFiles.begin(
                values, Collections.singletonList(file.path()), GranulometryRun.FILES);
        BitVolume volume =
            SliceLoader.load(file, foreground, values.integer("threads"), listener)) {
      GranulometryRun run =
          GranulometryRun.measure(
              file.name(), volume, file.calibration(), values, outputs, null, listener);
      out.print(run.summary.lines());
    }
  }
}
