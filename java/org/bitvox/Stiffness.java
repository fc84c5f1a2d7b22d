// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The apparent stiffness of a segmented volume between two plates, or its 6 x 6 stiffness tensor,
 * by linear elasticity on voxels: each voxel of the body is a finite element with eight nodes.
 *
 * <p>The body is what is joined to both plates by faces of voxels; the rest is left out and
 * counted. Moduli are in the unit of the materials' moduli, lengths in that of the voxel size: with
 * MPa and mm forces are in newtons. An instance holds the options:
 *
 * <pre>{@code
 * Stiffness.Result result =
 *     new Stiffness()
 *         .spacing(0.02, 0.02, 0.02)
 *         .modulus(10_000)
 *         .measure(volume, new Stiffness.Maps(), ProgressListener.NONE);
 * }</pre>
 *
 * <p>Literature: A. Shahingohar, R. Eagleson, "A framework for GPU accelerated deformable object
 * modeling", GPUScA 2010; P. Arbenz, G. H. van Lenthe, U. Mennel, R. Müller, M. Sala, "A scalable
 * multi-level preconditioner for matrix-free micro-finite element analysis of human bone
 * structures", International Journal for Numerical Methods in Engineering 73 (2008) 927-947; W.
 * Pistoia et al., "Estimation of distal radius failure load with micro-finite element analysis
 * models based on three-dimensional peripheral quantitative computed tomography images", Bone 30
 * (2002) 842-848.
 */
public final class Stiffness extends RunOptions<Stiffness> {
  /** Along which axis the plates are apart. */
  public enum Direction {
    /** Left and right. */
    X,
    /** Top and bottom. */
    Y,
    /** First and last slice. */
    Z,
    /** Each of them, one after the other. */
    ALL,
    /** No plates: six load cases that give the stiffness tensor. */
    TENSOR
  }

  /** What the far plate does. */
  public enum Load {
    /** It moves towards the near one. */
    COMPRESSION,
    /** It moves away from the near one. */
    TENSION,
    /** It moves along itself, in the next axis: y, z and x for plates across x, y and z. */
    SHEAR
  }

  /** How plates hold the body. */
  public enum Plates {
    /** What touches a plate sticks to it. */
    FIXED,
    /** What touches a plate may slide along it. */
    SLIPPING
  }

  /** What holds the four sides. */
  public enum Sides {
    /** Nothing. */
    FREE,
    /** Smooth walls: sides do not move outwards or inwards. */
    CONFINED,
    /** The volume again. */
    PERIODIC
  }

  /** How the load cases of the tensor are applied. */
  public enum Border {
    /** The volume goes on periodically. */
    PERIODIC,
    /** The whole border moves as by a uniform strain, which gives an upper bound. */
    UNIFORM
  }

  /** What an isotropic material is like. */
  public static final class Elasticity {
    private final double modulus;
    private final double poisson;

    /** Young's modulus above 0, and Poisson's ratio from -0.99 to 0.499. */
    public Elasticity(double modulus, double poisson) {
      this.modulus = modulus;
      this.poisson = poisson;
    }
  }

  /**
   * What receives images of the only load case, as float[] slices: 0 outside the body, in the units
   * of moduli and of the voxel size. Without any, nothing is computed for them.
   */
  public static final class Maps {
    private SliceReceiver energy; // all are read by native code
    private SliceReceiver strain;
    private SliceReceiver stress;
    private SliceReceiver displacement;

    /** The strain energy density of every voxel. */
    public Maps energy(SliceReceiver value) {
      energy = value;
      return this;
    }

    /** The effective strain, the root of twice the energy density over Young's modulus. */
    public Maps strain(SliceReceiver value) {
      strain = value;
      return this;
    }

    /** The equivalent stress of von Mises. */
    public Maps stress(SliceReceiver value) {
      stress = value;
      return this;
    }

    /** How far the middle of each voxel moves along x, y and z: three slices for each. */
    public Maps displacement(SliceReceiver value) {
      displacement = value;
      return this;
    }
  }

