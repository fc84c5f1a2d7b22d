// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;

/**
 * Flow of a fluid with inertia around and through the solid of a volume, from rest, driven by a
 * body force and by moving walls: lattice Boltzmann method with 19 velocities.
 *
 * <p>Lengths are in voxels, which are cubes, times in steps, and the density of the fluid at rest
 * is 1. Solid is what is not fluid; of fractions, 8-bit values, 255 is a voxel of the phase, and
 * what is solid in part obstructs in part. An instance holds the options:
 *
 * <pre>{@code
 * FlowResult result =
 *     new Flow().force(0, 0, 1e-5).steps(2000).simulate(volume, null, null, null, null, listener);
 * }</pre>
 *
 * <p>Literature: Y. H. Qian, D. d'Humières, P. Lallemand, "Lattice BGK models for Navier-Stokes
 * equation", Europhysics Letters 17 (1992) 479-484; D. R. Noble, J. R. Torczynski, "A
 * lattice-Boltzmann method for partially saturated computational cells", International Journal of
 * Modern Physics C 9 (1998) 1189-1201; I. Ginzburg, F. Verhaeghe, D. d'Humières,
 * "Two-relaxation-time lattice Boltzmann scheme", Communications in Computational Physics 3 (2008)
 * 427-478.
 */
public final class Flow extends RunOptions<Flow> {
  /** What a face of the volume is. */
  public enum Face {
    /** A wall at rest. */
    CLOSED,
    /** Fluid leaves, and comes in, at the pressure of rest. */
    FREE,
    /** The volume goes on at the opposite face, which is periodic too. */
    PERIODIC,
    /** A wall with the velocity of {@link #wall}; pointing inwards it brings fluid. */
    MOVING
  }

  /** How populations relax. */
  public enum Collision {
    /** Two relaxation times, Lambda = 3/16. */
    TRT,
    /** One. */
    BGK
  }

  /** Of the movie. */
  public enum Plane {
    /** A slice. */
    XY,
    /** Across y: x to the right, z downwards. */
    XZ,
    /** Across x: y to the right, z downwards. */
    YZ
  }

  private Phase phase = Phase.FOREGROUND;
  private Face left = Face.CLOSED;
  private Face right = Face.CLOSED;
  private Face top = Face.CLOSED;
  private Face bottom = Face.CLOSED;
  private Face front = Face.PERIODIC;
  private Face back = Face.PERIODIC;
  private FlowVector wall = new FlowVector();
  private FlowVector force; // null: what acts follows from what else drives the fluid
  private double viscosity = 0.1667;
  private Collision collision = Collision.TRT;
  private int precision = 32;
  private long steps = 1000;
  private long ramp;
  private double steady;
  private double length;
  private long frames = 20;
  private Plane plane = Plane.XY;
  private long position = -1;
  private long particles = 100;
  private String bodies = "";

  @Override
  Flow self() {
    return this;
  }

  /** The fluid is the foreground by default. */
  public Flow phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Closed by default. */
  public Flow leftAndRight(Face leftValue, Face rightValue) {
    left = Objects.requireNonNull(leftValue);
    right = Objects.requireNonNull(rightValue);
    return this;
  }

  /** Closed by default. */
  public Flow topAndBottom(Face topValue, Face bottomValue) {
    top = Objects.requireNonNull(topValue);
    bottom = Objects.requireNonNull(bottomValue);
    return this;
  }

  /** The first and the last slice; periodic by default. */
  public Flow frontAndBack(Face frontValue, Face backValue) {
    front = Objects.requireNonNull(frontValue);
    back = Objects.requireNonNull(backValue);
    return this;
  }

  /** The velocity of all moving faces, in voxels a step, Mach number up to 0.3; 0 by default. */
  public Flow wall(double x, double y, double z) {
    wall = new FlowVector(x, y, z);
    return this;
  }

  /**
   * On a voxel of fluid, each up to 0.01. Without it 0, 0, 1e-5 acts, but none if something else
   * drives the fluid: a face that moves, a body that begins with a velocity or spin, or gravity.
   */
  public Flow force(double x, double y, double z) {
    force = new FlowVector(x, y, z);
    return this;
  }

  /** In voxels squared a step, 0.0001 to 5; 0.1667 by default. */
  public Flow viscosity(double value) {
    viscosity = value;
    return this;
  }

