// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.IJ;
import ij.ImagePlus;
import ij.Macro;
import ij.macro.Interpreter;
import ij.measure.Calibration;
import ij.measure.ResultsTable;
import ij.plugin.PlugIn;
import ij.plugin.filter.Analyzer;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;

/** Plugins > Bitvox > Bitvox Granulometry... */
public final class GranulometryCommand implements PlugIn {
  private static final String SUMMARY = Messages.GRANULOMETRY + " Summary";

  @Override
  public void run(String arg) {
    try {
      if (Macro.getOptions() == null) {
        Images.current(); // before a dialog is filled in for nothing
      }
      Values values = MenuValues.get(Messages.GRANULOMETRY, GranulometryParameters.ALL);
      if (values != null) {
        measure(Images.input(values), values);
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      Failures.show(Messages.GRANULOMETRY, e);
    }
  }

  private static void measure(ImagePlus image, Values values) throws IOException {
    Calibration calibration = image.getCalibration();
    Foreground foreground = Thresholds.foreground(values, calibration, image.getBitDepth());
    MapImage map = values.flag("map") ? new MapImage(image) : null;
    ProgressListener listener = new EscapeListener();
    Images.lock(image);
    BinaryVolume volume = null;
    try (OutputFiles outputs =
        OutputFiles.begin(values, Images.files(image), GranulometryRun.FILES)) {
      IJ.showStatus(Messages.GRANULOMETRY);
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

  private static void show(GranulometryRun run, ImagePlus image) {
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
      run.curve.appendTo(results);
      results.show("Results");
    }
    if (!run.note.isEmpty()) {
      IJ.log(Messages.GRANULOMETRY + ": " + run.note);
    }
    if (IJ.getInstance() != null && !Interpreter.isBatchMode()) {
      run.plot().show();
      IJ.selectWindow(image.getID()); // what comes next is about the image, not the plot
    }
    IJ.showProgress(1.0);
    IJ.showStatus(Messages.ran(Messages.GRANULOMETRY, run.result.backend()));
  }
}