  /** What load cases found out about a body. */
  public static final class Result {
    private RunReport run; // all are written by native code
    private StiffnessCase[] cases;
    private long voxels;
    private long solid;
    private double[] tensor;
    private double[] axes;
    private double[] orthotropic;
    private double unorthotropic;
    private double contrast;

    Result() {}

    /** One for the direction, those along x, y and z, or the six of the tensor. */
    public List<StiffnessCase> cases() {
      return Collections.unmodifiableList(Arrays.asList(cases));
    }

    /** The largest modulus of a material, or of a voxel's density, over the smallest. */
    public double contrast() {
      return contrast;
    }

    /** All voxels. */
    public long voxels() {
      return voxels;
    }

    /** Those that have a material. */
    public long solid() {
      return solid;
    }

    /** The part of all voxels that have a material. */
    public double volumeFraction() {
      return (double) solid / voxels;
    }

    /** The part of the voxels with a material that do not carry this load. */
    public double removed(StiffnessCase one) {
      return (double) (solid - one.elements()) / solid;
    }

    /**
     * The stiffness tensor, 6 x 6 numbers, row by row: stresses xx, yy, zz, yz, xz, xy of strains
     * in the same order, with engineering shear. Empty without one.
     */
    public double[] tensor() {
      return tensor.clone();
    }

    /** The best orthotropic axes of the tensor, 3 x 3 numbers: an axis each row. */
    public double[] axes() {
      return axes.clone();
    }

    /**
     * Along these axes 1, 2 and 3: E1, E2, E3, nu23, nu13, nu12, G23, G13, G12. Moduli and ratios
     * are 0 if nothing carries along an axis.
     */
    public double[] orthotropic() {
      return orthotropic.clone();
    }

    /** The part of the tensor's norm that is not orthotropic along these axes. */
    public double unorthotropic() {
      return unorthotropic;
    }

    /** The backend that did the work, and a note about it. */
    public RunReport run() {
      return run;
    }
  }

  /** What native code reads: one of the first three, and of labels the materials. */
  private static final class Inputs {
    private VolumeInput mask;
    private GreyInput labels;
    private GreyInput densities;
    private double[] label;
    private double[] modulus;
    private double[] poisson;
  }

  private Spacing spacing = new Spacing();
  private Phase phase = Phase.FOREGROUND;
  private Direction direction = Direction.Z;
  private Load load = Load.COMPRESSION;
  private Plates plates = Plates.FIXED;
  private Sides sides = Sides.FREE;
  private Border border = Border.PERIODIC;
  private double strain = 0.01;
  private double modulus = 1;
  private double poisson = 0.3;
  private double exponent = 2;
  private double accuracy = 1e-3;
  private double tolerance;
  private long maxIterations = 2000;
  private double failurePart = 0.02;
  private double failureStrain = 0.007;

  @Override
  Stiffness self() {
    return this;
  }

  /** The size of a voxel: 1, 1 and 1 by default. */
  public Stiffness spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Which voxels of a binary volume are solid; the foreground by default. */
  public Stiffness phase(Phase value) {
    phase = Objects.requireNonNull(value);
    return this;
  }

  /** Z by default. */
  public Stiffness direction(Direction value) {
    direction = Objects.requireNonNull(value);
    return this;
  }

  /** Compression by default. */
  public Stiffness load(Load value) {
    load = Objects.requireNonNull(value);
    return this;
  }

  /** Fixed by default. */
  public Stiffness plates(Plates value) {
    plates = Objects.requireNonNull(value);
    return this;
  }

  /** Free by default. */
  public Stiffness sides(Sides value) {
    sides = Objects.requireNonNull(value);
    return this;
  }

  /** Of the tensor alone; periodic by default. */
  public Stiffness border(Border value) {
    border = Objects.requireNonNull(value);
    return this;
  }

