// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.Skeleton2DResult;

/** Thins slices and writes the files that were asked for: what menu and command line share. */
final class Skeleton2DRun implements AutoCloseable {
  /** The keys of files. */
  static final String[] FILES = {"output", "save"};

  final Skeleton2DResult result;
  final Table table;

  private Skeleton2DRun(Skeleton2DResult result, Table table) {
    this.result = result;
    this.table = table;
  }

  /** Thins; title is that of the image. */
  static Skeleton2DRun thin(
      String title,
      BinaryVolume volume,
      Calibration calibration,
      Values values,
      OutputFiles outputs,
      ProgressListener listener)
      throws IOException {
    Skeleton2DResult result = Skeleton2DParameters.skeleton(values).thin(volume, listener);
    try {
      Table table = Skeleton2DTable.of(title, result, values);
      if (outputs.has("output")) {
        outputs.write(
            "output", path -> BinaryStackFile.write(result.skeleton(), calibration, path));
      }
      outputs.write("save", table);
      outputs.commit();
      return new Skeleton2DRun(result, table);
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
