// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Granulometry... */
public final class GranulometryCommand extends MenuEntry {
  /** Called by ImageJ. */
  public GranulometryCommand() {
    super(Messages.GRANULOMETRY, GranulometryParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    ImagePlus image = Images.input(values);
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    MapImage map = values.flag("map") ? new MapImage(image) : null;
    ProgressListener listener = new EscapeListener();
    Images.lock(image);
    BinaryVolume volume = null;
    try (OutputFiles outputs =
        OutputFiles.begin(values, Images.files(image), GranulometryRun.FILES)) {
      volume = Images.volume(image, foreground, listener);
      GranulometryRun run =
          GranulometryRun.measure(
              image.getTitle(), volume, calibration, values, outputs, map, listener);
      show(run, image);
      if (map != null) {
        Images.show(map.image());
      }
    } finally {
      Images.close(volume);
      image.unlock();
    }
  }

  private void show(GranulometryRun run, ImagePlus image) {
    Results.append(Messages.GRANULOMETRY + " Summary", run.summary);
    Results.replace(run.curve);
    if (IJ.getInstance() != null && !Interpreter.isBatchMode()) {
      run.plot().show();
      IJ.selectWindow(image.getID()); // what comes next is about the image, not the plot
    }
    done(Messages.ran(run.result.backend()), run.note);
  }
}
