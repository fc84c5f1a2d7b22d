// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Skeleton 3D... */
public final class Skeleton3DCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      if (Macro.getOptions() == null) {
        Images.current(); // before a dialog is filled in for nothing
      }
      Values values = MenuValues.get(Messages.SKELETON_3D, Skeleton3DParameters.ALL);
      if (values != null) {
        thin(Images.input(values), values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.SKELETON_3D, e);
    }
  }

  private static void thin(ImagePlus image, Values values) throws IOException {
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
      IJ.showStatus(Messages.SKELETON_3D);
      volume = Images.volume(image, foreground, listener);
      anchors = fixed == null ? null : Images.volume(fixed, Foreground.binary(), listener);
      try (Skeleton3DRun run =
          Skeleton3DRun.thin(
              image.getTitle(), volume, anchors, calibration, values, outputs, listener)) {
        show(run, image);
      }
    } finally {
      Images.close(volume);
      Images.close(anchors);
      image.unlock();
    }
  }

  private static void show(Skeleton3DRun run, ImagePlus image) {
    ResultsTable results = ResultsTable.getResultsTable();
    run.table.appendTo(results);
    results.show("Results");
    if (!run.result.note().isEmpty()) {
      IJ.log(Messages.SKELETON_3D + ": " + run.result.note());
    }
    Images.show(SkeletonImage.of(run.result.skeleton(), image));
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.ran(Messages.SKELETON_3D, run.result.backend()));
  }
}
