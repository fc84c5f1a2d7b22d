// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * The permeability of a pore space, from slow (Stokes) flow through it that is driven by a body
 * force: lattice Boltzmann method with 19 velocities and two relaxation times.
 *
 * <p>Pores are joined where their voxels share a face or an edge. Those that do not carry fluid
 * from end to end are left out first; where there are no others the permeability is 0. Voxels are
 * cubes: everything is in voxels. An instance holds the options:
 *
 * <pre>{@code
 * Permeability.Result result =
 *     new Permeability().phase(Phase.BACKGROUND).measure(volume, null, ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: I. Ginzburg, D. d'Humières, "Multireflection boundary conditions for lattice
 * Boltzmann models", Physical Review E 68 (2003) 066614; C. Pan, L.-S. Luo, C. T. Miller, "An
 * evaluation of lattice Boltzmann schemes for porous medium flow simulation", Computers and Fluids
 * 35 (2006) 898-909.
 */
public final class Permeability extends RunOptions<Permeability> {
  /** Along which axis the fluid is driven. */
  public enum Direction {
    /** From left to right. */
    X,
    /** From top to bottom. */
    Y,
    /** Through the slices. */
    Z,
    /** Along each of them, one after the other: the tensor. */
    ALL
  }

  /** What is beyond the four sides. */
  public enum Sides {
    /** Solid. */
    WALLS,
    /** The volume again. */
    PERIODIC,
    /** Its mirror image. */
    MIRRORED
  }

  /** What is beyond the two ends of the flow. */
  public enum Ends {
    /** The volume again; its mirror image where that joins nothing. */
    AUTO,
    /** The volume again. */
    PERIODIC,
    /** Its mirror image. */
    MIRRORED
  }

  /** What the velocity image holds. */
  public enum VelocityImage {
    /** The velocity along x, y and z: three slices for each of the volume. */
    VECTOR,
    /** The speed. */
    MAGNITUDE
  }

  /** What a flow, or three of them, found out about a pore space. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private PermeabilityFlow[] flows;
    private long voxels;
    private long pores;

    Result() {}

    /** One for the direction, or those along x, y and z. */
    public List<PermeabilityFlow> flows() {
      return Collections.unmodifiableList(Arrays.asList(flows));
    }

    /** All voxels. */
    public long voxels() {
      return voxels;
    }

    /** Those that are pores. */
    public long pores() {
      return pores;
    }

    /** The part of all voxels that are pores. */
    public double porosity() {
      return (double) pores / voxels;
    }

    /** The part of all voxels that are pores which carry the fluid of this flow. */
    public double connectedPorosity(PermeabilityFlow flow) {
      return (double) flow.connected() / voxels;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Phase phase = Phase.FOREGROUND;
  private Direction direction = Direction.Z;
  private Sides sides = Sides.WALLS;
  private Ends ends = Ends.AUTO;
  private double tau;
  private double spread = 2e-3;
  private double change = 1.5e-4;
  private long maxSteps = 100_000;
  private int precision = 32;
  private boolean refine;
  private VelocityImage velocity = VelocityImage.MAGNITUDE;

  @Override
  Permeability self() {
    return this;
  }

  /** The pores are the foreground by default. */
  public Permeability phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Z by default. */
  public Permeability direction(Direction value) {
    direction = Objects.requireNonNull(value);
    return this;
  }

  /** Walls by default. */
  public Permeability sides(Sides value) {
    sides = Objects.requireNonNull(value);
    return this;
  }

  /** Chosen by default. */
  public Permeability ends(Ends value) {
    ends = Objects.requireNonNull(value);
    return this;
  }

  /** The relaxation time, 0.55 to 5; 0, the default, to have it chosen. */
  public Permeability tau(double value) {
    tau = value;
    return this;
  }

  /**
   * The flow is steady where the flux through the planes across it differs by no more than this,
   * and k has not changed by more than {@link #change}: root mean square over mean, 1e-6 to 0.1;
   * 0.002 by default.
   */
  public Permeability spread(double value) {
    spread = value;
    return this;
  }

  /**
   * Of k over the last third of all steps, and at least 100: relative, 1e-6 to 0.1; 0.00015 by
   * default.
   */
  public Permeability change(double value) {
    change = value;
    return this;
  }

  /**
   * Stops after so many steps, 20 to 1,000,000,000, if the flow is not steady before; 100,000 by
   * default.
   */
  public Permeability maxSteps(long value) {
    maxSteps = value;
    return this;
  }

  /**
   * Bits of a population where it is stored: 32, the default, or 16, which takes half of the
   * memory. Of 20 volumes the permeability was then within 0.1 %, and in 17 within 0.02 %, mostly
   * as the flow ends sooner: {@link #change} is 0.001 at least. CPUs get no faster by it.
   */
  public Permeability precision(int value) {
    precision = value;
    return this;
  }

  /**
   * Finds the permeability at half the resolution, too: a voxel of it is a pore where at least four
   * of eight voxels are, and odd ends are left out. Not by default.
   */
  public Permeability refine(boolean value) {
    refine = value;
    return this;
  }

  /** What a receiver of velocities gets: magnitudes by default. */
  public Permeability velocity(VelocityImage value) {
    velocity = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Measures the volume. The result is the same for every backend and number of threads.
   *
   * @param velocity receives the velocity times viscosity over pressure gradient, in voxels
   *     squared, 0 outside the pores that carry fluid, as float[] slices; or null
   * @throws IllegalArgumentException if an option is out of range, a side of the volume is one
   *     voxel, or less than four with {@link #refine}, there are no pores, or no solid and no
   *     walls, the volume is not binary, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, SliceReceiver velocity, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    volume.use(
        input -> {
          measure(input, velocity, listener, result);
          return null;
        });
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(
      VolumeInput input, SliceReceiver velocity, ProgressListener listener, Result result);
}
