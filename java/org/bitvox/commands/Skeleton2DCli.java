// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** The skeletons of the slices of a file; prints the table. */
final class Skeleton2DCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return Skeleton2DParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    StackFile file = StackFile.open(values.text("input"), values);
    Foreground foreground = Thresholds.foreground(values, file.calibration(), file.bitDepth());
    try (OutputFiles outputs =
            OutputFiles.begin(values, Collections.singletonList(file.path()), Skeleton2DRun.FILES);
        BitVolume volume = SliceLoader.load(file, foreground, values.integer("threads"), listener);
        Skeleton2DRun run =
            Skeleton2DRun.thin(
                file.name(), volume, file.calibration(), values, outputs, listener)) {
      out.print(run.table.lines());
    }
  }
}
