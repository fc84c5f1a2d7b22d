// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Arrays;

/** The pages of a TIFF, found by following its directories; all are of one size and type. */
final class TiffPages {
  private final FileBytes in;
  private final TiffForm form;
  private long[] directories = new long[16];
  private int count;
  private int complete = -1;
  private TiffDirectory firstDirectory;
  private TiffPage first;
  private boolean cutOff;

  private TiffPages(FileBytes in) throws IOException {
    this.in = in;
    form = TiffForm.read(in);
  }

  static TiffPages find(FileBytes in) throws IOException {
    TiffPages pages = new TiffPages(in);
    pages.follow();
    return pages;
  }

  private void follow() throws IOException {
    long bytes = 0; // of pages that do not overlap
    long seen = 0; // Brent's way to find a loop: remember a place, after twice as many steps anew
    long steps = 0;
    long at = form.first;
    while (at != 0) {
      TiffDirectory directory = TiffDirectory.read(in, form, at, count + 1);
      if (directory == null) {
        cutOff = true;
        return;
      }
      boolean again = at == seen;
      bytes += directory.bytes + add(directory, at);
      if (again || bytes > in.size()) {
        throw in.problem(again || visited(at) ? TiffMessages.LOOP : TiffMessages.OVERLAP);
      }
      if (Long.bitCount(++steps) == 1) {
        seen = at;
      }
      at = directory.next;
    }
    cutOff = count == 0;
  }

  private boolean visited(long at) {
    for (int page = 0; page < count - 1; page++) {
      if (directories[page] == at) {
        return true;
      }
    }
    return false;
  }

  /** Notes a page and returns the bytes of its pixels; at least one a strip or tile. */
  private long add(TiffDirectory directory, long at) throws IOException {
    TiffPage page = TiffPage.of(directory);
    if (count == 0) {
      firstDirectory = directory;
      first = page;
    } else if (!page.layout.like(first.layout)) {
      throw in.problem(TiffMessages.unequalPages(count + 1));
    }
    boolean whole = page.complete();
    if (!whole && complete < 0) {
      complete = count;
    }
    if (count == directories.length) {
      directories = Arrays.copyOf(directories, 2 * count);
    }
    directories[count++] = at;
    return whole ? page.bytes() : page.counts.length;
  }

  int count() {
    return count;
  }

  /** Whether the file ends before a directory that it announces. */
  boolean cutOff() {
    return cutOff;
  }

  /** Pages before the first of which pixels are missing. */
  int complete() {
    return complete < 0 ? count : complete;
  }

  /** Whether a directory, or what tags of the first page refer to, is in that part of the file. */
  boolean areWithin(long from, long to) {
    return firstDirectory.isWithin(from, to)
        || Arrays.stream(directories, 0, count).anyMatch(at -> from <= at && at < to);
  }

  /** The directory of the first page. */
  TiffDirectory firstDirectory() {
    return firstDirectory;
  }

  /** The first page. */
  TiffPage first() {
    return first;
  }

  /** Reads a page again, from 0. */
  TiffPage read(FileBytes again, int page) throws IOException {
    TiffDirectory directory = TiffDirectory.read(again, form, directories[page], page + 1);
    if (directory == null) {
      throw again.problem(TiffMessages.TRUNCATED);
    }
    TiffPage read = TiffPage.of(directory);
    if (!read.layout.like(first.layout)) {
      throw again.problem(TiffMessages.CHANGED);
    }
    return read;
  }
}
