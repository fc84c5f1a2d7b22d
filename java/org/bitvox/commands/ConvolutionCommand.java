// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.measure.Calibration;
import ij.plugin.PlugIn;
import java.io.IOException;

/** Plugins > Bitvox > Bitvox Convolve... */
public final class ConvolutionCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      Values values = MenuValues.get(Messages.CONVOLVE, ConvolutionParameters.ALL);
      if (values != null) {
        convolve(PixelSource.open("input", values), values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.CONVOLVE, e);
    }
  }

  private static void convolve(PixelSource input, Values values) throws IOException {
    ImageStack stack = new ImageStack(input.width(), input.height());
    try (OutputFiles outputs = OutputFiles.begin(values, input.files(), "output")) {
      IJ.showStatus(Messages.CONVOLVE);
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

  private static void show(PixelSource input, ImageStack stack, ConvolutionRun run, Values values) {
    String title = Images.unusedTitle(Images.name(input.name()) + "_convolved");
    ImagePlus image = new ImagePlus(title, stack);
    Calibration calibration = input.calibration().copy();
    if (values.text("result").equals("float")) {
      calibration.disableDensityCalibration();
    }
    image.setCalibration(calibration);
    image.resetDisplayRange();
    Images.show(image);
    if (values.text("kernel").equals("file") && run.report.separable()) {
      IJ.log(Messages.CONVOLVE + ": " + Messages.SEPARABLE);
    }
    if (!run.report.note().isEmpty()) {
      IJ.log(Messages.CONVOLVE + ": " + run.report.note());
    }
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.ran(Messages.CONVOLVE, run.report.backend()));
  }
}
