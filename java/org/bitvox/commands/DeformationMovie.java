// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import ij.measure.Calibration;
import ij.plugin.LutLoader;
import java.awt.image.IndexColorModel;
import java.util.Arrays;
import java.util.function.Consumer;
import org.bitvox.Deformation;
import org.bitvox.DeformationFrame;
import org.bitvox.SliceReceiver;
import org.bitvox.calls.InputImage;
import org.bitvox.calls.Scale;
import org.bitvox.files.PixelType;
import org.bitvox.files.StackFormat;

/**
 * Draws nodes as balls, seen from the side, one picture per frame. Colours say how far a node has
 * moved, from dark for none to bright for as far as the plate or the ball goes.
 */
final class DeformationMovie implements Consumer<DeformationFrame> {
  private static final int PIXELS = 400; // of the longer side of the image
  private static final double MARGIN = 0.15; // around the image, for what bulges
  private static final int DARKEST = 70; // of the colour table; the background is black

  private final int across; // the axis from left to right: x, or z if the load is along y
  private final int down; // the axis from top to bottom
  private final int depth; // the one along which it is seen, from the first slice or row
  private final double pixel;
  private final double left; // of the picture, in the image's unit
  private final double top;
  private final int width;
  private final int height;
  private final int along;
  private final double strain;
  private final IndexColorModel colours = LutLoader.getLut("fire");
  private final Calibration calibration;
  private double farthest;
  private float[] nearest; // how near the node is that a pixel shows
  private SliceReceiver receiver;

  /** Of a load along an axis, whose strain is this at the end. */
  DeformationMovie(InputImage image, Scale scale, Deformation.Load load, int along, double strain) {
    this.along = along;
    this.strain = strain;
    int next = (along + 1) % 3; // that of shear
    across = along == 0 ? 0 : next;
    down = along == 0 ? next : along;
    depth = 3 - across - down;
    double[] voxel = scale.voxel();
    double[] sides = {
      image.width() * voxel[0], image.height() * voxel[1], image.depth() * voxel[2]
    };
    double way = strain * sides[along];
    double moreAcross = moves(load, along, next, across) ? way : 0;
    double moreDown = moves(load, along, next, down) ? way : 0;
    double most = Math.max(sides[across], sides[down]);
    pixel = most / PIXELS;
    left = -MARGIN * most;
    top = -MARGIN * most;
    width = (int) Math.ceil((sides[across] + moreAcross + 2 * MARGIN * most) / pixel);
    height = (int) Math.ceil((sides[down] + moreDown + 2 * MARGIN * most) / pixel);
    calibration = new Calibration();
    calibration.pixelWidth = pixel;
    calibration.pixelHeight = pixel;
    calibration.setUnit(scale.calibrated() ? scale.unit : "pixel");
  }

  /** Whether the far plate leaves the image along this axis. */
  private static boolean moves(Deformation.Load load, int along, int next, int axis) {
    return load == Deformation.Load.TENSION && axis == along
        || load == Deformation.Load.SHEAR && axis == next;
  }

  /** One slice per frame. */
  StackFormat format(int frames) {
    return new StackFormat(width, height, 1, PixelType.RGB)
        .frames(frames)
        .calibration(calibration)
        .labels(frame -> "frame " + (frame + 1));
  }

  /** Where pictures go. */
  DeformationMovie to(SliceReceiver value) {
    receiver = value;
    return this;
  }

  @Override
  public void accept(DeformationFrame frame) {
    if (frame.number() == 0) {
      farthest = strain * lengthOf(frame);
    }
    int[] picture = new int[width * height];
    nearest = new float[picture.length];
    Arrays.fill(nearest, Float.POSITIVE_INFINITY);
    for (int node = 0; node < frame.nodes(); node++) {
      draw(frame, node, picture);
    }
    receiver.accept(frame.number(), picture);
  }

  /** Of the body along the load. */
  private double lengthOf(DeformationFrame frame) {
    double least = Double.POSITIVE_INFINITY;
    double most = Double.NEGATIVE_INFINITY;
    for (int node = 0; node < frame.nodes(); node++) {
      least = Math.min(least, frame.place(node, along));
      most = Math.max(most, frame.place(node, along));
    }
    return most - least + frame.nodeSpacing();
  }

  private void draw(DeformationFrame frame, int node, int[] picture) {
    double x = (frame.place(node, across) - left) / pixel - 0.5;
    double y = (frame.place(node, down) - top) / pixel - 0.5;
    double radius = Math.max(0.5, 0.5 * frame.nodeSpacing() / pixel);
    int colour = colours.getRGB(shade(frame, node));
    float far = (float) (frame.place(node, depth) / pixel);
    int lastRow = (int) Math.min(height - 1.0, Math.floor(y + radius));
    int lastColumn = (int) Math.min(width - 1.0, Math.floor(x + radius));
    for (int row = (int) Math.max(0, Math.ceil(y - radius)); row <= lastRow; row++) {
      for (int column = (int) Math.max(0, Math.ceil(x - radius)); column <= lastColumn; column++) {
        double square = ((row - y) * (row - y) + (column - x) * (column - x)) / (radius * radius);
        double bulge = Math.sqrt(Math.max(0, 1 - square));
        int i = row * width + column;
        if (square <= 1 && far - radius * bulge < nearest[i]) {
          nearest[i] = (float) (far - radius * bulge);
          picture[i] = shaded(colour, 0.5 + 0.5 * bulge);
        }
      }
    }
  }

  private int shade(DeformationFrame frame, int node) {
    double square = 0;
    for (int axis = 0; axis < 3; axis++) {
      square += frame.displacement(node, axis) * frame.displacement(node, axis);
    }
    double part = Math.min(1, Math.sqrt(square) / farthest);
    return DARKEST + (int) Math.round((255 - DARKEST) * part);
  }

  private static int shaded(int colour, double light) {
    int red = (int) (light * (colour >> 16 & 0xff));
    int green = (int) (light * (colour >> 8 & 0xff));
    int blue = (int) (light * (colour & 0xff));
    return red << 16 | green << 8 | blue;
  }
}
