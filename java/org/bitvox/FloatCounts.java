// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.HashMap;
import java.util.Map;

/** How often each number occurs; neighbours of a map often have the same one. */
final class FloatCounts {
  private final Map<Float, long[]> counts = new HashMap<>();
  private float last = Float.NaN; // equal to none
  private long[] count;

  void add(float value) {
    if (value != last) {
      count = counts.computeIfAbsent(value, none -> new long[1]);
      last = value;
    }
    count[0]++;
  }

  long of(float value) {
    long[] found = counts.get(value);
    return found == null ? 0 : found[0];
  }
}
