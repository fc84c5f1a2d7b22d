// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** An entry of a directory: a tag with its values, which are read when they are asked for. */
final class TiffEntry {
  /** Of one value of each type; 0 where there is no such type. */
  private static final int[] BYTES = {
    0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8,
  };

  private static final int BYTE = 1;
  private static final int ASCII = 2;
  private static final int SHORT = 3;
  private static final int LONG = 4;
  private static final int RATIONAL = 5;
  private static final int UNDEFINED = 7;
  private static final int SIGNED_RATIONAL = 10;
  private static final int FLOAT = 11;
  private static final int DOUBLE = 12;
  private static final int DIRECTORY = 13; // an offset of one
  private static final int LONG8 = 16;
  private static final int DIRECTORY8 = 18;

  private final FileBytes in;
  private final TiffForm form;
  private final TiffTag tag; // null where nobody reads it
  private final int page;
  private final int type;
  private final long count;
  private final long at;

  /** The directory that has the values; null if they are elsewhere in the file. */
  private final ByteBuffer directory;

  private final int place; // in the directory

  /**
   * Reads the entry behind whose tag the buffer stands, which has the whole directory.
   *
   * @param position of the entry in the file
   */
  TiffEntry(FileBytes in, TiffForm form, ByteBuffer from, long position, TiffTag tag, int page) {
    this.in = in;
    this.form = form;
    this.tag = tag;
    this.page = page;
    type = from.getShort() & 0xffff;
    count = form.offset(from);
    boolean here = count >= 0 && count <= form.offsetBytes() / Math.max(1, bytes());
    place = from.position();
    directory = here ? from : null;
    at = here ? position + form.entryBytes() - form.offsetBytes() : form.offset(from);
  }

  /** Made when something is said of it: a stack may have a million pages. */
  private String name() {
    return TiffMessages.tag(tag, page);
  }

  long count() {
    return count;
  }

  /** Of one value. */
  private int bytes() {
    return type < BYTES.length ? BYTES[type] : 0;
  }

  /** Whether values are in that part of the file; those that no file can hold are nowhere. */
  boolean isWithin(long from, long to) {
    boolean possible = count >= 0 && count <= in.size() && at >= 0 && at <= in.size();
    return possible && at < to && from < at + count * bytes();
  }

  /** The values, whole numbers that are not negative. */
  long[] numbers() throws IOException {
    if (!isWhole()) {
      throw in.problem(TiffMessages.type(name(), type));
    }
    ByteBuffer values = values(bytes());
    long[] numbers = new long[(int) count];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(values);
      if (numbers[i] < 0) {
        throw in.problem(TiffMessages.tooLarge(name()));
      }
    }
    return numbers;
  }

  private boolean isWhole() {
    boolean narrow = type == BYTE || type == SHORT || type == LONG || type == DIRECTORY;
    return narrow || type == LONG8 || type == DIRECTORY8;
  }

  private long number(ByteBuffer values) {
    switch (type) {
      case BYTE:
        return values.get() & 0xff;
      case SHORT:
        return values.getShort() & 0xffff;
      case LONG:
      case DIRECTORY:
        return values.getInt() & 0xffffffffL;
      default:
        return values.getLong();
    }
  }

  /** The value, a fraction, by whatever type of number; 0 where it has no denominator. */
  double fraction() throws IOException {
    boolean fraction = type == RATIONAL || type == SIGNED_RATIONAL;
    if (count != 1 || !fraction && !isWhole() && type != FLOAT && type != DOUBLE) {
      throw in.problem(TiffMessages.type(name(), type));
    }
    ByteBuffer values = values(bytes());
    if (type == FLOAT || type == DOUBLE) {
      double value = type == FLOAT ? values.getFloat() : values.getDouble();
      return Double.isFinite(value) && value > 0 ? value : 0;
    }
    if (!fraction) {
      return number(values);
    }
    long numerator = values.getInt();
    long denominator = values.getInt();
    if (type == RATIONAL) {
      numerator &= 0xffffffffL;
      denominator &= 0xffffffffL;
    }
    return denominator == 0 ? 0 : Math.max(0, (double) numerator / denominator);
  }

  /** Whether it has fewer digits than a fraction has. */
  boolean isFloat() {
    return type == FLOAT;
  }

  /** Whether another entry of the tag says the same. */
  boolean sameAs(TiffEntry other) throws IOException {
    if (type != other.type || count != other.count || bytes() == 0 || at < 0 || other.at < 0) {
      return false;
    }
    int length = (int) Math.min(count * bytes(), form.entryBytes());
    boolean few = length == count * bytes();
    if (at == other.at || !few || !in.holds(at, length) || !in.holds(other.at, length)) {
      return at == other.at;
    }
    ByteBuffer own = ByteBuffer.allocate(length);
    ByteBuffer its = ByteBuffer.allocate(length);
    in.read(at, own);
    in.read(other.at, its);
    return Arrays.equals(own.array(), its.array());
  }

  /** The first bytes of a text, at most so many. */
  byte[] text(int most) throws IOException {
    if (type != ASCII && type != BYTE && type != UNDEFINED) {
      throw in.problem(TiffMessages.type(name(), type));
    }
    if (count == 0) {
      return new byte[0];
    }
    checkInside(1);
    ByteBuffer text = ByteBuffer.allocate((int) Math.min(count, most));
    in.read(at, text);
    return text.array();
  }

  private ByteBuffer values(int bytes) throws IOException {
    checkInside(bytes);
    if (count > Integer.MAX_VALUE / bytes - 8) {
      throw in.problem(TiffMessages.tooMany(name(), count));
    }
    if (directory != null) {
      ByteBuffer here = directory.duplicate().order(form.order);
      here.position(place);
      return here;
    }
    ByteBuffer values = ByteBuffer.allocate((int) count * bytes).order(form.order);
    in.read(at, values);
    values.flip();
    return values;
  }

  private void checkInside(int bytes) throws IOException {
    if (count < 1) {
      throw in.problem(TiffMessages.empty(name()));
    }
    if (at < 0 || count > in.size() || !in.holds(at, count * bytes)) {
      throw in.problem(TiffMessages.beyondEnd(name()));
    }
  }
}
