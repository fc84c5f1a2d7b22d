// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One image of OME-XML: an element Pixels and the elements Channel and TiffData in it. */
final class OmeImage {
  /** Stands for longer numbers, which no file has slices for. */
  private static final int TOO_LARGE = Integer.MAX_VALUE;

  /** An element TiffData: planes that are pages of a file, one after another. */
  static final class Planes {
    /** Number of the first plane, in the order of the image. */
    final double first;

    /** From 0. */
    final int page;

    /** 0 for all that follow. */
    final int count;

    /** The file beside this one; empty for this one. */
    String file = "";

    /** What the file calls itself, or empty. */
    String id = "";

    private Planes(double first, int page, int count) {
      this.first = first;
      this.page = page;
      this.count = count;
    }
  }

  final int width;
  final int height;
  final int channels;
  final int slices;
  final int frames;

  /** What its values are called; empty if nothing is said. */
  final String type;

  private final boolean sized;

  /** Sizes of a voxel by the names of their attributes, and their units. */
  final Map<String, String> sizes = new LinkedHashMap<>();

  private final FileBytes in;

  /** C, Z and T, the one that changes fastest first. */
  private final String order;

  private final List<Planes> planes = new ArrayList<>();
  private int samples;

  /** Attributes are those of Pixels; sizes that are not told are 1. */
  OmeImage(FileBytes in, Map<String, String> attributes) throws IOException {
    this.in = in;
    width = size(attributes, "SizeX");
    height = size(attributes, "SizeY");
    sized = attributes.containsKey("SizeX") && attributes.containsKey("SizeY");
    type = attributes.getOrDefault("Type", "");
    channels = size(attributes, "SizeC");
    slices = size(attributes, "SizeZ");
    frames = size(attributes, "SizeT");
    String told = attributes.getOrDefault("DimensionOrder", "");
    order = told.matches("XY(CZT|CTZ|ZCT|ZTC|TCZ|TZC)") ? told.substring(2) : "CZT";
    attributes.forEach(
        (key, value) -> {
          if (key.startsWith("PhysicalSize")) {
            sizes.put(key, value);
          }
        });
  }

  private int size(Map<String, String> attributes, String key) throws IOException {
    int size = number(attributes, key, 1);
    if (size == 0) {
      throw in.problem(TiffMessages.notACount(key, attributes.get(key), 1));
    }
    return size;
  }

  private int number(Map<String, String> attributes, String key, int otherwise) throws IOException {
    String value = attributes.get(key);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("[0-9]++")) {
      boolean fromOne = key.matches("Size.|SamplesPerPixel");
      throw in.problem(TiffMessages.notACount(key, value, fromOne ? 1 : 0));
    }
    String digits = value.replaceFirst("^0++", "");
    return digits.length() > 9 ? TOO_LARGE : digits.isEmpty() ? 0 : Integer.parseInt(digits);
  }

  /** Takes an element Channel: its values may lie side by side in a page. */
  void addChannel(Map<String, String> attributes) throws IOException {
    samples = Math.max(samples, number(attributes, "SamplesPerPixel", 1));
  }

  /** Takes an element TiffData. */
  void addPlanes(Map<String, String> attributes) throws IOException {
    int[] at = {
      number(attributes, "FirstC", 0) / samples(),
      number(attributes, "FirstZ", 0),
      number(attributes, "FirstT", 0)
    };
    boolean page = attributes.containsKey("IFD");
    int count = number(attributes, "PlaneCount", page ? 1 : 0);
    planes.add(new Planes(number(at), number(attributes, "IFD", 0), count));
  }

  /** Takes an element UUID: the file of the last planes. */
  void nameFile(String file, String id) {
    if (!planes.isEmpty()) {
      Planes last = planes.get(planes.size() - 1);
      last.file = file;
      last.id = id;
    }
  }

  /** Pixels of a slice. */
  long sliceSize() {
    return (long) width * height;
  }

  /**
   * Compares it with the pages that it is made of.
   *
   * @return a sentence about values of another type than it says; else empty
   * @throws IOException if it says another size
   */
  String compare(TiffLayout pages) throws IOException {
    if (sized && (width != pages.width || height != pages.height)) {
      String own = width + " x " + height;
      throw in.problem(OmeMessages.size(own, pages.width + " x " + pages.height));
    }
    boolean same = type.isEmpty() || type.equals(OmeScale.type(pages.type));
    return same ? "" : OmeMessages.type(type, pages.type);
  }

  /** Values of a pixel that lie in one page. */
  int samples() {
    return samples > 1 && channels % samples == 0 ? samples : 1;
  }

  /** Where planes are, as far as it is told: nothing if they are all pages of the file in order. */
  List<Planes> places() {
    return planes;
  }

  /** How many there are in all; exact, unless there are more than any file has. */
  double planes() {
    return (double) channels / samples() * slices * frames;
  }

  /** Number of the plane of that channel (of pages), slice and frame in the order of the image. */
  private double number(int[] at) {
    double number = 0;
    double step = 1;
    for (int axis : axes()) {
      number += step * at[axis];
      step *= size(axis);
    }
    return number;
  }

  /** Where plane number n of the image's order is in ImageJ's, the channel fastest, then z. */
  int inOrderOfImageJ(int n) {
    int[] at = new int[3];
    int rest = n;
    for (int axis : axes()) {
      at[axis] = rest % size(axis);
      rest /= size(axis);
    }
    return at[0] + size(0) * (at[1] + size(1) * at[2]);
  }

  private int[] axes() {
    return order.chars().map("CZT"::indexOf).toArray();
  }

  private int size(int axis) {
    return axis == 0 ? channels / samples() : axis == 1 ? slices : frames;
  }
}
