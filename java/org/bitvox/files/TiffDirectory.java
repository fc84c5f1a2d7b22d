// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The directory of a page: its tags, and where the next directory is. */
final class TiffDirectory {
  private static final int MOST_ENTRIES = 65535;

  /** That a pixel may have. */
  static final int MOST_SAMPLES = 65535;

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
  private final List<TiffEntry> descriptions = new ArrayList<>();
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
      TiffEntry read = new TiffEntry(in, form, from, at + entry, tag, page);
      if (tag == null) {
        skipped.add(read);
      } else if (tag == TiffTag.IMAGE_DESCRIPTION) {
        descriptions.add(read); // Micro-Manager writes two
      } else {
        TiffEntry before = entries.put(tag, read);
        if (before != null && !before.sameAs(read)) {
          throw in.problem(TiffMessages.twice(name(tag)));
        }
      }
    }
    from.position((int) bytes - form.offsetBytes());
    next = form.offset(from);
  }

  /** Whether the directory at that position is said to have no tags. */
  static boolean isEmpty(FileBytes in, TiffForm form, long at) throws IOException {
    if (at < 0 || !in.holds(at, form.countBytes())) {
      return false;
    }
    ByteBuffer count = ByteBuffer.allocate(form.countBytes());
    in.read(at, count);
    return Arrays.equals(count.array(), new byte[form.countBytes()]);
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

  /** All that have ImageDescription. */
  List<TiffEntry> descriptions() {
    return descriptions;
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

  /** The value of every sample, which all must be the same, or what holds without it. */
  long uniform(TiffTag tag, long otherwise) throws IOException {
    if (!has(tag)) {
      return otherwise;
    }
    if (entry(tag).count() > MOST_SAMPLES) {
      throw in.problem(TiffMessages.tooMany(name(tag), entry(tag).count()));
    }
    long[] numbers = entry(tag).numbers();
    for (long number : numbers) {
      if (number != numbers[0]) {
        throw in.problem(TiffMessages.unequalSamples(name(tag), numbers[0], number));
      }
    }
    return numbers[0];
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
        || Stream.of(entries.values(), descriptions, skipped)
            .flatMap(Collection::stream)
            .anyMatch(entry -> entry.isWithin(from, to));
  }

  /** What to throw for the value of a tag. */
  IOException refused(TiffTag tag, long value) {
    return in.problem(TiffMessages.value(name(tag), value));
  }
}
