// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Skeleton 2D... */
public final class Skeleton2DCommand extends MenuEntry {
  /** Called by ImageJ. */
  public Skeleton2DCommand() {
    super(Messages.SKELETON_2D, Skeleton2DParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    ImagePlus image = Images.input(values);
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    ProgressListener listener = new EscapeListener();
    Images.lock(image);
    BinaryVolume volume = null;
    try (OutputFiles outputs =
        OutputFiles.begin(values, Images.files(image), Skeleton2DRun.FILES)) {
      volume = Images.volume(image, foreground, listener);
      try (Skeleton2DRun run =
          Skeleton2DRun.thin(image.getTitle(), volume, calibration, values, outputs, listener)) {
        Results.append(run.table);
        Images.show(SkeletonImage.of(run.result.skeleton(), image));
        done(Messages.ran(run.result.backend()), Skeleton2DTable.note(run.result));
      }
    } finally {
      Images.close(volume);
      image.unlock();
    }
  }
}
