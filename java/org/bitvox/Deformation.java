// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * Large deformations of a segmented body between two plates or under a ball, by nodes that pull at
 * their neighbours, step after step in time: four methods of computer graphics. For a modulus,
 * Bitvox Stiffness is exact and faster.
 *
 * <p>Lengths are in the unit of the voxel size, forces in that of modulus times length squared:
 * with mm, MPa and tonnes per cubic millimetre forces are in N and times in s. The same bits for
 * every backend and number of threads. An instance holds the options:
 *
 * <pre>{@code
 * Deformation.Result result =
 *     new Deformation()
 *         .spacing(0.02, 0.02, 0.02)
 *         .method(Deformation.Method.MASS_SPRING)
 *         .strain(0.1)
 *         .deform(
 *             volume, new Deformation.Outputs().warp(image, slices), ProgressListener.NONE);
 * double force = result.table().farForce(result.table().frames() - 1);
 * }</pre>
 *
 * <p>Literature: A. Shahingohar, R. Eagleson, "A framework for GPU accelerated deformable object
 * modeling", GPUScA 2010; M. Müller, B. Heidelberger, M. Teschner, M. Gross, "Meshless deformations
 * based on shape matching", ACM Transactions on Graphics 24 (2005) 471-478; G. Debunne, M. Desbrun,
 * M.-P. Cani, A. H. Barr, "Adaptive simulation of soft bodies in real-time", Computer Animation
 * 2000, 15-20; M. Müller, R. Keiser, A. Nealen, M. Pauly, M. Gross, M. Alexa, "Point based
 * animation of elastic, plastic and melting objects", Symposium on Computer Animation 2004,
 * 141-151.
 */
public final class Deformation extends RunOptions<Deformation> {
  /** What pulls at nodes. */
  public enum Method {
    /** Damped springs to their neighbours. Poisson's ratio is 1/4. */
    MASS_SPRING,
    /** Their places in their neighbourhood at rest, turned as the whole body. No bulging. */
    SHAPE_MATCHING,
    /** Laplacian and gradient of the divergence of displacements. Poisson's ratio to 1/4. */
    MESHLESS,
    /** Stresses of Green's strain. Softer than the material by a third or so. */
    POINT_BASED
  }

  /** How much neighbours weigh, by their distance q over the reach: 1 at 0, 0 from 1 on. */
  public enum Weight {
    /** 1 - q. */
    LINEAR,
    /** Of standard deviation 1/3, cut off. */
    GAUSSIAN,
    /** The cubic spline. */
    CUBIC,
    /** The quartic spline. */
    QUARTIC,
    /** (1 - q^2)^3. */
    POLYNOMIAL
  }

  /** Along which axis the plates are apart. */
  public enum Direction {
    /** Left and right. */
    X,
    /** Top and bottom. */
    Y,
    /** First and last slice. */
    Z
  }

  /** What loads the body. */
  public enum Load {
    /** The far plate moves towards the near one. */
    COMPRESSION,
    /** It moves away from the near one. */
    TENSION,
    /** It moves along itself, in the next axis: y, z and x for plates across x, y and z. */
    SHEAR,
    /** A ball is pushed in where the far plate was. */
    BALL
  }

  /** What receives frames and images. Nothing by default; then nothing is computed for them. */
  public static final class Outputs {
    private Consumer<DeformationFrame> frames; // read by native code, as all but the image are
    private SliceReceiver displacement;
    private GreyImage image;
    private SliceReceiver warped;

    /** Gets all nodes frame after frame, on the thread that called. */
    public Outputs frames(Consumer<DeformationFrame> receiver) {
      frames = receiver;
      return this;
    }

    /**
     * Gets how far the middle of each voxel has moved along x, y and z at the end: three float[]
     * slices for each slice, 0 outside the body.
     */
    public Outputs displacement(SliceReceiver receiver) {
      displacement = receiver;
      return this;
    }

    /**
     * Gets an image of the volume's size as the body has taken it along at the end: float[], raw
     * values, trilinear; 0 where the body is not.
     */
    public Outputs warp(GreyImage grey, SliceReceiver receiver) {
      image = grey;
      warped = receiver;
      return this;
    }
  }

  /** What the steps led to. */
  public static final class Result {
    private long nodes; // all are written by native code
    private long held;
    private long leastHeld;
    private long isolated;
    private double neighbours;
    private double oneSided;
    private double nodeSpacing;
    private double poisson;
    private double timeStep;
    private long steps;
    private long divergedAt;
    private DeformationTable table = new DeformationTable();
    private RunReport run;

    Result() {}

    /** All nodes. */
    public long nodes() {
      return nodes;
    }

    /** Those that are held by plates. */
    public long held() {
      return held;
    }

    /** Those that the plate holds that holds fewer. */
    public long leastHeld() {
      return leastHeld;
    }

    /** Those without a neighbour. */
    public long isolated() {
      return isolated;
    }

    /** The mean number of neighbours of a node. */
    public double neighbours() {
      return neighbours;
    }

    /**
     * The part of the nearest nodes that are no neighbours, as they have nearer ones themselves.
     */
    public double oneSided() {
      return oneSided;
    }

    /** The cube root of a node's part of the body's volume. */
    public double nodeSpacing() {
      return nodeSpacing;
    }

    /** Poisson's ratio that the method can have, nearest to what was asked for; NaN for none. */
    public double poisson() {
      return poisson;
    }

    /** The time of a step. */
    public double timeStep() {
      return timeStep;
    }

    /** From frame to frame. */
    public long steps() {
      return steps;
    }

    /**
     * A step before which the nodes flew apart, where the run ended without another frame and
     * without images; -1 if all went well. The run's note says it.
     */
    public long divergedAt() {
      return divergedAt;
    }

