// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What the header of a volume says, whatever the format. Sizes are checked by what reads it. */
final class VolumeHeader {
  /** What the user calls the file. */
  final String name;

  /** Voxels along x, y and z. */
  final long[] sizes = {1, 1, 1};

  /** Values a voxel. */
  long channels = 1;

  /** Points in time. */
  long frames = 1;

  /** Whether the values of a voxel lie side by side; else those of a channel do. */
  boolean interleaved;

  /** The axes of slices, channels (unless interleaved) and frames, the fastest first. */
  String order = "zct";

  SampleType type;
  ByteOrder bytes = ByteOrder.LITTLE_ENDIAN;

  /** A value is slope * what is stored + intercept. */
  double slope = 1;

  double intercept;

  final Calibration calibration = new Calibration();

  /** Null where nothing is known. */
  Placement placement;

  VolumeData data;

  final List<String> notes = new ArrayList<>();

  VolumeHeader(String name) {
    this.name = name;
  }

  /** Whether values are others than those that are stored. */
  boolean isScaled() {
    return slope != 1 || intercept != 0;
  }

  /**
   * Sets the size of a voxel along an axis; 0 and what is no number stand for 1.
   *
   * @return whether it was a size
   */
  boolean spacing(int axis, double size) {
    double length = Math.abs(size);
    boolean known = length > 0 && !Double.isInfinite(length);
    double used = known ? length : 1;
    switch (axis) {
      case 0:
        calibration.pixelWidth = used;
        break;
      case 1:
        calibration.pixelHeight = used;
        break;
      default:
        calibration.pixelDepth = used;
        break;
    }
    return known;
  }

  /** Says where it lies; what is no number is left out. */
  void place(double[] origin, double[] direction, String space) {
    double sum = 0;
    for (double number : origin) {
      sum += Math.abs(number);
    }
    for (double number : direction) {
      sum += Math.abs(number);
    }
    if (Double.isNaN(sum) || Double.isInfinite(sum)) {
      notes.add(name + ": its place in space is no number and is left out.");
      return;
    }
    placement = new Placement(origin, direction, space);
    String note = PlacementWords.note(placement, name);
    if (!note.isEmpty()) {
      notes.add(note);
    }
  }

  /** The size of a voxel along an axis. */
  double spacing(int axis) {
    return axis == 0
        ? calibration.pixelWidth
        : axis == 1 ? calibration.pixelHeight : calibration.pixelDepth;
  }
}
