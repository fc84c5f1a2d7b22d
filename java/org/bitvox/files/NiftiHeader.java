// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The header of NIfTI-1 and NIfTI-2: where its fields are, and what they mean. */
final class NiftiHeader {
  static final int BYTES_1 = 348;
  static final int BYTES_2 = 540;

  private final ByteBuffer bytes;
  private final boolean two;
  private final FileBytes in;

  private NiftiHeader(ByteBuffer bytes, boolean two, FileBytes in) {
    this.bytes = bytes;
    this.two = two;
    this.in = in;
  }

  /** Whether a file begins so. */
  static boolean isIn(byte[] start) {
    return start.length >= 8
        && (isTwo(start) || start.length >= BYTES_1 && size(start) == BYTES_1 && isOne(start));
  }

  /** Either version begins with the length of its header, in either order of bytes. */
  private static int size(byte[] start) {
    int size = ByteBuffer.wrap(start).getInt(0);
    return size == BYTES_1 || size == BYTES_2 ? size : Integer.reverseBytes(size);
  }

  private static boolean isOne(byte[] start) {
    return start[344] == 'n' && (start[345] == '+' || start[345] == 'i') && start[346] == '1';
  }

  private static boolean isTwo(byte[] start) {
    return size(start) == BYTES_2
        && start[4] == 'n'
        && (start[5] == '+' || start[5] == 'i')
        && start[6] == '2';
  }

