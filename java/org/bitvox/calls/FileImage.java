// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.files.LengthUnits;
import org.bitvox.files.Looks;
import org.bitvox.files.PixelType;
import org.bitvox.files.Placement;
import org.bitvox.files.SliceLoader;
import org.bitvox.files.StackFile;
import org.bitvox.parameters.Values;

/** An image in a file. */
final class FileImage extends InputImage {
  private final StackFile file;
  private final Calibration calibration;

  private FileImage(
      StackFile file, Calibration calibration, Values values, ProgressListener progress) {
    super(values, progress);
    this.file = file;
    this.calibration = calibration;
    file.keepOpen();
  }

  /** With the size of a voxel that the file says. */
  static FileImage of(StackFile file, Values values, ProgressListener progress) {
    return new FileImage(file, LengthUnits.inOne(file.calibration()), values, progress);
  }

  /** With the size of a voxel that the caller says, if he does. */
  static FileImage ofInput(StackFile file, Values values, ProgressListener progress) {
    return VoxelSize.isGiven(values)
        ? new FileImage(file, VoxelSize.of(values, file.calibration()), values, progress)
        : of(file, values, progress);
  }

  @Override
  String scaleNote() {
    Scale scale = scale();
    String axes = scale.flat ? file.axesWithoutSize().replace("z", "") : file.axesWithoutSize();
    return axes.isEmpty() || VoxelSize.isGiven(values) || !scale.calibrated()
        ? ""
        : name()
            + " does not say "
            + (axes.equals("z")
                ? "the distance of its slices"
                : "the size of its voxels along " + String.join(" and ", axes.split("")))
            + ": 1 "
            + scale.unit
            + " is taken. Say the size of a voxel (voxel_size=X,Y,Z"
            + scale.unit
            + ").";
  }

  @Override
  public String name() {
    return file.name();
  }

  @Override
  double loadedBytes(boolean bits) {
    return voxels() * (bits ? 1 : (double) bitDepth()) / Byte.SIZE;
  }

  @Override
  String title() {
    return file.name();
  }

  @Override
  public int width() {
    return file.width();
  }

  @Override
  public int height() {
    return file.height();
  }

  @Override
  public int depth() {
    return file.slices();
  }

  @Override
  public int channels() {
    return file.channels();
  }

  @Override
  public int frames() {
    return file.frames();
  }

  @Override
  public int bitDepth() {
    return file.bitDepth();
  }

  @Override
  public Calibration calibration() {
    return calibration;
  }

  @Override
  public Placement placement() {
    return file.placement();
  }

  @Override
  public Object slice(int z) throws IOException {
    return file.readSlice(z);
  }

  @Override
  public Object slice(int channel, int frame, int z) throws IOException {
    return file.part(channel, frame).readSlice(z);
  }

  @Override
  public boolean isRgb() {
    return file.isRgb() && file.channels() == 3 && file.bitDepth() == Byte.SIZE;
  }

  @Override
  public int[] colours(int frame, int z) throws IOException {
    if (!isRgb()) {
      throw withoutColours();
    }
    return file.readColours(frame * depth() + z);
  }

  /** Those of the file, unless it says that they stand for others. */
  @Override
  public PixelType storedType() {
    return isCalibrated() ? super.storedType() : PixelType.of(file.sampleType());
  }

  /** ImageJ's pixels have no sign: that what they stand for has one is no calibration. */
  @Override
  public boolean isCalibrated() {
    return file.isCalibrated();
  }

  @Override
  public Object stored(int slice) throws IOException {
    return isCalibrated() ? super.stored(slice) : file.readValues(slice);
  }

  @Override
  String label(int z) {
    return null;
  }

  @Override
  public Looks looks() {
    return file.looks();
  }

  @Override
  public boolean invertedLut() {
    return file.invertedLut();
  }

  @Override
  public List<Path> files() {
    return file.paths();
  }

  @Override
  void closeFile() {
    file.close();
  }

  @Override
  public boolean isInBlocks() {
    return file.isInBlocks();
  }

  @Override
  BinaryVolume load(Foreground foreground) throws IOException {
    if (isInBlocks()) {
      return file.inBlocks(foreground);
    }
    BitVolume bits = file.load(foreground, progress);
    return kept(bits != null ? bits : SliceLoader.load(file, foreground, threads(), progress));
  }

  @Override
  GreyImage loadRaw(int channel, int frame, ProgressListener listener) throws IOException {
    return loadRaw(file.part(channel, frame), listener);
  }

  @Override
  public GreyImage greySlices(int first, int count, ProgressListener listener) throws IOException {
    return loadRaw(file.someSlices(first, count), listener);
  }

  @Override
  public GreyImage allSlices() throws IOException {
    return loadRaw(file, progress);
  }

  private GreyImage loadRaw(StackFile part, ProgressListener listener) throws IOException {
    if (isInBlocks()) {
      return part.inBlocks(bitDepth(), (pixels, stopped) -> pixels);
    }
    return kept(
        SliceLoader.loadGrey(part, bitDepth(), (pixels, stopped) -> pixels, threads(), listener));
  }

  @Override
  GreyImage loadAs(int bits, BiFunction<Object, BooleanSupplier, Object> values)
      throws IOException {
    if (isInBlocks()) {
      return file.inBlocks(bits, values);
    }
    return kept(SliceLoader.loadGrey(file, bits, values, threads(), progress));
  }

  @Override
  String roundingNote() {
    return file.roundingNote();
  }

  @Override
  String lateNote() {
    return file.lateNote();
  }

  private int threads() {
    return values.declares("threads") ? values.integer("threads") : 0;
  }
}
