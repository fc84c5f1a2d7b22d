// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Skeleton 2D... */
public final class Skeleton2DCommand implements PlugIn {
  @Override
  public void run(String arg) {
    try {
      if (Macro.getOptions() == null) {
        Images.current(); // before a dialog is filled in for nothing
      }
      Values values = MenuValues.get(Messages.SKELETON_2D, Skeleton2DParameters.ALL);
      if (values != null) {
        thin(Images.input(values), values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.SKELETON_2D, e);
    }
  }

  private static void thin(ImagePlus image, Values values) throws IOException {
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    ProgressListener listener = new EscapeListener();
    Images.lock(image);
    BinaryVolume volume = null;
    try (OutputFiles outputs =
        OutputFiles.begin(values, Images.files(image), Skeleton2DRun.FILES)) {
      IJ.showStatus(Messages.SKELETON_2D);
      volume = Images.volume(image, foreground, listener);
      try (Skeleton2DRun run =
          Skeleton2DRun.thin(image.getTitle(), volume, calibration, values, outputs, listener)) {
        show(run, image);
      }
    } finally {
      Images.close(volume);
      image.unlock();
    }
  }

  private static void show(Skeleton2DRun run, ImagePlus image) {
    ResultsTable results = ResultsTable.getResultsTable();
    run.table.appendTo(results);
    results.show("Results");
    String note = Skeleton2DTable.note(run.result);
    if (!note.isEmpty()) {
      IJ.log(Messages.SKELETON_2D + ": " + note);
    }
    Images.show(SkeletonImage.of(run.result.skeleton(), image));
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.ran(Messages.SKELETON_2D, run.result.backend()));
  }
}
