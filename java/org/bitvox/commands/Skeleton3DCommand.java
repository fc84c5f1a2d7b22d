// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.ImagePlus;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Skeleton 3D... */
public final class Skeleton3DCommand extends MenuEntry {
  /** Called by ImageJ. */
  public Skeleton3DCommand() {
    super(Messages.SKELETON_3D, Skeleton3DParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    ImagePlus image = Images.input(values);
    ImagePlus fixed = values.has("anchors") ? Images.titled(values.text("anchors")) : null;
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    ProgressListener listener = new EscapeListener();
    List<Path> inputs = new ArrayList<>(Images.files(image));
    if (fixed != null) {
      inputs.addAll(Images.files(fixed));
    }
    Images.lock(image);
    BinaryVolume volume = null;
    BinaryVolume anchors = null;
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, Skeleton3DRun.FILES)) {
      volume = Images.volume(image, foreground, listener);
      anchors = fixed == null ? null : Images.volume(fixed, Foreground.binary(), listener);
      try (Skeleton3DRun run =
          Skeleton3DRun.thin(
              image.getTitle(), volume, anchors, calibration, values, outputs, listener)) {
        Results.append(run.table);
        Images.show(SkeletonImage.of(run.result.skeleton(), image));
        done(Messages.ran(run.result.backend()), run.result.note());
      }
    } finally {
      Images.close(volume);
      Images.close(anchors);
      image.unlock();
    }
  }
}