  /**
   * Reads a header that is there.
   *
   * @param packed whether the whole file is a gzip file
   * @param follow whether the file with the voxels may be anywhere
   */
  static VolumeHeader read(byte[] start, FileBytes in, Path path, String name, boolean packed)
      throws IOException {
    boolean two = isTwo(start);
    if (two && start.length < BYTES_2) {
      throw in.problem(VolumeMessages.missing("magic"));
    }
    ByteBuffer bytes = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN);
    if (bytes.getInt(0) != (two ? BYTES_2 : BYTES_1)) {
      bytes.order(ByteOrder.BIG_ENDIAN);
    }
    NiftiHeader nifti = new NiftiHeader(bytes, two, in);
    VolumeHeader header = new VolumeHeader(name);
    header.bytes = bytes.order();
    nifti.sizes(header);
    nifti.type(header);
    nifti.scaling(header);
    nifti.units(header);
    nifti.place(header);
    boolean alone = start[two ? 5 : 345] == '+';
    nifti.data(header, path, packed, alone);
    return header;
  }

  private void sizes(VolumeHeader header) throws IOException {
    long[] dim = new long[8];
    for (int i = 0; i < 8; i++) {
      dim[i] = two ? bytes.getLong(16 + 8 * i) : bytes.getShort(40 + 2 * i);
    }
    if (dim[0] < 1 || dim[0] > 7) {
      throw in.problem(VolumeMessages.wrong("dim[0]", Long.toString(dim[0])));
    }
    for (int i = 1; i <= dim[0]; i++) {
      if (dim[i] < 1 || i > 5 && dim[i] > 1) {
        throw in.problem(VolumeMessages.wrong("dim[" + i + "]", Long.toString(dim[i])));
      }
      if (i <= 3) {
        header.sizes[i - 1] = dim[i];
      }
    }
    header.frames = dim[0] >= 4 ? dim[4] : 1;
    header.channels = dim[0] >= 5 ? dim[5] : 1;
    header.order = "ztc";
  }

  private void type(VolumeHeader header) throws IOException {
    int type = bytes.getShort(two ? 12 : 70);
    boolean colours = type == 128 || type == 2304;
    header.type = NiftiTypes.of(type);
    if (header.type == null) {
      throw in.problem(
          VolumeMessages.notRead(
              "datatype", NiftiTypes.words(type), "save whole numbers or floats"));
    }
    if (colours) {
      if (header.channels > 1) {
        throw in.problem(VolumeMessages.wrong("dim[5]", Long.toString(header.channels)));
      }
      header.channels = type == 128 ? 3 : 4;
      header.interleaved = true;
    }
    int bits = bytes.getShort(two ? 14 : 72);
    int needed = header.type.bits * (colours ? (int) header.channels : 1);
    if (bits != needed) {
      String words = NiftiTypes.words(type);
      header.notes.add(header.name + ": " + VolumeMessages.bitpix(bits, needed, words));
    }
  }

  /** Colours have none; a slope of 0 or none stands for no scaling, whatever the intercept. */
  private void scaling(VolumeHeader header) throws IOException {
    double slope = number(two ? 176 : 112);
    double intercept = number(two ? 184 : 116);
    if (slope == 0 || Double.isNaN(slope) || header.interleaved) {
      return;
    }
    if (!isFinite(slope)) {
      throw in.problem(VolumeMessages.wrong("scl_slope", Double.toString(slope)));
    }
    if (!isFinite(intercept)) {
      throw in.problem(VolumeMessages.wrong("scl_inter", Double.toString(intercept)));
    }
    header.slope = slope;
    header.intercept = intercept;
  }

  private void units(VolumeHeader header) {
    int units = two ? bytes.getInt(500) : bytes.get(123);
    String[] names = {null, "m", "mm", "um"};
    String unit = (units & 7) < 4 ? names[units & 7] : null;
    if (unit != null) {
      header.calibration.setUnit(unit);
    }
    double seconds = (units & 56) == 8 ? 1 : (units & 56) == 16 ? 1e-3 : 1e-6;
    double interval = pixdim(4) * seconds;
    if ((units & 56) >= 8 && (units & 56) <= 24 && interval > 0 && isFinite(interval)) {
      header.calibration.frameInterval = interval;
    }
  }

  private void place(VolumeHeader header) {
    for (int axis = 0; axis < 3; axis++) {
      header.spacing(axis, pixdim(axis + 1));
    }
    int qform = two ? bytes.getInt(344) : bytes.getShort(252);
    int sform = two ? bytes.getInt(348) : bytes.getShort(254);
    if (sform > 0) {
      double[] rows = new double[12];
      for (int i = 0; i < 12; i++) {
        rows[i] = number(two ? 400 + 8 * i : 280 + 4 * i);
      }
      NiftiPlace.ofAffine(header, rows);
    } else if (qform > 0) {
      double[] numbers = new double[6];
      for (int i = 0; i < 6; i++) {
        numbers[i] = number(two ? 352 + 8 * i : 256 + 4 * i);
      }
      NiftiPlace.ofQuaternion(header, numbers, pixdim(0) < 0 ? -1 : 1);
    }
  }

  private void data(VolumeHeader header, Path path, boolean packed, boolean alone)
      throws IOException {
    double offset = two ? bytes.getLong(168) : bytes.getFloat(108);
    int least = alone ? (two ? BYTES_2 : BYTES_1) + 4 : 0;
    long start = offset == 0 ? least : (long) offset;
    if (!(offset >= 0) || start != offset && offset != 0 || start < least) {
      throw in.problem(VolumeMessages.wrong("vox_offset", Double.toString(offset)));
    }
    if (alone) {
      VolumeData.Encoding encoding = packed ? VolumeData.Encoding.GZIP : VolumeData.Encoding.RAW;
      header.data =
          packed
              ? VolumeData.within(path, encoding, 0).behind(0, start)
              : VolumeData.within(path, encoding, start);
    } else {
      header.data = NiftiFiles.pair(path, header.name, packed, in).behind(0, start);
    }
  }

  private double pixdim(int i) {
    return number(two ? 104 + 8 * i : 76 + 4 * i);
  }

  /** Of 32 bits in version 1: the shortest decimal number that stands for it. */
  private double number(int at) {
    return two ? bytes.getDouble(at) : ShortestDecimal.of(bytes.getFloat(at));
  }

  private static boolean isFinite(double number) {
    return !Double.isNaN(number) && !Double.isInfinite(number);
  }
}
