// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;

/**
 * What blocks gave so far, in all. They come in any order, but numbers are added in that of the
 * blocks: some operations number parts as they are added. Neighbours are added as soon as both are
 * there, so that few are kept, and long ones are not copied for each block.
 */
final class Sum {
  private final BinaryOperator<long[]> adding;

  /** By the first block of each span of them. */
  private final TreeMap<Integer, Span> spans = new TreeMap<>();

  private final TreeSet<String> backends = new TreeSet<>();
  private final TreeSet<String> notes = new TreeSet<>();
  private int seen;
  private long[] missing = {};

  /** The sum of so many blocks, which is a power of 2. */
  private record Span(int count, long[] numbers) {}

  /**
   * Of no block yet.
   *
   * @param adding two neighbours, in the order of the blocks
   */
  Sum(BinaryOperator<long[]> adding, int nothingSeen) {
    this.adding = adding;
    seen = nothingSeen;
  }

  void add(PartResult part) {
    int first = part.block();
    Span span = new Span(1, part.numbers());
    while (true) {
      int other = first ^ span.count; // the span of this length that makes a longer one with it
      Span neighbour = spans.get(other);
      if (neighbour == null || neighbour.count != span.count) {
        break;
      }
      spans.remove(other);
      long[] sum =
          other < first
              ? add(neighbour.numbers, span.numbers)
              : add(span.numbers, neighbour.numbers);
      first = Math.min(first, other);
      span = new Span(2 * span.count, sum);
    }
    spans.put(first, span);
    seen &= part.seen();
    addMissing(part.missing());
    if (!part.backend().isEmpty()) {
      backends.add(part.backend());
    }
    if (!part.note().isEmpty()) {
      notes.add(part.note());
    }
  }

  private void addMissing(long[] more) {
    missing = Arrays.copyOf(missing, Math.max(missing.length, more.length));
    for (int i = 0; i < more.length; i++) {
      missing[i] += more[i];
    }
  }

  /** How many chunks of each input are missing. */
  long[] missing() {
    return missing;
  }

  /** Of all blocks. */
  long[] numbers() {
    long[] sum = null;
    for (Map.Entry<Integer, Span> span : spans.entrySet()) {
      long[] numbers = span.getValue().numbers;
      sum = sum == null ? numbers : add(sum, numbers);
    }
    return sum;
  }

  /** A step that only writes has no numbers. */
  private long[] add(long[] first, long[] second) {
    return first.length + second.length == 0 ? first : adding.apply(first, second);
  }

  /** What is known of the voxels that were written. */
  int seen() {
    return seen;
  }

  /** Which did the work. */
  String backends() {
    return String.join(" and ", backends);
  }

  String notes() {
    return String.join(" ", notes);
  }
}
