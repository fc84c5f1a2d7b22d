// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import java.util.Objects;
import org.bitvox.files.Names;

/**
 * Moving discs (in one slice) and spheres of one radius that never overlap: ground truth for
 * segmentation and tracking, and a crowd.
 *
 * <p>In each step every agent asks for a move. It is refused if it leads into a wall, to where
 * another agent is, or to where another one wants to be that comes first by a random number. An
 * agent that is refused stays. The same options give the same tracks for every backend, number of
 * threads and of strips. An instance holds the options:
 *
 * <pre>{@code
 * Agents.Result result =
 *     new Agents()
 *         .radius(5)
 *         .agents(200)
 *         .motion(Agents.Motion.PERSISTENT)
 *         .simulate(
 *             AgentArena.box(512, 512, 1),
 *             new AgentOutputs().labels(labels).tracks(file),
 *             ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: G. Vigueras, J. M. Orduña, M. Lozano, J. M. Cecilia, J. M. García, "Improving the
 * GPU-based collision check procedure for distributed crowd simulations", GPUScA 2010.
 */
public final class Agents extends RunOptions<Agents> {
  /** How agents move. */
  public enum Motion {
    /** Along each axis uniform from -step to step. */
    RANDOM,
    /** By a step in a direction that changes now and then. */
    PERSISTENT,
    /** By a step towards a goal; who has arrived takes another one. */
    GOALS,
    /** Along the vectors of an image, the longest of which is a step. */
    FIELD
  }

  /** What keeps clear of walls. */
  public enum Clearance {
    /** The whole disc or sphere. */
    DISC,
    /** Its centre alone. */
    CENTRE
  }

  /** How a movie looks. */
  public static final class MovieOptions {
    private double photons = 200; // all are read by native code
    private double background = 10;
    private double blur;
    private double readNoise = 2;

    /** Their mean number at a pixel within an agent: 0 to 30,000; 200 by default. */
    public MovieOptions photons(double value) {
      photons = value;
      return this;
    }

    /** Their mean number at each pixel besides: 0 to 30,000; 10 by default. */
    public MovieOptions background(double value) {
      background = value;
      return this;
    }

    /** The standard deviation of the Gaussian that blurs it, in the unit of lengths; 0 for none. */
    public MovieOptions blur(double value) {
      blur = value;
      return this;
    }

    /** The standard deviation of the camera's noise, in photons: 0 to 1000; 2 by default. */
    public MovieOptions readNoise(double value) {
      readNoise = value;
      return this;
    }
  }

  /** What happened. */
  public static final class Result {
    private long placed; // all are written by native code
    private long parts;
    private double freePart;
    private AgentCounts counts = new AgentCounts();
    private AgentLives lives = new AgentLives();
    private RunReport run;

    Result() {}

    /** Agents that found room at the start. */
    public long placed() {
      return placed;
    }

    /** Parts into which the move of a step is cut, each asked for by itself. */
    public long parts() {
      return parts;
    }

    /** The part of the arena, 0 to 1, where centres may be. */
    public double freePart() {
      return freePart;
    }

    /** Numbers for each frame. */
    public AgentCounts counts() {
      return counts;
    }

    /** All agents that ever were. */
    public AgentLives lives() {
      return lives;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Spacing spacing = new Spacing(); // all are read by native code
  private double radius = 5;
  private long agents = 100;
  private long steps = 100;
  private long every = 1;
  private Motion motion = Motion.RANDOM;
  private double step = 1;
  private double persistence = 10;
  private double wander;
  private double divide;
  private Clearance clearance = Clearance.DISC;
  private long seed = 1;
  private int strips = 1;

  /** The size of a pixel, in the unit of all lengths; 1 by default. */
  public Agents spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Of all agents; 5 by default. */
  public Agents radius(double value) {
    radius = value;
    return this;
  }

  /** How many are placed at random, if they find room: 100 by default. */
  public Agents agents(long value) {
    agents = value;
    return this;
  }

  /** Steps: 100 by default. */
  public Agents steps(long value) {
    steps = value;
    return this;
  }

  /** Steps from frame to frame: 1 by default. The first frame is before the first step. */
  public Agents every(long value) {
    every = value;
    return this;
  }

  /** Random by default. */
  public Agents motion(Motion value) {
    motion = Objects.requireNonNull(value);
    return this;
  }

  /** The length of a step: 1 by default. */
  public Agents step(double value) {
    step = value;
    return this;
  }

  /** Of {@link Motion#PERSISTENT}: the mean number of steps in one direction; 10 by default. */
  public Agents persistence(double value) {
    persistence = value;
    return this;
  }

  /** Of goals and fields: the part of a move that is random, 0 to 1; 0 by default. */
  public Agents wander(double value) {
    wander = value;
    return this;
  }

  /** The mean number of steps until an agent divides; 0, the default, for never. */
  public Agents divide(double value) {
    divide = value;
    return this;
  }

  /** The whole disc by default. */
  public Agents clearance(Clearance value) {
    clearance = Objects.requireNonNull(value);
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public Agents seed(long value) {
    seed = value;
    return this;
  }

  /** Strips of the arena that are computed side by side: 1 to 1024; 1 by default. */
  public Agents strips(int value) {
    strips = value;
    return this;
  }

  @Override
  Agents self() {
    return this;
  }

  /** How many frames there will be. */
  public long frames() {
    return steps / every + 1;
  }

  /** Whether ids in this arena may be too large for images of 16 bits. */
  public boolean hasManyIds(AgentArena arena) {
    NativeLibrary.load();
    return arena.use(this::labelsAreFloats);
  }

  /**
   * Places agents in an arena and lets them move.
   *
   * @throws IllegalArgumentException if an option is out of range, the arena has no room for an
   *     agent of this radius, a start or goal is not in it, starts touch one another, the field
   *     does not fit the arena, the backend is not available, or a file cannot be written
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   */
  public Result simulate(AgentArena arena, AgentOutputs outputs, ProgressListener listener) {
    NativeLibrary.load();
    Objects.requireNonNull(outputs);
    return arena.use(
        input -> {
          Result result = new Result();
          simulate(input, outputs, listener, result);
          return result;
        });
  }

  /**
   * Says whether agents of recorded tracks ever overlap.
   *
   * @param tracks a table with the columns TRACK_ID, FRAME, POSITION_X, POSITION_Y and, if it has
   *     one, POSITION_Z, or track, frame, x, y and z
   * @param radius of all of them, in its unit
   * @throws IllegalArgumentException if the radius is not above 0, or the file is no such table
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the work
   */
  public static AgentOverlaps check(Path tracks, double radius, ProgressListener listener) {
    NativeLibrary.load();
    AgentOverlaps overlaps = new AgentOverlaps();
    check(Names.bytes(tracks), radius, listener, overlaps);
    return overlaps;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void simulate(
      AgentArena.Input arena, AgentOutputs outputs, ProgressListener listener, Result result);

  private native boolean labelsAreFloats(AgentArena.Input arena);

  private static native void check(
      byte[] tracks, double radius, ProgressListener listener, AgentOverlaps overlaps);

  /** Fills places from a table of 2 axes, or 3. */
  static native void readPlaces(
      byte[] file, int axes, ProgressListener listener, AgentArena.Places places);
}
