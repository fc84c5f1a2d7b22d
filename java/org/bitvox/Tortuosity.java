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
 * Tortuosity.Result result =
 *     new Tortuosity()
 *         .direction(Tortuosity.Direction.X)
 *         .spacing(0.01, 0.01, 0.01)
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

  /** How well the pores of a volume conduct along one axis, and how exactly that is known. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private double porosity;
    private double connectedPorosity;
    private double meanDiffusivity;
    private double diffusivity;
    private double tortuosity;
    private double formationFactor;
    private double error;
    private double fluxIn;
    private double fluxOut;
    private double spread;
    private double residual;
    private long iterations;
    private boolean converged;
    private double[] profile;

    Result() {}

    /** All pores, as a part of the volume. */
    public double porosity() {
      return porosity;
    }

    /** The pores that are joined to both faces, as a part of the volume. */
    public double connectedPorosity() {
      return connectedPorosity;
    }

    /**
     * Over the volume, of labels that have diffusivities of their own, in the unit of these; else
     * the porosity.
     */
    public double meanDiffusivity() {
      return meanDiffusivity;
    }

    /** The effective diffusivity over that of the free fluid; 0 where no pore joins both faces. */
    public double diffusivity() {
      return diffusivity;
    }

    /**
     * The tortuosity factor, porosity over diffusivity; infinite where no pore joins both faces.
     */
    public double tortuosity() {
      return tortuosity;
    }

    /** 1 over the diffusivity. */
    public double formationFactor() {
      return formationFactor;
    }

    /**
     * Of the diffusivity, as a part of it, as estimated from above: the true one is at most so much
     * less, never more. Infinite where it is not known.
     */
    public double error() {
      return error;
    }

    /** What flows through the first face, in the unit of the diffusivity. */
    public double fluxIn() {
      return fluxIn;
    }

    /** What flows through the last face. */
    public double fluxOut() {
      return fluxOut;
    }

    /** Of the flux through all layers: the largest less the smallest, over the mean. */
    public double spread() {
      return spread;
    }

    /**
     * The true residual: the root of the sum of squares of what flows into voxels and not out of
     * them, over the same of the linear concentration.
     */
    public double residual() {
      return residual;
    }

    /** Of the conjugate gradients; 0 where all pores are straight. */
    public long iterations() {
      return iterations;
    }

    /** Whether the accuracy that was asked for was reached. */
    public boolean converged() {
      return converged;
    }

    /** Mean concentrations of the connected pores, layer by layer; none where there are none. */
    public double[] profile() {
      return profile.clone();
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Phase phase = Phase.FOREGROUND;
  private Direction direction = Direction.Z;
  private Sides sides = Sides.WALLS;
  private Spacing spacing = new Spacing();
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

  /** The size of a voxel: 1, 1 and 1 by default. */
  public Tortuosity spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Of the diffusivity, as a part of it: 0.00001 to 0.1, 0.001 by default. */
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
  public Result measure(
      BinaryVolume volume,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
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
  public Result measure(
      GreyImage labels,
      Map<Integer, Double> diffusivities,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
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
      Result result);

  /** The same; the table has pairs of a label and its diffusivity. */
  private native void measureLabels(
      GreyInput input,
      double[] table,
      SliceReceiver concentration,
      SliceReceiver flux,
      ProgressListener listener,
      Result result);
}
