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

/** Plugins > Bitvox > Bitvox Skeleton Graph... */
public final class SkeletonGraphCommand extends MenuEntry {
  /** Called by ImageJ. */
  public SkeletonGraphCommand() {
    super(Messages.SKELETON_GRAPH, SkeletonGraphParameters.ALL);
  }

  @Override
  void run(Values values) throws IOException {
    ImagePlus image = Images.input(values);
    ImagePlus map = values.has("distances") ? Images.titled(values.text("distances")) : null;
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    ProgressListener listener = new EscapeListener();
    List<Path> inputs = new ArrayList<>(Images.files(image));
    if (map != null) {
      inputs.addAll(Images.files(map));
    }
    Images.lock(image);
    BinaryVolume volume = null;
    try (OutputFiles outputs = OutputFiles.begin(values, inputs, SkeletonGraphRun.FILES)) {
      volume = Images.volume(image, foreground, listener);
      float[][] distances = map == null ? null : DistanceMaps.of(map);
      try (SkeletonGraphRun run =
          SkeletonGraphRun.trace(
              image.getTitle(), volume, distances, calibration, values, outputs, listener)) {
        show(run, image);
      }
    } finally {
      Images.close(volume);
      image.unlock();
    }
  }

  private void show(SkeletonGraphRun run, ImagePlus image) {
    Results.append(Messages.SKELETON_GRAPH + " Summary", run.summary);
    Results.replace(run.branches);
    if (run.result.prunedBranches() > 0) {
      Images.show(SkeletonImage.of(run.result.skeleton(), image, "_pruned"));
    }
    done(run.result.branches().size() + " branches");
  }
}
