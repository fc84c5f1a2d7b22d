// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.Arrow;
import ij.gui.EllipseRoi;
import ij.gui.Line;
import ij.gui.OvalRoi;
import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.gui.RotatedRectRoi;
import ij.gui.ShapeRoi;
import java.awt.geom.GeneralPath;
import java.util.Random;

/** ROIs of every kind, in part beyond an image of some tens of pixels. */
final class RandomRois {
  private RandomRois() {}

  private static float[] coordinates(Random random, int count, boolean whole) {
    float[] all = new float[count];
    for (int i = 0; i < count; i++) {
      float at = random.nextFloat() * 70 - 15;
      all[i] = whole ? Math.round(at) : at;
    }
    return all;
  }

  static Roi polygon(Random random, int type) {
    int corners = 3 + random.nextInt(type == Roi.ANGLE ? 1 : 9);
    boolean whole = random.nextBoolean();
    float[] x = coordinates(random, corners, whole);
    float[] y = coordinates(random, corners, whole);
    if (whole && random.nextBoolean()) {
      int[] wholeX = new int[corners];
      int[] wholeY = new int[corners];
      for (int i = 0; i < corners; i++) {
        wholeX[i] = (int) x[i];
        wholeY[i] = (int) y[i];
      }
      return new PolygonRoi(wholeX, wholeY, corners, type);
    }
    PolygonRoi roi = new PolygonRoi(x, y, corners, type);
    if (random.nextInt(4) == 0) {
      roi.fitSpline();
    }
    return roi;
  }

  static Roi composite(Random random) {
    GeneralPath path = new GeneralPath(GeneralPath.WIND_EVEN_ODD);
    for (int part = 0; part < 1 + random.nextInt(4); part++) {
      float[] at = coordinates(random, 12, random.nextBoolean());
      path.moveTo(at[0], at[1]);
      path.lineTo(at[2], at[3]);
      path.curveTo(at[4], at[5], at[6], at[7], at[8], at[9]);
      path.lineTo(at[10], at[11]);
      if (random.nextBoolean()) {
        path.closePath();
      }
    }
    return new ShapeRoi(path);
  }

  static Roi random(Random random, String kind) {
    int x = random.nextInt(60) - 15;
    int y = random.nextInt(50) - 15;
    float[] at = coordinates(random, 4, random.nextBoolean());
    switch (kind) {
      case "rectangle":
        return new Roi(x, y, 1 + random.nextInt(50), 1 + random.nextInt(40));
      case "rounded":
        return new Roi(
            x, y, 1 + random.nextInt(50), 1 + random.nextInt(40), 1 + random.nextInt(30));
      case "oval":
        return new OvalRoi(x, y, 1 + random.nextInt(50), 1 + random.nextInt(40));
      case "ellipse":
        return new EllipseRoi(at[0], at[1], at[2], at[3], 0.1 + 0.9 * random.nextDouble());
      case "turned":
        return new RotatedRectRoi(at[0], at[1], at[2], at[3], 1 + random.nextInt(20));
      case "polygon":
        return polygon(random, random.nextBoolean() ? Roi.POLYGON : Roi.FREEROI);
      case "traced":
        return polygon(random, Roi.TRACED_ROI);
      case "composite":
        return composite(random);
      case "line":
        return new Line(at[0], at[1], at[2], at[3]);
      case "arrow":
        return new Arrow(at[0], at[1], at[2], at[3]);
      default:
        return polygon(random, kind.equals("angle") ? Roi.ANGLE : Roi.POLYLINE);
    }
  }
}
