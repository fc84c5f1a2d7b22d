// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.gui.PointRoi;
import ij.gui.Roi;
import ij.process.ImageProcessor;
import java.awt.Point;
import java.awt.Rectangle;
import java.util.Arrays;
import java.util.Objects;
import org.bitvox.GreyImage;
import org.bitvox.GreyStack;
import org.bitvox.calls.InputImage;

/** The seeds of an image, drawn one after the other; of a preview those in its slice. */
final class SeedSlices {
  private final int width;
  private final int height;
  private final int first; // slice of the image, of which a preview has one
  private final int wholeDepth;
  private final short[][] slices; // null where nothing was drawn

  SeedSlices(InputImage input) {
    width = input.width();
    height = input.height();
    first = input.indexOf(0);
    wholeDepth = input.wholeDepth();
    slices = new short[input.depth()][];
  }

  boolean isEmpty() {
    return Arrays.stream(slices).allMatch(Objects::isNull);
  }

  GreyImage image() {
    short[] empty = new short[Math.multiplyExact(width, height)]; // which nothing writes to
    Object[] all = new Object[slices.length];
    for (int z = 0; z < slices.length; z++) {
      all[z] = slices[z] == null ? empty : slices[z];
    }
    return new GreyStack(width, height, slices.length, all);
  }

  /** Returns whether any pixel is in the image. */
  boolean draw(Roi roi, String name, short label) {
    boolean any = false;
    if (roi instanceof PointRoi) { // whose points may lie in slices of their own
      Point[] points = roi.getContainedPoints();
      for (int i = 0; i < points.length; i++) {
        int z = slice(((PointRoi) roi).getPointPosition(i), name);
        any |= set(points[i].x, points[i].y, z, label);
      }
      return any;
    }
    int z = slice(roi.hasHyperStackPosition() ? roi.getZPosition() : roi.getPosition(), name);
    if (!roi.isArea()) {
      for (Point point : roi) { // the pixels that a line goes through
        any |= set(point.x, point.y, z, label);
      }
      return any;
    }
    Rectangle bounds = roi.getBounds();
    ImageProcessor mask = roi.getMask(); // null: all of a rectangle
    for (int y = Math.max(0, bounds.y); y < Math.min(height, bounds.y + bounds.height); y++) {
      for (int x = Math.max(0, bounds.x); x < Math.min(width, bounds.x + bounds.width); x++) {
        if (mask == null || mask.get(x - bounds.x, y - bounds.y) != 0) {
          any |= set(x, y, z, label);
        }
      }
    }
    return any;
  }

  private boolean set(int x, int y, int z, short label) {
    if (x < 0 || y < 0 || x >= width || y >= height) {
      return false;
    }
    if (z < 0 || z >= slices.length) {
      return true; // in a slice that the preview is not of
    }
    if (slices[z] == null) {
      slices[z] = new short[Math.multiplyExact(width, height)];
    }
    slices[z][y * width + x] = label;
    return true;
  }

  /** From 0, of those that are drawn. */
  private int slice(int position, String name) {
    if (position == 0 && wholeDepth == 1) {
      return 0;
    }
    if (position < 1 || position > wholeDepth) {
      throw new IllegalArgumentException(
          name
              + (position < 1 ? " has no slice" : " is in slice " + position)
              + "; a seed must lie in one of the slices 1 to "
              + wholeDepth
              + ": give it a position");
    }
    return position - 1 - first;
  }
}
