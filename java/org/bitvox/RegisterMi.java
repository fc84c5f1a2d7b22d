// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.Objects;
import java.util.function.Function;

/**
 * Registration by mutual information: the rigid motion, a shift and turns about z or any axis, that
 * lays one grey image on another so that the values of one say most about the values of the other.
 *
 * <p>The two may be of different types, sizes, modalities and {@link #fixedVoxel voxels}. The
 * search is deterministic: every backend and number of threads gives the same result, bit for bit.
 * An instance holds the options:
 *
 * <pre>{@code
 * RegisterMiResult result =
 *     new RegisterMi()
 *         .maxAngle(10)
 *         .register(ct, mr, (z, pixels) -> stack.addSlice("", pixels), ProgressListener.NONE);
 * double right = result.dx();
 * }</pre>
 *
 * <p>{@link #find} looks for the motion alone, {@link #apply} applies one to any image.
 *
 * <p>Literature: F. Maes, A. Collignon, D. Vandermeulen, G. Marchal, P. Suetens, "Multimodality
 * image registration by maximization of mutual information", IEEE Transactions on Medical Imaging
 * 16, 1997.
 */
public final class RegisterMi extends RunOptions<RegisterMi> {
  /** The smallest number of bins. */
  public static final int FEWEST_BINS = 2;

  /** The largest number of bins. */
  public static final int MOST_BINS = 128;

  /** How the result is taken from between the voxels of the moved image. */
  public enum Interpolation {
    /** Linearly along x, y and z. */
    LINEAR,
    /** The nearest voxel. */
    NEAREST
  }

  /** About which axes the image may turn. */
  public enum Axes {
    /** Within its slices. */
    Z,
    /** Any way. */
    XYZ
  }

  private int bins = 64;
  private Reach maxShift;
  private RegisterMiMotion start;
  private BinaryVolume mask;
  private double maxAngle;
  private Axes axes = Axes.Z;
  private double pixelAspect = 1;
  private double sliceAspect = 1;
  private VoxelRatio fixedVoxel;
  private Interpolation interpolation = Interpolation.LINEAR;
  private double fill;

  @Override
  RegisterMi self() {
    return this;
  }

  /**
   * Bins of both images: 2 to 128, 64 by default. Images too small to fill pairs of them use fewer.
   */
  public RegisterMi bins(int value) {
    bins = value;
    return this;
  }

  /**
   * The largest shift in voxels along each axis, to either side; what is larger than where the
   * images can overlap acts as that. By default the smaller image may lie anywhere within the
   * larger one, and a quarter of its side farther. The {@link RunReport#note note} of the result
   * says where a motion was found at a limit.
   */
  public RegisterMi maxShift(double x, double y, double z) {
    maxShift = new Reach(x, y, z);
    return this;
  }

  /**
   * A motion in voxels, about the middle of the moved image, near which the search begins: it looks
   * there and near no motion, and nowhere else, which takes less time. Null, the default, for all
   * motions within the limits.
   */
  public RegisterMi start(RegisterMiMotion value) {
    start = value;
    return this;
  }

  /**
   * A mask of the size of the fixed image: only its values in the foreground are compared, and the
   * smaller image is the moved one or the mask. Null, the default, for all of the fixed image.
   */
  public RegisterMi mask(BinaryVolume value) {
    mask = value;
    return this;
  }

  /** The largest turn in degrees, to either side: to 180; 0, the default, for shifts only. */
  public RegisterMi maxAngle(double degrees) {
    maxAngle = degrees;
    return this;
  }

  /** Z by default; XYZ wants stacks and a {@link #maxAngle}, which is that of each angle. */
  public RegisterMi axes(Axes value) {
    axes = Objects.requireNonNull(value);
    return this;
  }

  /** The depth of a voxel divided by its width; 1 by default. It matters for turns about x or y. */
  public RegisterMi sliceAspect(double value) {
    sliceAspect = value;
    return this;
  }

  /** The height of a pixel divided by its width; 1 by default. It matters for turns. */
  public RegisterMi pixelAspect(double value) {
    pixelAspect = value;
    return this;
  }

  /**
   * The size of a voxel of the fixed image, or of the result of {@link #apply}, divided by that of
   * a voxel of the moved one, along each axis: 0.001 to 1000; 1 by default.
   */
  public RegisterMi fixedVoxel(double x, double y, double z) {
    fixedVoxel = new VoxelRatio(x, y, z);
    return this;
  }

  /** Linear by default. */
  public RegisterMi interpolation(Interpolation value) {
    interpolation = Objects.requireNonNull(value);
    return this;
  }

