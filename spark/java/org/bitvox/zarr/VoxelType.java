// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/** What a voxel is. */
public enum VoxelType {
  UINT8("u1"),
  INT8("i1"),
  UINT16("u2"),
  INT16("i2"),
  UINT32("u4"),
  INT32("i4"),
  FLOAT32("f4");

  private final String brief;

  /** Bytes of a voxel. */
  final int bytes;

  VoxelType(String brief) {
    this.brief = brief;
    bytes = brief.charAt(1) - '0';
  }

  /** Bytes of a voxel. */
  public int bytes() {
    return bytes;
  }

  /** That of "uint8", as Zarr 3 says it; null if it is none of these. */
  static VoxelType named(String word) {
    for (VoxelType type : values()) {
      if (type.word().equals(word)) {
        return type;
      }
    }
    return word.equals("bool") ? UINT8 : null;
  }

  /** That of "u1", as Zarr 2 says it behind the byte order; null if it is none of these. */
  static VoxelType brief(String word) {
    for (VoxelType type : values()) {
      if (type.brief.equals(word)) {
        return type;
      }
    }
    return word.equals("b1") ? UINT8 : null;
  }

  /** As Zarr 3 says it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** As Zarr 2 says it, little-endian. */
  String dtype() {
    return (bytes == 1 ? "|" : "<") + brief;
  }

  /**
   * The bytes of a value in metadata, little-endian.
   *
   * @throws ZarrException if it is no value of this type
   */
  byte[] fill(JsonNode value, String array) throws ZarrException {
    ByteBuffer fill = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    if (this == FLOAT32) {
      putFloat(fill, value, array);
    } else if (value != null && value.isBoolean()) {
      fill.putLong(value.booleanValue() ? 1 : 0);
    } else if (value != null && !value.isNull()) {
      if (!value.isNumber() || !isWhole(value.doubleValue())) {
        throw wrong(value, array);
      }
      fill.putLong((long) value.doubleValue()); // exact: below 2^53
    }
    byte[] own = new byte[bytes];
    System.arraycopy(fill.array(), 0, own, 0, bytes);
    return own;
  }

  private boolean isWhole(double value) {
    int bits = Byte.SIZE * bytes;
    boolean signed = brief.charAt(0) == 'i';
    double most = Math.scalb(1.0, signed ? bits - 1 : bits) - 1;
    return value == Math.rint(value) && value <= most && value >= (signed ? -most - 1 : 0);
  }

  private static void putFloat(ByteBuffer fill, JsonNode value, String array) throws ZarrException {
    if (value == null || value.isNull()) {
      return;
    }
    if (value.isNumber()) {
      fill.putFloat(value.floatValue());
      return;
    }
    String word = value.asText();
    if (word.matches("0x[0-9a-fA-F]{8}")) {
      fill.putInt(Integer.parseUnsignedInt(word.substring(2), 16));
    } else if (word.matches("NaN|-?Infinity")) {
      fill.putFloat(Float.parseFloat(word));
    } else {
      throw wrong(value, array);
    }
  }

  private static ZarrException wrong(JsonNode value, String array) {
    return new ZarrException(
        array, "fill_value " + Text.quoted(value.toString()) + " is no value of its type");
  }
}
