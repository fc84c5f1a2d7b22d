// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/**
 * The shape numbers of a volume, or of a slice, in the unit of the spacing. Of a slice, volumes are
 * areas and the surface is the perimeter.
 */
public final class MinkowskiNumbers {
  private long voxels; // all are written by native code
  private double volume;
  private double totalVolume;
  private double measuredVolume;
  private double surface;
  private double meanBreadth;
  private double eulerFaces;
  private double eulerAll;
  private double connectivity;
  private double anisotropy;
  private double[] intercepts;
  private double[] interceptAxes;

  MinkowskiNumbers() {}

  /** Object voxels, in the mask if there is one. */
  public long voxels() {
    return voxels;
  }

  /** Of the object: its voxels times their size (BV). */
  public double volume() {
    return volume;
  }

  /** Of all voxels, or of those of the mask (TV). */
  public double totalVolume() {
    return totalVolume;
  }

  /** The part of all voxels that are object (BV/TV). */
  public double volumeFraction() {
    return volume / totalVolume;
  }

  /** What surface, mean breadth and Euler numbers belong to: less than all with clipped edges. */
  public double measuredVolume() {
    return measuredVolume;
  }

  /** Surface area (BS); of a slice the perimeter. */
  public double surface() {
    return surface;
  }

  /** Of all the object's parts together: that of a ball is its diameter. 0 for a slice. */
  public double meanBreadth() {
    return meanBreadth;
  }

  /** With voxels that touch by a face; in slices by an edge. A whole number unless clipped. */
  public double eulerFaces() {
    return eulerFaces;
  }

  /** With voxels that touch at all: 26-connected, in slices 8-connected. */
  public double eulerAll() {
    return eulerAll;
  }

  /** 1 - Euler number of the 26-connected object: the tunnels of a connected one. 0 of nothing. */
  public double connectivity() {
    return connectivity;
  }

  /** {@link #connectivity} / measured volume (Conn.D). */
  public double connectivityDensity() {
    return connectivity() / measuredVolume;
  }

  /**
   * Degree of anisotropy (DA): 0 for no preferred direction, 1 for plates or rods; NaN for 3
   * directions, for slices, where there is no surface, and where no ellipsoid fits the mean
   * intercept lengths.
   */
  public double anisotropy() {
    return anisotropy;
  }

  /** Mean intercept lengths along the axes of the fitted ellipsoid, longest first; or NaN. */
  public double[] intercepts() {
    return intercepts.clone();
  }

  /** Unit vectors along these axes, one behind the other: x1, y1, z1, x2, ...; or NaN. */
  public double[] interceptAxes() {
    return interceptAxes.clone();
  }
}
