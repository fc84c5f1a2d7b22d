// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pages of a TIFF, found by following its directories. */
final class TiffPages {
  private final FileBytes in;
  private final TiffForm form;
  private long[] directories = new long[16];
  private int count;
  private long directoryBytes;
  private final Map<TiffSeries, TiffSeries> series = new LinkedHashMap<>();
  private int reduced;
  private TiffDirectory firstDirectory;

  /** Where the directory should be that is not there; 0 where all are. */
  private long missing;

  private boolean emptyDirectory;

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
    long seen = 0; // Brent's way to find a loop: remember a place, after twice as many steps anew
    long steps = 0;
    TiffSeries ofReduced = null;
    long at = form.first;
    while (at != 0) {
      emptyDirectory = count > 0 && TiffDirectory.isEmpty(in, form, at);
      TiffDirectory directory = emptyDirectory ? null : TiffDirectory.read(in, form, at, count + 1);
      if (directory == null) {
        missing = at;
        break;
      }
      boolean again = at == seen;
      directoryBytes += directory.bytes;
      if (again || directoryBytes > in.size()) {
        throw in.problem(again || visited(at) ? TiffMessages.LOOP : TiffMessages.OVERLAP);
      }
      if (Long.bitCount(++steps) == 1) {
        seen = at;
      }
      if (count == 0) {
        firstDirectory = directory;
      }
      if (isReduced(directory)) {
        reduced++;
      } else {
        TiffSeries like = TiffSeries.like(directory);
        series.computeIfAbsent(like, key -> like).add(count);
      }
      add(at);
      at = directory.next;
    }
    if (count == 0) {
      throw in.problem(TiffMessages.TRUNCATED);
    }
    if (series.isEmpty()) { // then they are what the file is about
      takeReduced();
    }
  }

  private void takeReduced() throws IOException {
    reduced = 0;
    for (int page = 0; page < count; page++) {
      TiffSeries like = TiffSeries.like(directory(in, page));
      series.computeIfAbsent(like, key -> like).add(page);
    }
  }

  /** Whether it is a smaller copy of another page, or says which of its pixels count. */
  private static boolean isReduced(TiffDirectory page) throws IOException {
    boolean told = page.has(TiffTag.NEW_SUBFILE_TYPE);
    long kind = told ? page.number(TiffTag.NEW_SUBFILE_TYPE) : 0;
    boolean former = !told && page.number(TiffTag.SUBFILE_TYPE, 1) == 2;
    return (kind & 5) != 0 || former;
  }

  private void add(long at) {
    if (count == directories.length) {
      directories = Arrays.copyOf(directories, 2 * count);
    }
    directories[count++] = at;
  }

  private boolean visited(long at) {
    for (int page = 0; page < count; page++) {
      if (directories[page] == at) {
        return true;
      }
    }
    return false;
  }

  /** All pages, reduced ones too. */
  int count() {
    return count;
  }

  /** Of all directories. */
  long directoryBytes() {
    return directoryBytes;
  }

  /** Pages that are smaller copies of others, or masks, and belong to no series. */
  int reduced() {
    return reduced;
  }

  /** Where the file announces a directory that it does not have; 0 where it has all. */
  long missing() {
    return missing;
  }

  /** Whether there are no tags where that directory should be. */
  boolean isEmptyDirectory() {
    return emptyDirectory;
  }

  /** By size and type, in the order in which they begin; at least one. */
  List<TiffSeries> series() {
    return new ArrayList<>(series.keySet());
  }

  /** Whether a directory, or what tags of a page refer to, is in that part of the file. */
  boolean areWithin(TiffDirectory page, long from, long to) {
    return page.isWithin(from, to)
        || Arrays.stream(directories, 0, count).anyMatch(at -> from <= at && at < to);
  }

  /** The directory of the first page of the file. */
  TiffDirectory firstDirectory() {
    return firstDirectory;
  }

  /** The directory of a page, from 0. */
  TiffDirectory directory(FileBytes again, int page) throws IOException {
    TiffDirectory directory = TiffDirectory.read(again, form, directories[page], page + 1);
    if (directory == null) {
      throw again.problem(TiffMessages.TRUNCATED);
    }
    return directory;
  }
}
