// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Writes TIFF files for the tests: every form, strips and tiles, packed and not. */
final class TiffBuilder {
  ByteOrder order = ByteOrder.LITTLE_ENDIAN;
  boolean big;
  SampleType type = SampleType.BYTE;
  int width = 37;
  int height = 23;
  int pages = 3; // 0 for a directory without pixels
  int compression = 1;
  int predictor = 1;
  int rowsPerStrip = 5;
  boolean fullLastStrip;
  int tileWidth;
  int tileHeight;
  String description;
  boolean oneDirectory;

  /** Tags that are added or replace others: type and values; null for none. */
  final Map<Integer, long[]> tags = new TreeMap<>();

  /** The page, from 0, that these tags are for; -1 for all. */
  int tagsOf = -1;

  /** Damages strips and tiles. */
  Damage damage = (page, block, packed) -> packed;

  /** What becomes of a block. */
  interface Damage {
    byte[] of(int page, int block, byte[] packed);
  }

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(order);
  }

  private void write(ByteBuffer bytes) {
    out.write(bytes.array(), 0, bytes.array().length);
  }

  /** The file; its pages' pixels come before its directories. */
  byte[] build() {
    List<long[][]> blocks = new ArrayList<>();
    out.reset();
    out.write(new byte[big ? 16 : 8], 0, big ? 16 : 8);
    for (int z = 0; z < Math.max(1, pages); z++) {
      blocks.add(pages == 0 ? new long[2][1] : writeBlocks(z));
    }
    int directories = oneDirectory ? 1 : pages;
    long[] at = new long[directories];
    for (int z = 0; z < directories; z++) {
      at[z] = out.size();
      writeDirectory(z, blocks.get(z));
    }
    byte[] file = out.toByteArray();
    ByteBuffer start = ByteBuffer.wrap(file).order(order);
    start.put(order == ByteOrder.LITTLE_ENDIAN ? new byte[] {'I', 'I'} : new byte[] {'M', 'M'});
    start.putShort((short) (big ? 43 : 42));
    if (big) {
      start.putShort((short) 8).putShort((short) 0).putLong(at[0]);
    } else {
      start.putInt((int) at[0]);
    }
    return file;
  }

  /** Offsets and counts. */
  private long[][] writeBlocks(int z) {
    int blockWidth = tileWidth > 0 ? tileWidth : width;
    int blockHeight = tileWidth > 0 ? tileHeight : Math.min(rowsPerStrip, height);
    List<long[]> blocks = new ArrayList<>();
    for (int y = 0; y < height; y += blockHeight) {
      for (int x = 0; x < width; x += blockWidth) {
        boolean full = tileWidth > 0 || fullLastStrip;
        int rows = full ? blockHeight : Math.min(blockHeight, height - y);
        byte[] packed = TiffPacker.pack(compression, block(x, y, z, blockWidth, rows));
        packed = damage.of(z, blocks.size(), packed);
        blocks.add(new long[] {out.size(), packed.length});
        out.write(packed, 0, packed.length);
      }
    }
    long[][] lists = new long[2][blocks.size()];
    for (int i = 0; i < blocks.size(); i++) {
      lists[0][i] = blocks.get(i)[0];
      lists[1][i] = blocks.get(i)[1];
    }
    return lists;
  }

  private byte[] block(int left, int top, int z, int columns, int rows) {
    ByteBuffer block = buffer((int) type.bytes(columns) * rows);
    for (int y = top; y < top + rows; y++) {
      if (!type.wholeBytes()) {
        block.put(bits(left, columns, y, z));
        continue;
      }
      int start = block.position();
      for (int x = left; x < left + columns; x++) {
        TiffSample.put(block, type, x, y, z);
      }
      predict(block, start, columns);
    }
    return block.array();
  }

  /** Part of a row of values that do not begin at bytes, the highest bit first. */
  private byte[] bits(int left, int columns, int y, int z) {
    byte[] bits = new byte[(int) type.bytes(columns)];
    for (int i = 0; i < columns * type.bits; i++) {
      int value = TiffSample.bits(type, left + i / type.bits, y, z);
      if ((value >> (type.bits - 1 - i % type.bits) & 1) != 0) {
        bits[i / 8] |= (byte) (128 >> i % 8);
      }
    }
    return bits;
  }

  private void predict(ByteBuffer block, int row, int columns) {
    int bytes = type.bits / 8;
    if (predictor == 3) {
      byte[] planes = new byte[columns * bytes];
      for (int x = 0; x < columns; x++) {
        for (int b = 0; b < bytes; b++) {
          int place = order == ByteOrder.BIG_ENDIAN ? b : bytes - 1 - b;
          planes[b * columns + x] = block.get(row + x * bytes + place);
        }
      }
      for (int i = planes.length - 1; i > 0; i--) {
        planes[i] -= planes[i - 1];
      }
      System.arraycopy(planes, 0, block.array(), row, planes.length);
    }
    for (int x = columns - 1; predictor == 2 && x > 0; x--) {
      int i = row + x * bytes;
      switch (bytes) {
        case 1:
          block.put(i, (byte) (block.get(i) - block.get(i - 1)));
          break;
        case 2:
          block.putShort(i, (short) (block.getShort(i) - block.getShort(i - 2)));
          break;
        case 4:
          block.putInt(i, block.getInt(i) - block.getInt(i - 4));
          break;
        default:
          block.putLong(i, block.getLong(i) - block.getLong(i - 8));
          break;
      }
    }
  }

  private void writeDirectory(int z, long[][] blocks) {
    Map<Integer, long[]> all = new TreeMap<>();
    all.put(256, new long[] {3, width});
    all.put(257, new long[] {4, height});
    all.put(258, new long[] {3, type.bits});
    all.put(259, new long[] {3, compression});
    all.put(262, new long[] {3, 1});
    if (z == 0 && description != null) {
      all.put(270, text(description + "\0"));
    }
    all.put(tileWidth > 0 ? 324 : 273, values(big ? 16 : 4, blocks[0]));
    all.put(277, new long[] {3, 1});
    if (tileWidth > 0) {
      all.put(322, new long[] {3, tileWidth});
      all.put(323, new long[] {3, tileHeight});
    } else {
      all.put(278, new long[] {3, Math.min(rowsPerStrip, height)});
    }
    all.put(
        tileWidth > 0 ? 325 : 279, values(z % 2 == 0 || width * height > 9999 ? 4 : 3, blocks[1]));
    all.put(317, new long[] {3, predictor});
    all.put(339, new long[] {3, type.floating() ? 3 : type.signed() ? 2 : 1});
    if (tagsOf < 0 || tagsOf == z) {
      all.putAll(tags);
      all.values().removeIf(Objects::isNull);
    }
    write(directory(all, z + 1 < pages && !oneDirectory));
  }

  static long[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    long[] values = new long[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      values[i] = bytes[i];
    }
    return values(2, values);
  }

  /** Type and values in one. */
  static long[] values(int type, long... values) {
    long[] all = new long[values.length + 1];
    all[0] = type;
    System.arraycopy(values, 0, all, 1, values.length);
    return all;
  }

  private ByteBuffer directory(Map<Integer, long[]> all, boolean more) {
    int field = big ? 8 : 4;
    int head = (big ? 8 : 2) + all.size() * (big ? 20 : 12) + field;
    int most = all.values().stream().mapToInt(values -> 8 * values.length).sum();
    ByteBuffer behind = buffer(most);
    ByteBuffer entries = buffer(head);
    number(entries, big ? 16 : 3, all.size());
    for (Map.Entry<Integer, long[]> tag : all.entrySet()) {
      int type = (int) tag.getValue()[0];
      ByteBuffer values = buffer(8 * tag.getValue().length);
      for (int i = 1; i < tag.getValue().length; i++) {
        number(values, type, tag.getValue()[i]);
      }
      entries.putShort(tag.getKey().shortValue()).putShort((short) type);
      int count = type == 5 ? (tag.getValue().length - 1) / 2 : tag.getValue().length - 1;
      number(entries, big ? 16 : 4, count);
      int bytes = values.position();
      if (bytes <= field) {
        entries.put(values.array(), 0, field);
      } else {
        number(entries, big ? 16 : 4, out.size() + head + behind.position());
        behind.put(values.array(), 0, bytes);
      }
    }
    int end = out.size() + head + behind.position();
    number(entries, big ? 16 : 4, more ? end : 0);
    ByteBuffer whole = buffer(head + behind.position());
    whole.put(entries.array()).put(behind.array(), 0, behind.position());
    return whole;
  }

  private static void number(ByteBuffer to, int type, long value) {
    switch (type) {
      case 1:
      case 2:
        to.put((byte) value);
        break;
      case 3:
        to.putShort((short) value);
        break;
      case 4:
      case 5:
      case 11:
        to.putInt((int) value);
        break;
      default:
        to.putLong(value);
        break;
    }
  }
}
