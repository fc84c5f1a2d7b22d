// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts values of a file that became other ones as pixels; a slice may be read several times. */
final class Rounding {
  private final Map<Integer, Long> slices = new ConcurrentHashMap<>();

  /** So many of a slice. */
  void add(int slice, long count) {
    if (count > 0) {
      slices.put(slice, count);
    }
  }

  /** A sentence about them, or empty. */
  String note(String name, SampleType type) {
    long count = slices.values().stream().mapToLong(Long::longValue).sum();
    return count == 0 ? "" : Messages.rounded(name, count, type);
  }
}
