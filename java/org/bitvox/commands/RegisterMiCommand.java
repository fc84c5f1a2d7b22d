// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.ImageStack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Plugins > Bitvox > Bitvox Register by MI... */
public final class RegisterMiCommand extends MenuEntry {
  /** Called by ImageJ. */
  public RegisterMiCommand() {
    super(Messages.REGISTER_MI, RegisterMiParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    PixelSource input = PixelSource.open("input", values);
    PixelSource second = PixelSource.open("second", values);
    List<Path> inputs = PixelSource.paths(input, second);
    ImageStack stack = new ImageStack(second.width(), second.height());
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, RegisterMiRun.FILES)) {
      RegisterMiRun run =
          RegisterMiRun.apply(
              input,
              second,
              values,
              outputs,
              (z, pixels) -> stack.addSlice("", pixels),
              new EscapeListener());
      Results.append(run.table);
      String title = Images.unusedTitle(Images.name(input.name()) + "_registered");
      ImagePlus image = new ImagePlus(title, stack);
      image.setCalibration(RegisterMiRun.calibration(input, second));
      image.resetDisplayRange();
      Images.show(image);
      done(Messages.ran(run.result.backend()), run.result.note());
    }
  }
}
