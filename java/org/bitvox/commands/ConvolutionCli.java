// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.ProgressListener;

/** Convolution of a file; prints what was done. */
final class ConvolutionCli implements CliOperation {
  @Override
  public Parameters parameters() {
    return ConvolutionParameters.ALL;
  }

  @Override
  public void run(Values values, PrintStream out, ProgressListener listener) throws IOException {
    PixelSource input = PixelSource.file("input", values);
    List<Path> inputs = new ArrayList<>(input.files());
    if (values.has("kernel_file")) {
      inputs.add(InputFiles.existing(values.text("kernel_file")));
    }
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, "output")) {
      out.print(ConvolutionRun.apply(input, values, outputs, null, listener).summary().lines());
    }
  }
}
