// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What a call keeps in the Java heap, for the sentence where that is too small. */
final class HeapNeeds {
  /** What takes less of the Java heap is not why it was too small, even of a slice a thread. */
  private static final int BLAMED_PART = 32;

  private final List<String> needs = new ArrayList<>();
  private final List<ResultImage> newImages = new ArrayList<>();

  /**
   * Something beside slices.
   *
   * @param what it is, in words for the user
   * @throws OutOfMemoryError if the Java heap can never hold so many bytes
   */
  void add(String what, long bytes) {
    needs.add(Failures.needs(what, bytes));
    if (bytes > Runtime.getRuntime().maxMemory()) {
      throw Failures.heapTooSmall(needs);
    }
  }

  /** Slices, which are all kept where it is to be shown. */
  void add(ResultImage image) {
    newImages.add(image);
  }

  /**
   * Checks that the slices that are to be shown can be kept beside what is in the heap.
   *
   * @throws OutOfMemoryError if they cannot
   */
  void requireShown() {
    long bytes = shownBytes();
    if (bytes > freeBytes()) {
      System.gc(); // what is no longer used counts until then
    }
    if (bytes > freeBytes()) {
      throw Failures.heapTooSmall(
          Collections.singletonList(
              Failures.needs("what is to be shown", bytes)
                  + " beside the "
                  + (usedBytes() >> 20)
                  + " that are in use"));
    }
  }

  private long shownBytes() {
    return newImages.stream().mapToLong(ResultImage::shownBytes).sum();
  }

  private static long usedBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long freeBytes() {
    return Runtime.getRuntime().maxMemory() - usedBytes();
  }

  /** Says what needs how much, where it was the Java heap that was too small. */
  OutOfMemoryError explained(OutOfMemoryError failure, Collection<InputImage> inputs) {
    long sliceBytes = newImages.stream().mapToLong(ResultImage::sliceBytes).sum();
    for (InputImage image : inputs) {
      sliceBytes += (long) image.width() * image.height() * image.bitDepth() / 8;
    }
    List<String> all = new ArrayList<>(needs);
    long blamed = Runtime.getRuntime().maxMemory() / BLAMED_PART;
    if (shownBytes() > blamed) {
      all.add(0, Failures.needs("what is to be shown", shownBytes()));
    }
    if (sliceBytes > blamed) {
      all.add(0, Failures.needs("one slice of each image", sliceBytes));
    }
    return Failures.ofHeap(failure, all);
  }
}
