// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import ij.plugin.filter.Analyzer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Skeleton Graph... */
public final class SkeletonGraphCommand implements PlugIn {
  private static final String SUMMARY = Messages.SKELETON_GRAPH + " Summary";

  @Override
  public void run(String arg) {
    try {
      if (Macro.getOptions() == null) {
        Images.current(); // before a dialog is filled in for nothing
      }
      Values values = MenuValues.get(Messages.SKELETON_GRAPH, SkeletonGraphParameters.ALL);
      if (values != null) {
        trace(Images.input(values), values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.SKELETON_GRAPH, e);
    }
  }

  private static void trace(ImagePlus image, Values values) throws IOException {
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
      IJ.showStatus(Messages.SKELETON_GRAPH);
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

  private static void show(SkeletonGraphRun run, ImagePlus image) {
    ResultsTable summary = ResultsTable.getResultsTable(SUMMARY);
    if (summary == null) {
      summary = new ResultsTable();
      summary.setNaNEmptyCells(true); // images in different units have different columns
    }
    run.summary.appendTo(summary);
    if (IJ.getInstance() != null) { // saveAs("Results", ...) saves the table in front
      summary.show(SUMMARY);
    }
    if (Analyzer.resetCounter()) { // asks whether to save other measurements
      ResultsTable results = ResultsTable.getResultsTable();
      results.reset();
      run.branches.appendTo(results);
      results.show("Results");
    }
    if (run.result.prunedBranches() > 0) {
      Images.show(SkeletonImage.of(run.result.skeleton(), image, "_pruned"));
    }
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.SKELETON_GRAPH + ": " + run.result.branches().size() + " branches");
  }
}
