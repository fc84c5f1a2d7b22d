// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The directory of a page: its tags, and where the next directory is. */
final class TiffDirectory {
  private static final int MOST_ENTRIES = 65535;

  final FileBytes in;
  final TiffForm form;

  /** Number of the page, from 1. */
  final int page;

  /** Where it is. */
  final long at;

  /** Length of the directory. */
  final long bytes;

  /** Where the next one is; 0 behind the last. */
  final long next;

  private final Map<TiffTag, TiffEntry> entries = new EnumMap<>(TiffTag.class);
  private final List<TiffEntry> skipped = new ArrayList<>();

  private TiffDirectory(FileBytes in, TiffForm form, int page, long at, int count)
      throws IOException {
    this.in = in;
    this.form = form;
    this.page = page;
    this.at = at;
    bytes = bytes(form, count);
    ByteBuffer from = ByteBuffer.allocate((int) bytes).order(form.order);
    in.read(at, from);
    for (int i = 0; i < count; i++) {
      int entry = form.countBytes() + i * form.entryBytes();
      from.position(entry);
      TiffTag tag = TiffTag.of(from.getShort() & 0xffff);
      TiffEntry read = new TiffEntry(in, form, from, at + entry, tag == null ? "" : name(tag));
      if (tag == null) {
        skipped.add(read);
      } else if (entries.put(tag, read) != null) {
        throw in.problem(TiffMessages.twice(name(tag)));
      }
    }
    from.position((int) bytes - form.offsetBytes());
    next = form.offset(from);
  }

  /** Reads the directory at that position; returns null if the file ends before the directory. */
  static TiffDirectory read(FileBytes in, TiffForm form, long at, int page) throws IOException {
    if (at < 0 || !in.holds(at, form.countBytes())) {
      return null;
    }
    ByteBuffer from = ByteBuffer.allocate(form.countBytes()).order(form.order);
    in.read(at, from);
    long count = form.big ? from.getLong(0) : from.getShort(0) & 0xffff;
    if (count < 1 || count > MOST_ENTRIES) {
      throw in.problem(TiffMessages.entries(page, count));
    }
    return in.holds(at, bytes(form, (int) count))
        ? new TiffDirectory(in, form, page, at, (int) count)
        : null;
  }

  private static long bytes(TiffForm form, int count) {
    return form.countBytes() + (long) count * form.entryBytes() + form.offsetBytes();
  }

  private String name(TiffTag tag) {
    return TiffMessages.tag(tag, page);
  }

  boolean has(TiffTag tag) {
    return entries.containsKey(tag);
  }

  TiffEntry entry(TiffTag tag) throws IOException {
    TiffEntry entry = entries.get(tag);
    if (entry == null) {
      throw in.problem(TiffMessages.missing(name(tag)));
    }
    return entry;
  }

  /** The only value of a tag that must be there. */
  long number(TiffTag tag) throws IOException {
    return numbers(tag, 1)[0];
  }

  /** The only value of a tag, or what holds without it. */
  long number(TiffTag tag, long otherwise) throws IOException {
    return has(tag) ? number(tag) : otherwise;
  }

  /** So many values of a tag that must be there. */
  long[] numbers(TiffTag tag, long count) throws IOException {
    TiffEntry entry = entry(tag);
    if (entry.count() != count) {
      throw in.problem(TiffMessages.values(name(tag), entry.count(), count));
    }
    return entry.numbers();
  }

  /** Whether it, or what its tags refer to, but for pixels, is in that part of the file. */
  boolean isWithin(long from, long to) {
    return at < to && from < at + bytes
        || Stream.concat(entries.values().stream(), skipped.stream())
            .anyMatch(entry -> entry.isWithin(from, to));
  }

  /** What to throw for the value of a tag. */
  IOException refused(TiffTag tag, long value) {
    return in.problem(TiffMessages.value(name(tag), value));
  }
}
