// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Objects;
import org.bitvox.files.Names;

/**
 * The surface of a binary volume, of each label of an image of labels, or where a grey image passes
 * a value, as a closed mesh of triangles.
 *
 * <p>Every edge of the mesh belongs to two triangles, which see it from opposite sides; seen from
 * outside, the vertices of a triangle are counterclockwise. What lies outside the image counts as
 * background. The centre of voxel (0, 0, 0) is at (0, 0, 0). An instance holds the options:
 *
 * <pre>{@code
 * try (Surface.Result surface = new Surface().smooth(10).extract(volume, ProgressListener.NONE)) {
 *   surface.write(Paths.get("part.stl"), Surface.Format.STL, ProgressListener.NONE);
 * }
 * }</pre>
 *
 * <p>Literature: W. E. Lorensen, H. E. Cline, "Marching cubes: a high resolution 3D surface
 * construction algorithm", Computer Graphics 21 (1987) 163-169; G. Taubin, "A signal processing
 * approach to fair surface design", SIGGRAPH 95, 351-358.
 */
public final class Surface {
  /** What is inside. */
  public enum Kind {
    /** The foreground of a binary volume. */
    BINARY,
    /** Each label for itself: whole numbers from 1 to 16777216, where 0 is background. */
    LABELS,
    /** Values of at least the level. */
    GREY
  }

  /** Which voxels hang together; of the background it is the other way. */
  public enum Connectivity {
    /** Those that touch by a face or an edge. */
    EDGES,
    /** Those that touch by a face. */
    FACES
  }

  /** Formats of files. */
  public enum Format {
    /** Binary, of one object. */
    STL,
    /** Binary, little-endian; faces have the property label, if there are labels. */
    PLY,
    /** Text; each label is an object label_7. */
    OBJ
  }

  /** The surfaces, in ascending order of labels. Close it when done: it owns the mesh. */
  public static final class Result implements AutoCloseable {
    private NativeOwner owner;
    private long[] labels; // all that follows is written by native code
    private long[] vertices;
    private long[] triangles;
    private double[] area;
    private double[] volume;
    private double[] volumeUnsmoothed;
    private long[] euler;
    private byte[] closed;

    Result() {}

    /** How many surfaces there are; 1 if there are no labels. */
    public int count() {
      return labels.length;
    }

    /** The label of a surface; 1 if there are none. */
    public long label(int surface) {
      return labels[surface];
    }

    /** Its vertices. */
    public long vertices(int surface) {
      return vertices[surface];
    }

    /** Its triangles. */
    public long triangles(int surface) {
      return triangles[surface];
    }

    /** Its area, in the unit of the spacing. */
    public double area(int surface) {
      return area[surface];
    }

    /** The volume that it encloses. */
    public double volume(int surface) {
      return volume[surface];
    }

    /** The volume that it enclosed before it was smoothed; without smoothing the same. */
    public double volumeUnsmoothed(int surface) {
      return volumeUnsmoothed[surface];
    }

    /** Vertices - edges + triangles: twice the number of its parts less twice its handles. */
    public long eulerNumber(int surface) {
      return euler[surface];
    }

    /** Whether triangles go along each edge equally often in both directions. */
    public boolean isClosed(int surface) {
      return closed[surface] != 0;
    }

    /**
     * Writes the mesh.
     *
     * @throws IOException if the file cannot be written, or an STL file cannot have so many
     *     triangles
     * @throws IllegalStateException if this was closed
     * @throws java.util.concurrent.CancellationException if the listener stops it
     */
    public void write(Path file, Format format, ProgressListener listener) throws IOException {
      byte[] name = Names.bytes(file);
      int number = format.ordinal();
      try {
        owner.use(
            handle -> {
              Surface.write(handle, name, number, listener);
              return null;
            });
      } catch (IllegalArgumentException e) {
        throw new FileSystemException(file.toString(), null, e.getMessage());
      }
    }

    /** Frees the mesh; closing again does nothing. */
    @Override
    public void close() {
      owner.close();
    }
  }

  private Kind kind = Kind.BINARY;
  private double level;
  private int label;
  private Connectivity connectivity = Connectivity.EDGES;
  private int smooth;
  private Spacing spacing = new Spacing();
  private int threads;

  /** A binary volume by default. */
  public Surface kind(Kind value) {
    kind = Objects.requireNonNull(value);
    return this;
  }

  /** The least value that is inside, of grey images: 0 by default. */
  public Surface level(double value) {
    level = value;
    return this;
  }

  /** The only label that counts: 1 to 16777216; 0, the default, for all. */
  public Surface label(int value) {
    label = value;
    return this;
  }

  /** Voxels that touch by an edge are joined by default. */
  public Surface connectivity(Connectivity value) {
    connectivity = Objects.requireNonNull(value);
    return this;
  }

  /** How often vertices are moved towards their neighbours and back: 0, the default, to 1000. */
  public Surface smooth(int value) {
    smooth = value;
    return this;
  }

  /** The size of a voxel, in any unit; 1 by default. */
  public Surface spacing(double x, double y, double z) {
    spacing = new Spacing(x, y, z);
    return this;
  }

  /** Threads of the CPU: 1 to 1024; 0, the default, for all cores. */
  public Surface threads(int value) {
    threads = value;
    return this;
  }

  /**
   * The surface of a binary volume. The result is the same for every number of threads.
   *
   * @throws IllegalArgumentException if an option is out of range, the kind is another one, the
   *     volume is not binary or has no foreground, or a side is longer than 131000 voxels
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the mesh
   * @throws IllegalStateException if the volume is closed or the library cannot be loaded
   */
  public Result extract(BinaryVolume volume, ProgressListener listener) {
    NativeLibrary.load();
    return volume.use(input -> extract(new Inputs(input, null), listener));
  }

  /**
   * The surfaces of labels, or of the values of at least the level. The result is the same for
   * every number of threads.
   *
   * @throws IllegalArgumentException if an option is out of range, the kind is that of a binary
   *     volume, a value is no label, nothing is inside, or a side is longer than 131000 voxels
   * @throws java.util.concurrent.CancellationException if the listener stops it
   * @throws OutOfMemoryError without native memory for the mesh
   * @throws IllegalStateException if the image is closed or the library cannot be loaded
   */
  public Result extract(GreyImage image, ProgressListener listener) {
    NativeLibrary.load();
    return image.use(input -> extract(new Inputs(null, input), listener));
  }

  private Result extract(Inputs inputs, ProgressListener listener) {
    Result result = new Result();
    long handle = extract(inputs, listener, result);
    result.owner = NativeOwner.register(result, handle, Surface::destroy, "the surface");
    return result;
  }

  /** What is read, one of them; native code reads the fields. */
  private static final class Inputs {
    final VolumeInput volume;
    final GreyInput grey;

    Inputs(VolumeInput volume, GreyInput grey) {
      this.volume = volume;
      this.grey = grey;
    }
  }

  /** Reads the options of this object by name and writes the fields of the result. */
  private native long extract(Inputs inputs, ProgressListener listener, Result result);

  private static native void write(long handle, byte[] file, int format, ProgressListener listener);

  private static native void destroy(long handle);
}
