// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import java.io.IOException;

/** Plugins > Bitvox > Bitvox Convolve... */
public final class ConvolutionCommand extends MenuEntry {
  /** Called by ImageJ. */
  public ConvolutionCommand() {
    super(Messages.CONVOLVE, ConvolutionParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    PixelSource input = PixelSource.open("input", values);
    ImageStack stack = new ImageStack(input.width(), input.height());
    try (OutputFiles outputs = OutputFiles.begin(values, input.files(), "output")) {
      ConvolutionRun run =
          ConvolutionRun.apply(
              input,
              values,
              outputs,
              (z, pixels) -> stack.addSlice("", pixels),
              new EscapeListener());
      show(input, stack, run, values);
    }
  }

  private void show(PixelSource input, ImageStack stack, ConvolutionRun run, Values values) {
    String title = Images.unusedTitle(Images.name(input.name()) + "_convolved");
    ImagePlus image = new ImagePlus(title, stack);
    Calibration calibration = input.calibration().copy();
    if (values.text("result").equals("float")) {
      calibration.disableDensityCalibration();
    }
    image.setCalibration(calibration);
    image.resetDisplayRange();
    Images.show(image);
    boolean found = values.text("kernel").equals("file") && run.report.separable();
    done(Messages.ran(run.report.backend()), found ? Messages.SEPARABLE : "", run.report.note());
  }
}
