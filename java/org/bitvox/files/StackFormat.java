// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.awt.image.IndexColorModel;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Shape, type and looks of a new stack. Its slices are in ImageJ's order: the channel changes
 * fastest, then z, then the frame.
 */
public final class StackFormat {
  /** Voxels along x. */
  public final int width;

  /** Voxels along y. */
  public final int height;

  /** Voxels along z. */
  public final int depth;

  /** Of every voxel. */
  public final PixelType type;

  private int channels = 1;
  private int frames = 1;
  private Calibration calibration = new Calibration();
  private Placement placement;
  private IndexColorModel colours;
  private boolean invertedLut;
  private boolean composite;
  private DisplayRange.Kind range = DisplayRange.Kind.ALL;
  private Looks looks;
  private IntFunction<String> labels = slice -> null;

  /** The same of another type, with values that need no calibration. */
  StackFormat of(PixelType other) {
    StackFormat same = new StackFormat(width, height, depth, other);
    same.channels = channels;
    same.frames = frames;
    same.calibration = calibration.copy();
    same.calibration.disableDensityCalibration();
    same.placement = placement;
    same.colours = colours;
    same.invertedLut = invertedLut;
    same.composite = composite;
    same.range = range;
    same.looks = looks;
    same.labels = labels;
    return same;
  }

  /** One channel and one frame, grey, without a voxel size. */
  public StackFormat(int width, int height, int depth, PixelType type) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.type = type;
  }

  /** So many values for each voxel, such as the components of a vector. */
  public StackFormat channels(int value) {
    channels = value;
    return this;
  }

  /** So many points in time. */
  public StackFormat frames(int value) {
    frames = value;
    return this;
  }

  /** ImageJ lays the channels over one another, the first red, the second green. */
  public StackFormat composite() {
    composite = true;
    return this;
  }

  /** Which values are those between black and white. */
  public StackFormat range(DisplayRange.Kind value) {
    range = value;
    return this;
  }

  /** How ImageJ shows it; null for grey, from the smallest to the largest value. */
  public StackFormat looks(Looks value) {
    looks = value;
    return this;
  }

  /** The size of a voxel; ImageJ's window also takes the rest of the calibration. */
  public StackFormat calibration(Calibration value) {
    calibration = value;
    return this;
  }

  /** Where it lies in the space of a scanner; null where nothing is known. */
  public StackFormat placement(Placement value) {
    placement = value;
    return this;
  }

  /** A colour table, from 0 to the largest value. */
  public StackFormat colours(IndexColorModel value) {
    colours = value;
    return this;
  }

  /** Shows 0 as white and the largest value as black. */
  public StackFormat invertedLut(boolean value) {
    invertedLut = value;
    return this;
  }

  /** Labels of the slices, from 0, in ImageJ's window; null for none. */
  public StackFormat labels(IntFunction<String> value) {
    labels = value;
    return this;
  }

  /** Values a voxel. */
  public int channels() {
    return channels;
  }

  /** Points in time. */
  public int frames() {
    return frames;
  }

  /** Slices of all channels and frames. */
  public int slices() {
    return Math.multiplyExact(Math.multiplyExact(channels, depth), frames);
  }

  /** Whether a stack is more than one of channels, slices and frames. */
  public boolean isHyperstack() {
    return IntStream.of(channels, depth, frames).filter(size -> size > 1).count() > 1;
  }

  /** Voxel size and more. */
  public Calibration calibration() {
    return calibration;
  }

  /** Where it lies in space, or null. */
  public Placement placement() {
    return placement;
  }

  /** The colour table, or null for grey. */
  public IndexColorModel colours() {
    return colours;
  }

  /** Whether 0 is white. */
  public boolean invertedLut() {
    return invertedLut;
  }

  /** How ImageJ shows it, or null. */
  public Looks looks() {
    return looks;
  }

  /** Whether the channels are laid over one another. */
  public boolean isComposite() {
    return composite;
  }

  /**
   * Whether its channels are red, green and blue with more values than are shown: all have the same
   * range between black and white, or ImageJ would give each its own, which changes colours.
   */
  public boolean hasOneRange() {
    return composite && channels == 3 && type == PixelType.UINT16;
  }

  /** Which values are those between black and white. */
  public DisplayRange.Kind range() {
    return range;
  }

  /** The label of a slice, or null. */
  public String label(int slice) {
    return labels.apply(slice);
  }

  /** Of the pixels of a slice in the Java heap. */
  public long heapBytes() {
    return type == PixelType.RGB ? (long) width * height * Integer.BYTES : sliceBytes();
  }

  /** Of the pixels of a slice in files. */
  public long sliceBytes() {
    return (long) width * height * type.bytes;
  }
}
