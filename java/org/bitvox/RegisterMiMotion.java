// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * A rigid motion of an image: it turns about a place, then moves by dx, dy, dz voxels.
 *
 * <p>Angles are in degrees. It turns about x first, then about y, then about z, whose axes stay:
 * the angle about x is from y towards z, that about y from z towards x, that about z from x towards
 * y, which is clockwise as ImageJ draws images. With column vectors the turn is Rz * Ry * Rx, in
 * lengths: the axes are right-angled however large a voxel is along each.
 */
public final class RegisterMiMotion {
  /** A place in voxels of the moved image; native code reads the fields by name. */
  private static final class Middle {
    final double x;
    final double y;
    final double z;

    Middle(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }
  }

  private double dx; // all are read by native code, and those of a result written
  private double dy;
  private double dz;
  private double angle;
  private double angleX;
  private double angleY;
  private Middle middle;

  private RegisterMiMotion() {}

  private RegisterMiMotion(double[] shift, double[] angles, Middle middle) {
    dx = shift[0];
    dy = shift[1];
    dz = shift[2];
    angleX = angles[0];
    angleY = angles[1];
    angle = angles[2];
    this.middle = middle;
  }

  /** No motion. */
  public static RegisterMiMotion none() {
    return new RegisterMiMotion();
  }

  /** A shift in voxels, and angles in degrees; it turns about the middle of the moved image. */
  public static RegisterMiMotion of(
      double dx, double dy, double dz, double angleX, double angleY, double angle) {
    return new RegisterMiMotion(
        new double[] {dx, dy, dz}, new double[] {angleX, angleY, angle}, null);
  }

  /** The same, but it turns about this place, in voxels of the moved image from its first one. */
  public RegisterMiMotion about(double x, double y, double z) {
    return new RegisterMiMotion(
        new double[] {dx, dy, dz}, new double[] {angleX, angleY, angle}, new Middle(x, y, z));
  }

  /**
   * This motion and then another one, as one motion: so that an image is resampled only once. Both
   * turn about the same place.
   *
   * @param pixelAspect the height of a pixel divided by its width
   * @param sliceAspect the depth of a voxel divided by its width
   * @throws IllegalArgumentException if the places differ
   */
  public RegisterMiMotion then(RegisterMiMotion next, double pixelAspect, double sliceAspect) {
    if (!samePlace(middle, next.middle)) {
      throw new IllegalArgumentException("the two motions turn about different places");
    }
    double[] size = {1, pixelAspect, sliceAspect};
    double[] first = {dx, dy, dz};
    double[] second = {next.dx, next.dy, next.dz};
    double[][] turn = next.matrix();
    double[] shift = new double[3];
    for (int i = 0; i < 3; i++) {
      double length = 0;
      for (int j = 0; j < 3; j++) {
        length += turn[i][j] * first[j] * size[j];
      }
      shift[i] = length / size[i] + second[i];
    }
    if (isShift() || next.isShift()) { // no rounding where nothing is turned
      RegisterMiMotion turned = isShift() ? next : this;
      double[] angles = {turned.angleX, turned.angleY, turned.angle};
      return new RegisterMiMotion(next.isShift() ? sum(first, second) : shift, angles, middle);
    }
    return new RegisterMiMotion(shift, angles(product(turn, matrix())), middle);
  }

  private static double[] sum(double[] a, double[] b) {
    return new double[] {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  }

  private static double[][] product(double[][] a, double[][] b) {
    double[][] product = new double[3][3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        for (int k = 0; k < 3; k++) {
          product[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return product;
  }

  private static boolean samePlace(Middle a, Middle b) {
    return a == b || a != null && b != null && a.x == b.x && a.y == b.y && a.z == b.z;
  }

  /** The turn in lengths: rows of Rz * Ry * Rx; exact for quarter turns. */
  public double[][] matrix() {
    double sinX = sine(angleX, 0);
    double cosX = sine(angleX, 1);
    double sinY = sine(angleY, 0);
    double cosY = sine(angleY, 1);
    double sinZ = sine(angle, 0);
    double cosZ = sine(angle, 1);
    return new double[][] {
      {cosZ * cosY, cosZ * sinY * sinX - sinZ * cosX, cosZ * sinY * cosX + sinZ * sinX},
      {sinZ * cosY, sinZ * sinY * sinX + cosZ * cosX, sinZ * sinY * cosX - cosZ * sinX},
      {-sinY, cosY * sinX, cosY * cosX}
    };
  }

  /** The sine of an angle and some quarters more, of which there is none or one. */
  private static double sine(double degrees, int quarters) {
    double turned = degrees / 90;
    if (turned == Math.rint(turned)) {
      int[] sines = {0, 1, 0, -1};
      return sines[(int) (((long) turned + quarters) & 3)];
    }
    double radians = Math.toRadians(degrees);
    return quarters == 0 ? Math.sin(radians) : Math.cos(radians);
  }

  /** The angles about x, y and z of such a matrix; that about y is at most a quarter turn. */
  private static double[] angles(double[][] turn) {
    double cosY = Math.hypot(turn[0][0], turn[1][0]);
    boolean lock = cosY < 1e-12; // then x and z turn alike
    return new double[] {
      Math.toDegrees(lock ? 0 : Math.atan2(turn[2][1], turn[2][2])),
      Math.toDegrees(Math.atan2(-turn[2][0], cosY)),
      Math.toDegrees(
          lock ? Math.atan2(-turn[0][1], turn[1][1]) : Math.atan2(turn[1][0], turn[0][0]))
    };
  }

  /** Whether nothing turns. */
  public boolean isShift() {
    return angle == 0 && angleX == 0 && angleY == 0;
  }

  /** Whether nothing moves. */
  public boolean isNone() {
    return isShift() && dx == 0 && dy == 0 && dz == 0;
  }

  /** The place about which it turns, in voxels; null for the middle of the moved image. */
  public double[] middle() {
    return middle == null ? null : new double[] {middle.x, middle.y, middle.z};
  }

  /** The shift along x in voxels. */
  public double dx() {
    return dx;
  }

  /** The shift along y in voxels. */
  public double dy() {
    return dy;
  }

  /** The shift along z in voxels. */
  public double dz() {
    return dz;
  }

  /** The turn about z in degrees. */
  public double angle() {
    return angle;
  }

  /** The turn about x in degrees. */
  public double angleX() {
    return angleX;
  }

  /** The turn about y in degrees. */
  public double angleY() {
    return angleY;
  }

  @Override
  public boolean equals(Object other) {
    if (!(other instanceof RegisterMiMotion)) {
      return false;
    }
    RegisterMiMotion o = (RegisterMiMotion) other;
    return dx == o.dx
        && dy == o.dy
        && dz == o.dz
        && angle == o.angle
        && angleX == o.angleX
        && angleY == o.angleY
        && samePlace(middle, o.middle);
  }

  @Override
  public int hashCode() {
    double sum = dx + dy + dz + angle + angleX + angleY; // the same for 0 and -0
    return Double.hashCode(sum + 0.0);
  }
}