  /** The raw value where the moved image is not; 0 by default. */
  public RegisterMi fill(double value) {
    fill = value;
    return this;
  }

  /**
   * Finds the motion and applies it.
   *
   * @param moving the image that is moved
   * @param fixed the image on which it comes to lie
   * @param receiver gets the moved image on the voxels of fixed, in moving's type, rounded (half
   *     up) and clamped
   * @throws IllegalArgumentException if an image is constant or too small, the mask has another
   *     size than fixed or is empty or too thin, no motion within the limits lets the images
   *     overlap, an option is out of range, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for the work, or for a search of so many motions
   * @throws IllegalStateException if a volume is closed or the library cannot be loaded
   */
  public RegisterMiResult register(
      GreyImage moving, GreyImage fixed, SliceReceiver receiver, ProgressListener listener) {
    NativeLibrary.load();
    if (receiver == null) { // which native code takes for none wanted
      throw new IllegalArgumentException("receiver is null");
    }
    return search(moving, fixed, receiver, listener);
  }

  /**
   * Finds the motion, and moves nothing.
   *
   * @return what {@link #register} returns, without an overlap
   * @throws IllegalArgumentException and the others that {@link #register} throws
   */
  public RegisterMiResult find(GreyImage moving, GreyImage fixed, ProgressListener listener) {
    NativeLibrary.load();
    return search(moving, fixed, null, listener);
  }

  private RegisterMiResult search(
      GreyImage moving, GreyImage fixed, SliceReceiver receiver, ProgressListener listener) {
    RegisterMiResult result = new RegisterMiResult();
    Function<VolumeInput, RegisterMiResult> masked =
        where ->
            moving.use(
                moved ->
                    fixed.use(
                        still -> {
                          register(new Images(moved, still, where), receiver, listener, result);
                          return result;
                        }));
    return mask == null ? masked.apply(null) : mask.use(masked);
  }

  /**
   * Applies a motion. Of the options the aspects, interpolation, fill, backend and threads matter.
   *
   * @param moving the image that is moved, of any size
   * @param width of the result, whose voxels are as large as those of moving, or as {@link
   *     #fixedVoxel} says; without a motion the first voxels of both lie on one another
   * @param receiver gets the moved image in moving's type, rounded (half up) and clamped
   * @throws IllegalArgumentException if a size or an option is out of range, the motion is not
   *     finite, or the backend is not available
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws DeviceException if a GPU asked for by name fails or is too small
   * @throws OutOfMemoryError without native memory for it
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public RegisterMiMoved apply(
      GreyImage moving,
      RegisterMiMotion motion,
      int width,
      int height,
      int depth,
      SliceReceiver receiver,
      ProgressListener listener) {
    NativeLibrary.load();
    RegisterMiMoved result = new RegisterMiMoved();
    return moving.use(
        moved -> {
          apply(new Motion(moved, motion, width, height, depth), receiver, listener, result);
          return result;
        });
  }

  /** Voxels along each axis, to either side; native code reads the fields by name. */
  private static final class Reach {
    final double x;
    final double y;
    final double z;

    Reach(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }
  }

  /** Sizes along each axis; native code reads the fields by name. */
  private static final class VoxelRatio {
    final double x;
    final double y;
    final double z;

    VoxelRatio(double x, double y, double z) {
      this.x = x;
      this.y = y;
      this.z = z;
    }
  }

  /** The two images; native code reads the fields by name. */
  private static final class Images {
    final GreyInput moving;
    final GreyInput fixed;
    final VolumeInput mask;

    Images(GreyInput moving, GreyInput fixed, VolumeInput mask) {
      this.moving = moving;
      this.fixed = fixed;
      this.mask = mask;
    }
  }

  /** What is moved, how, and the size of the result; native code reads the fields by name. */
  private static final class Motion {
    final GreyInput moving;
    final RegisterMiMotion motion;
    final int width;
    final int height;
    final int depth;

    Motion(GreyInput moving, RegisterMiMotion motion, int width, int height, int depth) {
      this.moving = moving;
      this.motion = motion;
      this.width = width;
      this.height = height;
      this.depth = depth;
    }
  }

  /**
   * Reads the options of this object by name and writes the fields of the result.
   *
   * @param receiver null where the moved image is not wanted
   */
  private native void register(
      Images images, SliceReceiver receiver, ProgressListener listener, RegisterMiResult result);

  /** The same. */
  private native void apply(
      Motion motion, SliceReceiver receiver, ProgressListener listener, RegisterMiMoved result);
}
