// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SkeletonGraphResult;

/** Traces a skeleton and writes the files that were asked for: for menu and command line. */
final class SkeletonGraphRun implements AutoCloseable {
  /** The keys of files. */
  static final String[] FILES = {"output", "save", "summary"};

  final SkeletonGraphResult result;
  final Table branches;
  final Table summary;

  private SkeletonGraphRun(SkeletonGraphResult result, Table branches, Table summary) {
    this.result = result;
    this.branches = branches;
    this.summary = summary;
  }

  /**
   * Traces.
   *
   * @param title of the image
   * @param distances or null
   */
  static SkeletonGraphRun trace(
      String title,
      BinaryVolume volume,
      float[][] distances,
      Calibration calibration,
      Values values,
      OutputFiles outputs,
      ProgressListener listener)
      throws IOException {
    Scale scale = Scale.of(calibration, volume.depth());
    SkeletonGraphResult result =
        SkeletonGraphParameters.graph(values, scale, distances).trace(volume, listener);
    try {
      boolean widths = distances != null;
      Table branches = SkeletonGraphTables.branches(result, scale, widths);
      Table summary = SkeletonGraphTables.summary(title, result, scale, widths);
      if (outputs.has("output")) {
        outputs.write(
            "output", path -> BinaryStackFile.write(result.skeleton(), calibration, path));
      }
      outputs.write("save", branches);
      outputs.write("summary", summary);
      outputs.commit();
      return new SkeletonGraphRun(result, branches, summary);
    } catch (Throwable e) {
      result.close();
      throw e;
    }
  }

  @Override
  public void close() {
    result.close();
  }
}
