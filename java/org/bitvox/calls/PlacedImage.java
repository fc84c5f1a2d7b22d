// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import org.bitvox.files.LengthUnits;
import org.bitvox.files.Looks;
import org.bitvox.files.PixelType;
import org.bitvox.files.Placement;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Values;

/**
 * Voxels that lie somewhere: how many there are, how large they are, and the formats of results
 * that lie where they lie.
 */
abstract class PlacedImage {
  final Values values;

  PlacedImage(Values values) {
    this.values = values;
  }

  /** What tables and messages call it: its title, with the ID where others have it; its file. */
  public abstract String name();

  /** Its title, or the name of its file. */
  abstract String title();

  /** Voxels along x. */
  public abstract int width();

  /** Voxels along y. */
  public abstract int height();

  /** Slices, of each channel and frame. */
  public abstract int depth();

  /** All of them. */
  public final long voxels() {
    return (long) width() * height() * depth();
  }

  /** Values a voxel: 1 but for a command that takes series. */
  public int channels() {
    return 1;
  }

  /** Points in time: 1 but for a command that takes series. */
  public int frames() {
    return 1;
  }

  /** 8, 16 or 32. */
  public abstract int bitDepth();

  /** As ImageJ has it, with one unit of length where units are known. */
  public abstract Calibration calibration();

  /** Where it lies in the space of a scanner; null where that is not known. */
  public Placement placement() {
    return null;
  }

  /** How ImageJ shows it; null for a grey image. */
  public Looks looks() {
    return null;
  }

  /** Whether ImageJ shows 0 as white. */
  public abstract boolean invertedLut();

  /** The label of a slice, of those of all channels and frames, or null. */
  abstract String label(int z);

  /** The size of a voxel, whose depth does not matter to an operation within slices. */
  public final Scale scale() {
    Scale scale = Scale.of(calibration(), depth());
    return values.declares("per_slice") && values.flag("per_slice") ? scale.inSlices() : scale;
  }

  /**
   * The size of a voxel, whose lengths along different axes can be compared.
   *
   * @throws IllegalArgumentException if their units are not known
   */
  public final Scale comparableScale() {
    return comparable(scale());
  }

  /**
   * The same of a pixel: the depth does not matter.
   *
   * @throws IllegalArgumentException if the units of width and height are not known
   */
  public final Scale comparableScaleInSlices() {
    return comparable(scale().inSlices());
  }

  private Scale comparable(Scale scale) {
    if (scale.isMixed()) {
      throw new IllegalArgumentException(
          name()
              + ": its voxels are "
              + scale.words()
              + "; lengths need one unit, or units that are known, so correct its properties ("
              + LengthUnits.KNOWN
              + ")");
    }
    return scale;
  }

  /**
   * The size of a voxel, to compute with.
   *
   * @throws IllegalArgumentException if results could be infinite, or lost
   */
  public final Scale usableScale() {
    Scale scale = comparableScale();
    if (!scale.usable()) {
      throw new IllegalArgumentException(
          name()
              + ": its voxels are "
              + scale.words()
              + "; sizes of 1e-30 to 1e30 that differ by a factor of 1e6 at most can be measured, so"
              + " correct its properties");
    }
    return scale;
  }

  /**
   * Lays the image on another, voxel on voxel.
   *
   * @throws IllegalArgumentException unless both have the same size
   */
  public final void requireSizeOf(PlacedImage other) {
    if (width() != other.width() || height() != other.height() || depth() != other.depth()) {
      throw new IllegalArgumentException(
          name()
              + " has "
              + size()
              + " voxels, "
              + other.name()
              + " "
              + other.size()
              + "; they must have the same size");
    }
  }

  private String size() {
    return width() + " x " + height() + " x " + depth();
  }

  /** The title of a result: NAME of NAME.tif with an ending. */
  public final String named(String ending) {
    return Titles.name(title()) + ending;
  }

  /** The format of a result that lies where this image lies, with values of its own. */
  public final StackFormat format(PixelType type) {
    Calibration calibration = calibration().copy();
    calibration.disableDensityCalibration();
    return new StackFormat(width(), height(), depth(), type)
        .calibration(calibration)
        .placement(placement())
        .labels(this::label);
  }

  /**
   * The format of a result with the channels, frames and looks of this image and its values, which
   * lies where another image lies.
   */
  public final StackFormat movedFormat(PlacedImage place) {
    Calibration there = place.calibration();
    Calibration calibration = calibration().copy();
    calibration.pixelWidth = there.pixelWidth;
    calibration.pixelHeight = there.pixelHeight;
    calibration.pixelDepth = there.pixelDepth;
    calibration.xOrigin = there.xOrigin;
    calibration.yOrigin = there.yOrigin;
    calibration.zOrigin = there.zOrigin;
    calibration.setInvertY(there.getInvertY());
    calibration.setUnit(there.getUnit());
    calibration.setYUnit(there.getYUnit());
    calibration.setZUnit(there.getZUnit());
    StackFormat format =
        new StackFormat(place.width(), place.height(), place.depth(), PixelType.ofBits(bitDepth()))
            .channels(channels())
            .frames(frames())
            .calibration(calibration)
            .placement(place.placement())
            .looks(looks());
    return place == this ? format.labels(this::label) : format;
  }

  /** The format of a binary result: 255 looks as it does in this image. */
  public final StackFormat binaryFormat() {
    return format(PixelType.UINT8).invertedLut(invertedLut());
  }
}
