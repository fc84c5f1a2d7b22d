// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Map;
import java.util.Objects;

/**
 * Steady diffusion through the pores of a binary volume, from one face to the opposite one: the
 * effective diffusivity, and the tortuosity factor, which is porosity over diffusivity.
 *
 * <p>The concentration is 1 on the first face of the axis and 0 on the last one, half a voxel
 * outside the centres of the outermost voxels; nothing flows into the solid. The diffusivity is
 * what flows over what would flow through a volume that is all pores. An instance holds the
 * options:
 *
 * <pre>{@code
 * TortuosityResult result =
 *     new Tortuosity()
 *         .direction(Tortuosity.Direction.X)
 *         .voxelSize(0.01, 0.01, 0.01)
 *         .measure(volume, null, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: S. J. Cooper, A. Bertei, P. R. Shearing, J. A. Kilner, N. P. Brandon, "TauFactor:
 * An open-source application for calculating tortuosity factors from tomographic data", SoftwareX 5
 * (2016) 203-210.
 */
public final class Tortuosity extends RunOptions<Tortuosity> {
  /** From which face to which. */
  public enum Direction {
    /** From the first column to the last. */
    X,
    /** From the first row to the last. */
    Y,
    /** From the first slice to the last. */
    Z
  }

  /** What is at the other four faces. */
  public enum Sides {
    /** Nothing flows through them. */
    WALLS,
    /** The volume goes on at the opposite face. */
    PERIODIC
  }

  private Phase phase = Phase.FOREGROUND;
  private Direction direction = Direction.Z;
  private Sides sides = Sides.WALLS;
  private double voxelWidth = 1;
  private double voxelHeight = 1;
  private double voxelDepth = 1;
  private double accuracy = 1e-3;

  @Override
  Tortuosity self() {
    return this;
  }

  /** The pores; the foreground by default. */
  public Tortuosity phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Along z by default. */
  public Tortuosity direction(Direction value) {
    direction = Objects.requireNonNull(value);
    return this;
  }

  /** Walls by default. */
  public Tortuosity sides(Sides value) {
    sides = Objects.requireNonNull(value);
    return this;
  }

  /** 1, 1 and 1 by default. */
  public Tortuosity voxelSize(double width, double height, double depth) {
    voxelWidth = width;
    voxelHeight = height;
    voxelDepth = depth;
    return this;
  }

  /** Of the diffusivity, as a part of it: 0.001 by default, from 0.00001 to 0.1. */
  public Tortuosity accuracy(double value) {
    accuracy = value;
    return this;
  }

  /**
   * Measures the volume. The result is the same for every backend and number of threads.
   *
   * @param concentration receives the concentration of every voxel, from 1 to 0, and 0 where no
   *     pore joins both faces, as float[] slices; or null
   * @param flux receives the magnitude of the flux, of which 1 is that of a volume that is all
   *     pores; or null
   * @throws IllegalArgumentException if a voxel size is not positive and finite, the accuracy is
   *     out of range, there is no voxel of the phase, the volume is not binary, or the backend is
   *     not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public TortuosityResult measure(
      BinaryVolume volume,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener) {
    NativeLibrary.load();
    TortuosityResult result = new TortuosityResult();
    volume.use(
        input -> {
          measure(input, concentration, flux, listener, result);
          return null;
        });
    return result;
  }

  /**
   * The same where every label of an image has a diffusivity of its own, in any unit: the effective
   * diffusivity and the fluxes are in that unit, and the tortuosity factor is the mean diffusivity
   * over the effective one. Between two voxels the harmonic mean of their diffusivities counts.
   * Label 0 insulates unless it is given. The phase does not matter; the sides must be walls.
   *
   * @param diffusivities of the labels, the pixel values; 0 insulates
   * @throws IllegalArgumentException also if a diffusivity is negative or not finite, the largest
   *     is more than a million times the smallest above 0, a pixel has a value that is no label, or
   *     nothing conducts
   */
  public TortuosityResult measure(
      GreyImage labels,
      Map<Integer, Double> diffusivities,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener) {
    NativeLibrary.load();
    TortuosityResult result = new TortuosityResult();
    double[] table = new double[2 * diffusivities.size()];
    int at = 0;
    for (Map.Entry<Integer, Double> entry : diffusivities.entrySet()) {
      table[at++] = entry.getKey();
      table[at++] = entry.getValue();
    }
    labels.use(
        input -> {
          measureLabels(input, table, concentration, flux, listener, result);
          return null;
        });
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(
      VolumeInput input,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener,
      TortuosityResult result);

  /** The same; the table has pairs of a label and its diffusivity. */
  private native void measureLabels(
      GreyInput input,
      double[] table,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener,
      TortuosityResult result);
}
