// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import org.bitvox.Convolution;
import org.bitvox.ConvolutionReport;
import org.bitvox.GreyImage;
import org.bitvox.GreySliceReceiver;
import org.bitvox.ProgressListener;

/** Convolves and writes the file that was asked for: what menu and command line share. */
final class ConvolutionRun {
  final ConvolutionReport report;
  private final PixelSource input;
  private final Values values;

  private ConvolutionRun(PixelSource input, Values values, ConvolutionReport report) {
    this.input = input;
    this.values = values;
    this.report = report;
  }

  /**
   * Convolves.
   *
   * @param receiver gets the result as well as the file, or null
   */
  static ConvolutionRun apply(
      PixelSource input,
      Values values,
      OutputFiles outputs,
      GreySliceReceiver receiver,
      ProgressListener listener)
      throws IOException {
    Convolution convolution =
        ConvolutionParameters.convolution(
            values, ConvolutionParameters.kernel(values, input.calibration(), input.depth()));
    int threads = values.integer("threads");
    GreyImage image =
        values.text("result").equals("float")
            ? input.loadShown(threads, listener)
            : input.load(threads, listener);
    try {
      ConvolutionReport report =
          outputs.has("output")
              ? outputs.write(
                  "output",
                  path -> applyInto(path, input, image, convolution, values, receiver, listener))
              : convolution.apply(image, receiver, listener);
      outputs.commit();
      return new ConvolutionRun(input, values, report);
    } finally {
      PixelSource.close(image);
    }
  }

  private static ConvolutionReport applyInto(
      Path path,
      PixelSource input,
      GreyImage image,
      Convolution convolution,
      Values values,
      GreySliceReceiver receiver,
      ProgressListener listener)
      throws IOException {
    int bits = values.text("result").equals("same") ? input.bitDepth() : 32;
    Calibration scale = input.calibration();
    try (TiffWriter writer =
        new TiffWriter(path, input.width(), input.height(), input.depth(), bits, scale, null)) {
      ConvolutionReport report = convolution.apply(image, writer.receiver(receiver), listener);
      writer.finish();
      return report;
    }
  }

  /** What was done. */
  Table summary() {
    Table table = new Table();
    table
        .addRow()
        .put("Image", input.name())
        .put("Kernel", values.text("kernel"))
        .put("Applied", report.separable() ? "as rows along the axes" : "as a whole")
        .put("Edges", values.text("edges"))
        .put("Backend", report.backend())
        .put("Note", report.note());
    return table;
  }
}
