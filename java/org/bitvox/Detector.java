// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/** A detector and its source, which turn around an axis; native code reads the fields. */
public final class Detector {
  /** How rays run. */
  public enum Beam {
    /** From a point. */
    CONE,
    /** Side by side. */
    PARALLEL
  }

  /** What source and detector turn around. */
  public enum Axis {
    /** Across slices' columns: at angle 0 the beam goes along z. */
    X,
    /** Along slices' columns: at angle 0 the beam goes along x. */
    Y,
    /** Through the slices: at angle 0 the beam goes along y. */
    Z
  }

  private Beam beam = Beam.CONE;
  private Axis axis = Axis.Z;
  private double sourceObject = 500;
  private double sourceDetector = 1000;
  private int columns = 256;
  private int rows = 256;
  private double pixelWidth = 1;
  private double pixelHeight = 1;
  private double offsetColumns;
  private double offsetRows;
  private double angle;

  Detector() {}

  void cone(double toObject, double toDetector) {
    beam = Beam.CONE;
    sourceObject = toObject;
    sourceDetector = toDetector;
  }

  void parallel() {
    beam = Beam.PARALLEL;
  }

  void axis(Axis value) {
    axis = Objects.requireNonNull(value);
  }

  void pixels(int columnsAcross, int rowsAlong, double width, double height) {
    columns = columnsAcross;
    rows = rowsAlong;
    pixelWidth = width;
    pixelHeight = height;
  }

  void offset(double alongColumns, double alongRows) {
    offsetColumns = alongColumns;
    offsetRows = alongRows;
  }

  void angle(double degrees) {
    angle = degrees;
  }
}
