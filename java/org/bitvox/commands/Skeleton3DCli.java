// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** The skeleton of a file; prints the table. */
final class Skeleton3DCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return Skeleton3DParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    List<StackFile> files = StackFile.open(values, "input", "anchors");
    StackFile file = files.get(0);
    Foreground foreground = Thresholds.foreground(values, file.calibration(), file.bitDepth());
    try (OutputFiles outputs =
            OutputFiles.begin(
                values,
                files.stream().map(StackFile::path).collect(Collectors.toList()),
                Skeleton3DRun.FILES);
        BitVolume volume = SliceLoader.load(file, foreground, values.integer("threads"), listener);
        BitVolume anchors =
            files.size() == 1
                ? null
                : SliceLoader.load(
                    files.get(1), Foreground.binary(), values.integer("threads"), listener);
        Skeleton3DRun run =
            Skeleton3DRun.thin(
                file.name(), volume, anchors, file.calibration(), values, outputs, listener)) {
      out.print(run.table.lines());
      if (!run.result.note().isEmpty()) {
        out.println("Note: " + run.result.note());
      }
    }
  }
}
