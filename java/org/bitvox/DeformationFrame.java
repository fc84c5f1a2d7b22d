// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Where the nodes of a {@link Deformation} are at one moment. */
public final class DeformationFrame {
  private final int number;
  private final long step;
  private final double strain;
  private final double nodeSpacing;
  private final double[] places;
  private final double[] displacements;

  /** Called by native code. */
  DeformationFrame(
      int number,
      long step,
      double strain,
      double nodeSpacing,
      double[] places,
      double[] displacements) {
    this.number = number;
    this.step = step;
    this.strain = strain;
    this.nodeSpacing = nodeSpacing;
    this.places = places;
    this.displacements = displacements;
  }

  /** From 0, before the first step. */
  public int number() {
    return number;
  }

  /** Steps before it. */
  public long step() {
    return step;
  }

  /** The far plate's or the ball's way so far over the length of the body. */
  public double strain() {
    return strain;
  }

  /** The cube root of a node's part of the body's volume. */
  public double nodeSpacing() {
    return nodeSpacing;
  }

  /** How many nodes there are; they keep their order. */
  public int nodes() {
    return places.length / 3;
  }

  /**
   * Where a node is, from the corner of the image.
   *
   * @param axis 0, 1 or 2: x, y or z
   */
  public double place(int node, int axis) {
    return places[3 * node + axis];
  }

  /** How far a node has moved since the first frame, along an axis. */
  public double displacement(int node, int axis) {
    return displacements[3 * node + axis];
  }
}
