// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Map;

/** One image of OME-XML: an element Pixels and the elements TiffData in it. */
final class OmeImage {
  /** Stands for longer numbers, which no file has slices for. */
  private static final int TOO_LARGE = Integer.MAX_VALUE;

  final int channels;
  final int slices;
  final int frames;
  private final FileBytes in;
  private final boolean inOrder;
  private boolean shuffled;

  /** Attributes are those of Pixels; sizes that are not told are 1. */
  OmeImage(FileBytes in, Map<String, String> attributes) throws IOException {
    this.in = in;
    channels = size(attributes, "SizeC");
    slices = size(attributes, "SizeZ");
    frames = size(attributes, "SizeT");
    inOrder = inOrder(attributes.getOrDefault("DimensionOrder", ""));
  }

  private int size(Map<String, String> attributes, String key) throws IOException {
    int size = number(attributes, key, 1);
    if (size == 0) {
      throw in.problem(TiffMessages.notACount(key, attributes.get(key)));
    }
    return size;
  }

  private int number(Map<String, String> attributes, String key, int otherwise) throws IOException {
    String value = attributes.get(key);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("[0-9]++")) {
      throw in.problem(TiffMessages.notACount(key, value));
    }
    String digits = value.replaceFirst("^0++", "");
    return digits.length() > 9 ? TOO_LARGE : digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Sizes of 1 may stand anywhere. */
  private boolean inOrder(String order) {
    String without =
        "[" + (channels > 1 ? "" : "C") + (slices > 1 ? "" : "Z") + (frames > 1 ? "" : "T") + "-]";
    return !order.matches("XY[CZT]{3}")
        || "CZT".replaceAll(without, "").equals(order.substring(2).replaceAll(without, ""));
  }

  /**
   * Takes an element TiffData: the page of a plane, and of those that follow it. Where it tells
   * nothing, the pages are those of all planes in order.
   */
  void addPlanes(Map<String, String> attributes) throws IOException {
    double channel = number(attributes, "FirstC", 0);
    double slice = number(attributes, "FirstZ", 0);
    double frame = number(attributes, "FirstT", 0);
    double page = channel + channels * (slice + slices * frame);
    shuffled |= page != number(attributes, "IFD", 0);
  }

  /** How many there are in all; exact, unless there are more than any file has. */
  double planes() {
    return (double) channels * slices * frames;
  }

  /** Whether the slices are in ImageJ's order, the channel fastest, then z, then the frame. */
  boolean inOrder() {
    return inOrder;
  }

  /** Whether pages are said to have other slices than those that ImageJ's order gives them. */
  boolean shuffled() {
    return shuffled;
  }
}
