// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.stream.DoubleStream;

/** The header of a new NIfTI file: of version 1 if its sizes fit that. */
final class NiftiOutput {
  private static final int EXTENSION = 4; // four zeros: there is none

  private final StackFormat format;
  private final OutputPlace place;
  private final boolean two;
  private final ByteBuffer out;

  private NiftiOutput(StackFormat format) {
    this.format = format;
    place = OutputPlace.of(format).inOneOf("um", "mm", "m");
    int largest = Math.max(Math.max(format.width, format.height), format.depth);
    largest = Math.max(largest, Math.max(format.channels(), format.frames()));
    two = largest > Short.MAX_VALUE || !fitsFloats();
    int bytes = (two ? NiftiHeader.BYTES_2 : NiftiHeader.BYTES_1) + EXTENSION;
    out = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Whether floats of 32 bits, which version 1 has, hold sizes and place. */
  private boolean fitsFloats() {
    double[] origin = place.placement == null ? new double[0] : place.placement.origin;
    return DoubleStream.concat(DoubleStream.of(place.spacing), DoubleStream.of(origin))
        .allMatch(
            number ->
                number == 0
                    || Math.abs(number) >= Float.MIN_NORMAL && Math.abs(number) <= Float.MAX_VALUE);
  }

  static byte[] header(StackFormat format) {
    NiftiOutput nifti = new NiftiOutput(format);
    nifti.fill();
    return nifti.out.array();
  }

  private void fill() {
    int start = out.capacity();
    out.putInt(0, start - EXTENSION);
    int[] sizes = {format.width, format.height, format.depth, format.frames(), format.channels()};
    int axes = format.channels() > 1 ? 5 : format.frames() > 1 ? 4 : 3;
    for (int i = 0; i < 8; i++) {
      int size = i == 0 ? axes : i <= axes ? sizes[i - 1] : 1;
      if (two) {
        out.putLong(16 + 8 * i, size);
      } else {
        out.putShort(40 + 2 * i, (short) size);
      }
    }
    out.putShort(two ? 12 : 70, (short) type(format.type));
    out.putShort(two ? 14 : 72, (short) (8 * format.type.bytes));
    number(two ? 176 : 112, 1); // slope
    if (two) {
      out.putLong(168, start);
      magic(4, "n+2\0\r\n\032\n");
    } else {
      out.putFloat(108, start);
      magic(344, "n+1\0");
    }
    place();
  }

  private void magic(int at, String letters) {
    byte[] bytes = letters.getBytes(StandardCharsets.US_ASCII);
    for (int i = 0; i < bytes.length; i++) {
      out.put(at + i, bytes[i]);
    }
  }

  private void place() {
    Calibration calibration = format.calibration();
    boolean timed = format.frames() > 1 && calibration.frameInterval > 0;
    int unit = place.unit == null ? 0 : place.unit.equals("m") ? 1 : 3;
    unit = "mm".equals(place.unit) ? 2 : unit;
    int units = LengthUnits.metres(place.unit) > 0 ? unit : 0;
    units += timed && calibration.getTimeUnit().startsWith("s") ? 8 : 0;
    if (two) {
      out.putInt(500, units);
    } else {
      out.put(123, (byte) units);
    }
    pixdim(0, 1);
    for (int axis = 0; axis < 3; axis++) {
      pixdim(axis + 1, place.spacing[axis]);
    }
    pixdim(4, timed ? calibration.frameInterval : 1);
    if (format.channels() > 1) {
      if (two) {
        out.putInt(504, 1007);
      } else {
        out.putShort(68, (short) 1007); // a vector
      }
    }
    if (place.placement != null) {
      matrix(PlacementWords.in(place.placement, "RAS"));
    }
  }

  /** The matrix; and the quaternion where the axes are at right angles. */
  private void matrix(Placement ras) {
    for (int row = 0; row < 3; row++) {
      int at = two ? 400 + 32 * row : 280 + 16 * row;
      for (int axis = 0; axis < 3; axis++) {
        number(at + axis * (two ? 8 : 4), ras.direction[3 * row + axis] * place.spacing[axis]);
      }
      number(at + 3 * (two ? 8 : 4), ras.origin[row]);
    }
    code(two ? 348 : 254);
    if (PlacementWords.isRight(ras.direction)) {
      double[] quaternion = Quaternions.of(ras.direction);
      pixdim(0, quaternion[4]);
      for (int i = 0; i < 3; i++) {
        number(two ? 352 + 8 * i : 256 + 4 * i, quaternion[i + 1]);
        number(two ? 376 + 8 * i : 268 + 4 * i, ras.origin[i]);
      }
      code(two ? 344 : 252);
    }
  }

  /** In the space of the scanner. */
  private void code(int at) {
    if (two) {
      out.putInt(at, 1);
    } else {
      out.putShort(at, (short) 1);
    }
  }

  private void pixdim(int i, double size) {
    number(two ? 104 + 8 * i : 76 + 4 * i, size);
  }

  private void number(int at, double number) {
    if (two) {
      out.putDouble(at, number);
    } else {
      out.putFloat(at, (float) number);
    }
  }

  private static int type(PixelType type) {
    switch (type) {
      case UINT8:
        return 2;
      case INT8:
        return 256;
      case UINT16:
        return 512;
      case INT16:
        return 4;
      case UINT32:
        return 768;
      case INT32:
        return 8;
      case UINT64:
        return 1280;
      case INT64:
        return 1024;
      case FLOAT32:
        return 16;
      default:
        return 64;
    }
  }
}