  /**
   * How far the far plate moves over the distance between the plates: above 0, to 1; 0.01 by
   * default. Forces and maps go with it; nothing else depends on it.
   */
  public Stiffness strain(double value) {
    strain = value;
    return this;
  }

  /**
   * Young's modulus of the solid of a binary volume, or of density 1: above 0, to 1e15; 1 by
   * default.
   */
  public Stiffness modulus(double value) {
    modulus = value;
    return this;
  }

  /** Poisson's ratio of the same, or of all densities: -0.99 to 0.499; 0.3 by default. */
  public Stiffness poisson(double value) {
    poisson = value;
    return this;
  }

  /** Of densities, E = modulus * density^exponent: 0 to 10; 2 by default. */
  public Stiffness exponent(double value) {
    exponent = value;
    return this;
  }

  /** Of the modulus, as a part of it: 0.000001 to 0.5; 0.001 by default. */
  public Stiffness accuracy(double value) {
    accuracy = value;
    return this;
  }

  /**
   * The norm of the forces that are not balanced, over that at the start, at which iterations end:
   * 1e-9 to 0.1; 0, the default, if {@link #accuracy} decides.
   */
  public Stiffness tolerance(double value) {
    tolerance = value;
    return this;
  }

  /** Stops after so many iterations of a load case: 1 to 1,000,000; 2000 by default. */
  public Stiffness maxIterations(long value) {
    maxIterations = value;
    return this;
  }

  /**
   * Pistoia's rule: the body fails when this part of it is above {@link #failureStrain}. Above 0,
   * to 1; 0.02 by default.
   */
  public Stiffness failurePart(double value) {
    failurePart = value;
    return this;
  }

  /** The effective strain of Pistoia's rule: above 0, to 1; 0.007 by default. */
  public Stiffness failureStrain(double value) {
    failureStrain = value;
    return this;
  }

  /**
   * Measures the solid of a binary volume. Backends agree to the digits that the manual says; of
   * one backend the result is the same for every number of threads.
   *
   * @throws IllegalArgumentException if an option is out of range, there is one layer of voxels
   *     between the plates, plates that slip are to shear, there are maps of several load cases,
   *     the volume is not binary, or the backend is not available
   * @throws UnsuitableImageException if nothing joins the plates
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result measure(BinaryVolume volume, Maps maps, ProgressListener listener) {
    Inputs inputs = new Inputs();
    return volume.use(
        input -> {
          inputs.mask = input;
          return measure(inputs, maps, listener);
        });
  }

  /**
   * The same of an image of labels, each of which is of a material. Label 0 is empty.
   *
   * @param materials by label, a whole number above 0
   * @throws IllegalArgumentException also if a label of the image has no material, or a material is
   *     out of range
   */
  public Result measure(
      GreyImage labels, Map<Integer, Elasticity> materials, Maps maps, ProgressListener listener) {
    Inputs inputs = new Inputs();
    inputs.label = materials.keySet().stream().mapToDouble(label -> label).toArray();
    inputs.modulus = materials.values().stream().mapToDouble(one -> one.modulus).toArray();
    inputs.poisson = materials.values().stream().mapToDouble(one -> one.poisson).toArray();
    return labels.use(
        input -> {
          inputs.labels = input;
          return measure(inputs, maps, listener);
        });
  }

  /**
   * The same of an image of densities, where E = modulus * density^exponent. A voxel of which that
   * is below a millionth of the modulus is empty.
   *
   * @throws IllegalArgumentException also if a density is not a number or below 0
   */
  public Result measureDensities(GreyImage densities, Maps maps, ProgressListener listener) {
    Inputs inputs = new Inputs();
    return densities.use(
        input -> {
          inputs.densities = input;
          return measure(inputs, maps, listener);
        });
  }

  private Result measure(Inputs inputs, Maps maps, ProgressListener listener) {
    NativeLibrary.load();
    Result result = new Result();
    measure(inputs, Objects.requireNonNull(maps), listener, result);
    return result;
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native void measure(Inputs inputs, Maps maps, ProgressListener listener, Result result);
}
