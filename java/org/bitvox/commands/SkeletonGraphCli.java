// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** The graph of a skeleton in a file; prints the summary. */
final class SkeletonGraphCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return SkeletonGraphParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    List<StackFile> files = StackFile.open(values, "input", "distances");
    StackFile file = files.get(0);
    Foreground foreground = Thresholds.foreground(values, file.calibration(), file.bitDepth());
    try (OutputFiles outputs =
            OutputFiles.begin(
                values,
                files.stream().map(StackFile::path).collect(Collectors.toList()),
                SkeletonGraphRun.FILES);
        BitVolume volume = SliceLoader.load(file, foreground, 0, listener);
        SkeletonGraphRun run =
            SkeletonGraphRun.trace(
                file.name(),
                volume,
                files.size() == 1 ? null : DistanceMaps.of(files.get(1)),
                file.calibration(),
                values,
                outputs,
                listener)) {
      out.print(run.summary.lines());
    }
  }
}
