// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.ProgressListener;

/** Registration of two files; prints the motion. */
final class RegisterMiCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return RegisterMiParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    List<PixelSource> files = PixelSource.files(values, "input", "second");
    PixelSource input = files.get(0);
    PixelSource second = files.get(1);
    List<Path> inputs = PixelSource.paths(input, second);
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, RegisterMiRun.FILES)) {
      RegisterMiRun run =
          RegisterMiRun.apply(input, second, values, outputs, (z, pixels) -> {}, listener);
      out.print(run.table.lines());
    }
  }
}
