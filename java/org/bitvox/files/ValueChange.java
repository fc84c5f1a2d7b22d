// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;

/** Makes values of a type those of another one, which must hold them. */
public final class ValueChange {
  private final PixelType from;
  private final PixelType to;
  private long rounded;

  /** Floats may be rounded to shorter floats; whole numbers may not change. */
  public ValueChange(PixelType from, PixelType to) {
    this.from = from;
    this.to = to;
  }

  /**
   * The values of a slice.
   *
   * @throws IllegalArgumentException if one of them is none of the other type
   */
  public Object of(Object values, int slice) {
    if (from == to) {
      return values;
    }
    int count = Array.getLength(values);
    Object changed = to.pixels(count);
    boolean floats = to == PixelType.FLOAT32 || to == PixelType.FLOAT64;
    for (int i = 0; i < count; i++) {
      boolean held = floats ? putFloat(values, i, changed) : putWhole(values, i, changed);
      if (!held) {
        throw new IllegalArgumentException(sentence(values, i, slice));
      }
    }
    return changed;
  }

  /** Floats that became shorter ones. */
  public long rounded() {
    return rounded;
  }

  private String sentence(Object values, int i, int slice) {
    String value = isFloat() ? Double.toString(decimal(values, i)) : whole(values, i).toString();
    return "slice "
        + (slice + 1)
        + " has the value "
        + value
        + ", which "
        + to.name().toLowerCase(Locale.ROOT)
        + " does not hold; choose another type";
  }

  private boolean isFloat() {
    return from == PixelType.FLOAT32 || from == PixelType.FLOAT64;
  }

  private boolean putFloat(Object values, int i, Object changed) {
    double value = isFloat() ? decimal(values, i) : exact(values, i);
    if (to == PixelType.FLOAT64) {
      ((double[]) changed)[i] = value;
      return isFloat() || from.bytes < 8 || isSame(values, i, value);
    }
    float near = (float) value;
    ((float[]) changed)[i] = near;
    if (isFloat()) {
      rounded += near == value || value != value ? 0 : 1;
      return Float.isInfinite(near) == Double.isInfinite(value);
    }
    return near == value && (from.bytes < 8 || isSame(values, i, near));
  }

  private double exact(Object values, int i) {
    return from == PixelType.UINT64 ? whole(values, i).doubleValue() : signedWhole(values, i);
  }

  private boolean isSame(Object values, int i, double value) {
    return new BigDecimal(value).toBigInteger().equals(whole(values, i));
  }

  private boolean putWhole(Object values, int i, Object changed) {
    long value;
    if (isFloat()) {
      double number = decimal(values, i);
      value = (long) number;
      boolean above = number >= 0x1p63;
      if (above && to == PixelType.UINT64 && number < 0x1p64) {
        value = (long) (number - 0x1p63) ^ Long.MIN_VALUE;
      } else if (value != number || above) {
        return false;
      } else if (to == PixelType.UINT64 && number < 0) {
        return false;
      }
    } else {
      value = signedWhole(values, i);
      boolean high = value < 0;
      if (from == PixelType.UINT64 && to != PixelType.UINT64 && high) {
        return false;
      }
      if (from != PixelType.UINT64 && to == PixelType.UINT64 && high) {
        return false;
      }
    }
    if (to.bytes < 8 && (value < least() || value > most())) {
      return false;
    }
    put(changed, i, value);
    return true;
  }

  private long least() {
    boolean signed = to == PixelType.INT8 || to == PixelType.INT16 || to == PixelType.INT32;
    return signed ? -1L << 8 * to.bytes - 1 : 0;
  }

  private long most() {
    return least() + (1L << 8 * to.bytes) - 1;
  }

  private static void put(Object changed, int i, long value) {
    if (changed instanceof byte[]) {
      ((byte[]) changed)[i] = (byte) value;
    } else if (changed instanceof short[]) {
      ((short[]) changed)[i] = (short) value;
    } else if (changed instanceof int[]) {
      ((int[]) changed)[i] = (int) value;
    } else {
      ((long[]) changed)[i] = value;
    }
  }

  private double decimal(Object values, int i) {
    return values instanceof float[] ? ((float[]) values)[i] : ((double[]) values)[i];
  }

  /** Of 64 bits without a sign: as one with a sign. */
  private long signedWhole(Object values, int i) {
    switch (from) {
      case UINT8:
        return ((byte[]) values)[i] & 0xff;
      case INT8:
        return ((byte[]) values)[i];
      case UINT16:
        return ((short[]) values)[i] & 0xffff;
      case INT16:
        return ((short[]) values)[i];
      case UINT32:
        return ((int[]) values)[i] & 0xffffffffL;
      case INT32:
        return ((int[]) values)[i];
      default:
        return ((long[]) values)[i];
    }
  }

  private BigInteger whole(Object values, int i) {
    long value = signedWhole(values, i);
    return from == PixelType.UINT64
        ? new BigInteger(Long.toUnsignedString(value))
        : BigInteger.valueOf(value);
  }
}
