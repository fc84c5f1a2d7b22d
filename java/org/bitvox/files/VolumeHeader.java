// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** What the header of a volume says, whatever the format. Sizes are checked by what reads it. */
final class VolumeHeader {
  private static final double NEAR = 1e-5;
  private static final double NEARLY_ONE = 1e-3;

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

  /** Whether nothing is known of the size of a voxel along x, y and z. */
  private final boolean[] sizeless = {true, true, true};

  VolumeHeader(String name) {
    this.name = name;
  }

  /** Whether values are others than those that are stored. */
  boolean isScaled() {
    return slope != 1 || intercept != 0;
  }

  /** Sets the size of a voxel along an axis; 0 and what is no number stand for one not known. */
  void spacing(int axis, double size) {
    double length = ShortestDecimal.of(Math.abs(size));
    boolean known = length > 0 && !Double.isInfinite(length);
    double used = known ? length : 1;
    sizeless[axis] = !known;
    if (known && size < 0) {
      notes.add(name + ": " + VolumeMessages.negative(axis, -length));
    }
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
  }

  /** Along which axes there are several voxels, of a size that is not known: "xz". */
  String axesWithoutSize() {
    String axes = "";
    for (int axis = 0; axis < 3; axis++) {
      axes += sizeless[axis] && sizes[axis] > 1 ? "xyz".substring(axis, axis + 1) : "";
    }
    return axes;
  }

  /** What another field says of the size of a voxel, which is used if they are not the same. */
  void alsoSpacing(int axis, double size, String field, String other) {
    double before = sizeless[axis] ? 0 : spacing(axis);
    if (Math.abs(before - size) <= NEAR * size) {
      return; // of which the one before has fewer digits lost
    }
    if (before > 0) {
      notes.add(name + ": " + VolumeMessages.otherSize(axis, before, field, size, other));
    }
    spacing(axis, size);
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
    for (int axis = 0; axis < 3; axis++) {
      double length =
          Math.hypot(Math.hypot(direction[axis], direction[3 + axis]), direction[6 + axis]);
      if (Math.abs(length - 1) > NEARLY_ONE) {
        notes.add(name + ": its axes have no directions of length 1; its place is left out.");
        return;
      }
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
