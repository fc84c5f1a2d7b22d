// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Makes of the bytes of a volume its values: of one channel, and scaled. */
final class VolumeValues {
  private static final int MANY = 1 << 14;

  private final SampleType type;
  private final ByteOrder order;
  private final int together;
  private final boolean scaled;
  private final double slope;
  private final double intercept;

  VolumeValues(VolumeHeader header) {
    type = header.type;
    order =
        header.data.encoding == VolumeData.Encoding.TEXT ? ByteOrder.LITTLE_ENDIAN : header.bytes;
    together = header.interleaved ? (int) header.channels : 1;
    scaled = header.isScaled();
    slope = header.slope;
    intercept = header.intercept;
  }

  /**
   * Gives the values of a channel to the target, as those from at on.
   *
   * @param bytes of whole voxels
   */
  void put(ByteBuffer bytes, int channel, SliceTarget target, int at) {
    bytes.order(order);
    ByteBuffer own = together == 1 ? bytes : gathered(bytes, channel);
    int count = own.remaining() / (type.bits / 8);
    if (scaled) {
      putScaled(own, target, at, count);
    } else {
      target.put(own, at, count);
    }
  }

  private ByteBuffer gathered(ByteBuffer bytes, int channel) {
    int size = type.bits / 8;
    int voxels = bytes.remaining() / (size * together);
    ByteBuffer own = ByteBuffer.allocate(voxels * size).order(order);
    int from = bytes.position() + channel * size;
    for (int voxel = 0; voxel < voxels; voxel++, from += size * together) {
      for (int i = 0; i < size; i++) {
        own.put(bytes.get(from + i));
      }
    }
    own.flip();
    return own;
  }

  /** In double precision, rounded once. */
  private void putScaled(ByteBuffer bytes, SliceTarget target, int at, int count) {
    ByteBuffer floats = ByteBuffer.allocate(4 * Math.min(count, MANY)).order(order);
    for (int done = 0; done < count; ) {
      int some = Math.min(MANY, count - done);
      floats.clear();
      for (int i = 0; i < some; i++) {
        floats.putFloat((float) (slope * value(bytes) + intercept));
      }
      floats.flip();
      target.put(floats, at + done, some);
      done += some;
    }
  }

  private double value(ByteBuffer bytes) {
    switch (type) {
      case BYTE:
        return bytes.get() & 0xff;
      case SIGNED_BYTE:
        return bytes.get();
      case UNSIGNED_SHORT:
        return bytes.getShort() & 0xffff;
      case SIGNED_SHORT:
        return bytes.getShort();
      case UNSIGNED_INT:
        return bytes.getInt() & 0xffffffffL;
      case INT:
        return bytes.getInt();
      case LONG:
        return bytes.getLong();
      case UNSIGNED_LONG:
        return unsigned(bytes.getLong());
      case FLOAT:
        return bytes.getFloat();
      default:
        return bytes.getDouble();
    }
  }

  /** Half of it, the lowest bit deciding in which way it is rounded, and twice that. */
  private static double unsigned(long value) {
    return value >= 0 ? value : 2.0 * (value >>> 1 | value & 1);
  }
}
