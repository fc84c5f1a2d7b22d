// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bitvox.FlowBodyStates;

/** A sphere or a box, as it is seen in a plane, where centres of voxels are whole numbers. */
final class FlowBodyShape {
  private final double[] centre = new double[3];
  private final double radius; // 0 of a box
  private final float[][] halves = new float[3][]; // to the middles of three faces

  FlowBodyShape(FlowBodyStates bodies, int body) {
    for (int i = 0; i < 3; i++) {
      centre[i] = bodies.centre(body)[i];
      halves[i] = bodies.half(body, i);
    }
    radius = bodies.radius(body);
  }

  /** All of it, seen along the axis across the plane. */
  Shape seen(FlowPlane plane) {
    if (radius > 0) {
      return circle(plane, radius);
    }
    List<double[]> points = new ArrayList<>();
    for (int corner = 0; corner < 8; corner++) {
      points.add(onPlane(corner(corner), plane));
    }
    return hull(points);
  }

  /** What lies in the plane; null for nothing. */
  Shape section(FlowPlane plane) {
    double at = plane.position();
    double away = at - centre[plane.across()];
    if (radius > 0) {
      double square = radius * radius - away * away;
      return square > 0 ? circle(plane, Math.sqrt(square)) : null;
    }
    List<double[]> points = new ArrayList<>();
    for (int corner = 0; corner < 8; corner++) {
      for (int a = 0; a < 3; a++) {
        if ((corner >> a & 1) == 0) {
          addCut(points, corner(corner), corner(corner | 1 << a), plane);
        }
      }
    }
    return points.size() < 3 ? null : hull(points);
  }

  /** Where an edge meets the plane. */
  private static void addCut(List<double[]> points, double[] from, double[] to, FlowPlane plane) {
    double below = from[plane.across()] - plane.position();
    double above = to[plane.across()] - plane.position();
    if (below * above <= 0 && below != above) {
      double part = below / (below - above);
      double[] cut = new double[3];
      for (int a = 0; a < 3; a++) {
        cut[a] = from[a] + part * (to[a] - from[a]);
      }
      points.add(onPlane(cut, plane));
    }
  }

  private Shape circle(FlowPlane plane, double r) {
    double[] at = onPlane(centre, plane);
    return new Ellipse2D.Double(at[0] - r, at[1] - r, 2 * r, 2 * r);
  }

  private double[] corner(int corner) {
    double[] point = centre.clone();
    for (int side = 0; side < 3; side++) {
      for (int a = 0; a < 3; a++) {
        point[a] += (corner >> side & 1) == 0 ? -halves[side][a] : halves[side][a];
      }
    }
    return point;
  }

  private static double[] onPlane(double[] point, FlowPlane plane) {
    return new double[] {point[plane.right()], point[plane.down()]};
  }

  /** Of points: Andrew's monotone chain, the lower side and then the upper one. */
  private static Shape hull(List<double[]> points) {
    points.sort(Comparator.<double[]>comparingDouble(p -> p[0]).thenComparingDouble(p -> p[1]));
    Path2D path = new Path2D.Double();
    for (int side = 0; side < 2; side++) {
      List<double[]> chain = new ArrayList<>();
      for (int i = 0; i < points.size(); i++) {
        double[] point = points.get(side == 0 ? i : points.size() - 1 - i);
        while (chain.size() > 1
            && turn(chain.get(chain.size() - 2), chain.get(chain.size() - 1), point) <= 0) {
          chain.remove(chain.size() - 1);
        }
        chain.add(point);
      }
      for (double[] point : chain) {
        if (path.getCurrentPoint() == null) {
          path.moveTo(point[0], point[1]);
        } else {
          path.lineTo(point[0], point[1]);
        }
      }
    }
    path.closePath();
    return path;
  }

  private static double turn(double[] a, double[] b, double[] c) {
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  }
}
