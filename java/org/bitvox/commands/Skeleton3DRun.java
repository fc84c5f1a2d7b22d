// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import java.io.IOException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.Skeleton3DResult;

/** Thins a volume and writes the files that were asked for: what menu and command line share. */
final class Skeleton3DRun implements AutoCloseable {
  /** The keys of files. */
  static final String[] FILES = {"output", "save"};

  final Skeleton3DResult result;
  final Table table;

  private Skeleton3DRun(Skeleton3DResult result, Table table) {
    this.result = result;
    this.table = table;
  }

  /**
   * Thins.
   *
   * @param title of the image
   * @param anchors or null
   */
  static Skeleton3DRun thin(
      String title,
      BinaryVolume volume,
      BinaryVolume anchors,
      Calibration calibration,
      Values values,
      OutputFiles outputs,
      ProgressListener listener)
      throws IOException {
    Skeleton3DResult result = Skeleton3DParameters.skeleton(values, anchors).thin(volume, listener);
    try {
      Table table = Skeleton3DTable.of(title, result, values);
      if (outputs.has("output")) {
        outputs.write(
            "output", path -> BinaryStackFile.write(result.skeleton(), calibration, path));
      }
      outputs.write("save", table);
      outputs.commit();
      return new Skeleton3DRun(result, table);
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