  /** Two relaxation times by default. */
  public Flow collision(Collision value) {
    collision = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Bits of a population where it is stored, 32 or 16; 32 by default. With 16 a step on the GPU
   * takes little more than half of the time and the memory, and about three digits of the flow are
   * right.
   */
  public Flow precision(int value) {
    precision = value;
    return this;
  }

  /** How long it flows: 1 to 1,000,000,000, 1000 by default. */
  public Flow steps(long value) {
    steps = value;
    return this;
  }

  /**
   * Steps in which the force and the moving faces grow from nothing, smoothly, so that the start
   * does not send sound through the fluid; 0, the default, for none, and up to all. An odd number
   * is one more, and moving faces take 2 at least.
   */
  public Flow ramp(long value) {
    ramp = value;
    return this;
  }

  /**
   * The flow is steady where velocities have stayed within this, 1e-6 to 0.05, in the last third of
   * the steps so far: the root mean square of their change over that of velocities. From there on
   * velocities stay as they are, and only particles go on. 0, the default, for never. Bodies must
   * not move.
   */
  public Flow steady(double value) {
    steady = value;
    return this;
  }

  /**
   * Of the Reynolds number, 0.001 to 1e6 voxels; 0, the default, for the hydraulic diameter: four
   * times the fluid over the faces of voxels that are walls.
   */
  public Flow length(double value) {
    length = value;
    return this;
  }

  /**
   * Pictures of the movie, and of particles and bodies, at equal times, the last one at the end: 1
   * to 100,000 and to the number of steps, 20 by default.
   */
  public Flow frames(long value) {
    frames = value;
    return this;
  }

  /** Of the movie; a slice by default. */
  public Flow plane(Plane value) {
    plane = Objects.requireNonNull(value);
    return this;
  }

  /** Of the plane of the movie, from 0; -1, the default, for the middle. */
  public Flow position(long value) {
    position = value;
    return this;
  }

  /** Massless particles, where somebody takes them: 1 to 1,000,000, 100 by default. */
  public Flow particles(long value) {
    particles = value;
    return this;
  }

  /**
   * Spheres and boxes that move through the fluid, a line each: {@code sphere centre=X,Y,Z
   * radius=R} or {@code box centre=X,Y,Z size=X,Y,Z}, with {@code velocity=X,Y,Z}, {@code
   * spin=X,Y,Z} and, where it is free, {@code density=D}; and {@code gravity acceleration=X,Y,Z}.
   * None by default.
   */
  public Flow bodies(String value) {
    bodies = Objects.requireNonNull(value);
    return this;
  }

  /**
   * Refuses, before anything is read, a volume of so many voxels that cannot fit the memory.
   *
   * @throws OutOfMemoryError if it does not fit
   * @throws IllegalArgumentException if there is no such backend, or not here
   */
  public void refuseTooLarge(int width, int height, int depth, ProgressListener listener) {
    FlowRun.refuse(this, width, height, depth, listener);
  }

  /**
   * What can be said before anything flows.
   *
   * @throws IllegalArgumentException as {@link #simulate} does
   */
  public FlowExpectation expect(BinaryVolume volume, ProgressListener listener) {
    return FlowRun.expect(this, volume, listener);
  }

  /** The same of fractions. */
  public FlowExpectation expect(GreyImage fractions, ProgressListener listener) {
    return FlowRun.expect(this, fractions, listener);
  }

  /**
   * Lets the fluid flow. The result is the same for every backend and number of threads.
   *
   * @param velocity receives the velocity at the end, as float[] slices: x, y and z of the first
   *     slice, then of the next; 0 in solid; or null
   * @param movie receives the speed in the plane, a slice a frame; or null
   * @param particles receives where the particles are, a slice of x, y and z of each a frame, where
   *     centres of voxels are whole numbers; or null
   * @param bodies receives what became of bodies in each frame; or null
   * @throws IllegalArgumentException if an option is out of range, one face of two opposite ones is
   *     periodic, bodies cannot be read, overlap or lie outside, there is no fluid, the volume is
   *     not binary, the backend is not available, or the flow becomes unstable or its Mach number
   *     exceeds 0.3
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public FlowResult simulate(
      BinaryVolume volume,
      SliceReceiver velocity,
      SliceReceiver movie,
      SliceReceiver particles,
      FlowBodyStates.Receiver bodies,
      ProgressListener listener) {
    return FlowRun.simulate(this, volume, velocity, movie, particles, bodies, listener);
  }

  /**
   * The same of fractions.
   *
   * @throws IllegalArgumentException besides, if they are not 8-bit
   */
  public FlowResult simulate(
      GreyImage fractions,
      SliceReceiver velocity,
      SliceReceiver movie,
      SliceReceiver particles,
      FlowBodyStates.Receiver bodies,
      ProgressListener listener) {
    return FlowRun.simulate(this, fractions, velocity, movie, particles, bodies, listener);
  }
}