    /** Forces, energies and momentum for each frame. */
    public DeformationTable table() {
      return table;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  private Spacing spacing = new Spacing(); // all are read by native code
  private Method method = Method.MASS_SPRING;
  private long nodes = 10_000;
  private double nodeSpacing;
  private double jitter = 0.5;
  private long seed = 1;
  private int neighbours = 16;
  private Weight weight = Weight.CUBIC;
  private Direction direction = Direction.Z;
  private Load load = Load.COMPRESSION;
  private double strain = 0.05;
  private double ballRadius;
  private double ballFirst = 0.5;
  private double ballSecond = 0.5;
  private double modulus = 1;
  private double poisson = 0.25;
  private double density = 1;
  private double damping = 1;
  private double springDamping = 0.1;
  private long frames = 10;
  private long steps;
  private double settle = 0.5;
  private int enforceEvery;
  private double timeStep;

  @Override
  Deformation self() {
    return this;
  }

  /** The size of a voxel: 1, 1 and 1 by default. */
  public Deformation spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Mass-spring by default. */
  public Deformation method(Method value) {
    method = Objects.requireNonNull(value);
    return this;
  }

  /** About how many nodes there are: 1 to 16 million; 10,000 by default. */
  public Deformation nodes(long value) {
    nodes = value;
    return this;
  }

  /** The cube root of the volume of a node; 0, the default, if {@link #nodes} decides. */
  public Deformation nodeSpacing(double value) {
    nodeSpacing = value;
    return this;
  }

  /** How far nodes are off a regular grid at random: 0 to 1; 0.5 by default. */
  public Deformation jitter(double value) {
    jitter = value;
    return this;
  }

  /** Of the random numbers: 0 to 2^53; 1 by default. */
  public Deformation seed(long value) {
    seed = value;
    return this;
  }

  /** The nearest nodes that a node is joined to: 16, the default, or 32. */
  public Deformation neighbours(int value) {
    neighbours = value;
    return this;
  }

  /** Cubic by default. Shape matching has no weights. */
  public Deformation weight(Weight value) {
    weight = Objects.requireNonNull(value);
    return this;
  }

  /** Z by default. */
  public Deformation direction(Direction value) {
    direction = Objects.requireNonNull(value);
    return this;
  }

  /** Compression by default. */
  public Deformation load(Load value) {
    load = Objects.requireNonNull(value);
    return this;
  }

  /**
   * The far plate's or the ball's way at the end, over the length of the body: above 0, to 0.9;
   * 0.05 by default.
   */
  public Deformation strain(double value) {
    strain = value;
    return this;
  }

  /** 0, the default, for a quarter of the body's smaller width. */
  public Deformation ballRadius(double value) {
    ballRadius = value;
    return this;
  }

  /**
   * Where the ball is along the first of the axes across the load, over the width of the body's
   * box: 0 to 1; 0.5 by default.
   */
  public Deformation ballFirst(double value) {
    ballFirst = value;
    return this;
  }

  /** The same along the second of these axes. */
  public Deformation ballSecond(double value) {
    ballSecond = value;
    return this;
  }

  /** Young's modulus: above 0, to 1e15; 1 by default. */
  public Deformation modulus(double value) {
    modulus = value;
    return this;
  }

  /**
   * Poisson's ratio: -0.99 to 0.499; 0.25 by default. Not all methods can have any, see {@link
   * Result#poisson}.
   */
  public Deformation poisson(double value) {
    poisson = value;
    return this;
  }

  /** Mass per volume: above 0, to 1e15; 1 by default. */
  public Deformation density(double value) {
    density = value;
    return this;
  }

  /** 0 to 100; at 1, the default, the slowest wave between the plates is critically damped. */
  public Deformation damping(double value) {
    damping = value;
    return this;
  }

  /** Damping along springs, in time steps: 0 to 2; 0.1 by default. */
  public Deformation springDamping(double value) {
    springDamping = value;
    return this;
  }

  /** Frames after the first: 1 to 100,000; 10 by default. */
  public Deformation frames(long value) {
    frames = value;
    return this;
  }

  /**
   * From frame to frame, rounded up to a multiple of {@link #enforceEvery}; 0, the default, for as
   * many as ten crossings of a wave take.
   */
  public Deformation steps(long value) {
    steps = value;
    return this;
  }

  /**
   * The part of the steps of a frame, at its end, in which the load rests: 0 to 1; 0.5 by default.
   */
  public Deformation settle(double value) {
    settle = value;
    return this;
  }

  /**
   * Steps after which held nodes follow the plates, and nodes leave the ball: 1 to 1000; 0, the
   * default, for 10, or every step with a ball.
   */
  public Deformation enforceEvery(int value) {
    enforceEvery = value;
    return this;
  }

  /** 0, the default, for a stable one. */
  public Deformation timeStep(double value) {
    timeStep = value;
    return this;
  }

  /**
   * Deforms the foreground of a binary volume.
   *
   * @throws IllegalArgumentException if an option is out of range, there are too many nodes or none
   *     at a plate, the image to warp has another size, the volume is not binary, or the backend is
   *     not available
   * @throws UnsuitableImageException if the volume has no foreground
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result deform(BinaryVolume volume, Outputs outputs, ProgressListener listener) {
    NativeLibrary.load();
    return volume.use(
        mask ->
            outputs.image == null
                ? deform(mask, null, outputs, listener)
                : outputs.image.use(grey -> deform(mask, grey, outputs, listener)));
  }

  private Result deform(
      VolumeInput mask, GreyInput grey, Outputs outputs, ProgressListener listener) {
    Result result = new Result();
    deform(mask, grey, outputs, listener, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void deform(
      VolumeInput mask, GreyInput grey, Outputs outputs, ProgressListener listener, Result result);
}
