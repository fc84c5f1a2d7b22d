// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;

/**
 * Where {@link Agents} may be, and what leads them. Places are x, y and z in the unit of the
 * spacing, from the corner of the image; in one slice z does not matter.
 */
public final class AgentArena {
  /** What a native method reads an arena from; it looks the fields up by name. */
  static final class Input {
    final int width;
    final int height;
    final int depth;
    final VolumeInput free; // or null, as the others
    final GreyInput field;
    final double[] starts;
    final double[] goals;

    private Input(AgentArena arena, VolumeInput free, GreyInput field) {
      width = arena.width;
      height = arena.height;
      depth = arena.depth;
      this.free = free;
      this.field = field;
      starts = arena.starts;
      goals = arena.goals;
    }
  }

  private final int width;
  private final int height;
  private final int depth;
  private final BinaryVolume free;
  private GreyImage field;
  private double[] starts;
  private double[] goals;

  private AgentArena(int width, int height, int depth, BinaryVolume free) {
    this.width = width;
    this.height = height;
    this.depth = depth;
    this.free = free;
  }

  /** The foreground of an image is free, its background wall. */
  public static AgentArena of(BinaryVolume free) {
    return new AgentArena(free.width(), free.height(), free.depth(), Objects.requireNonNull(free));
  }

  /** A box of so many pixels without walls; of depth 1 for discs. */
  public static AgentArena box(int width, int height, int depth) {
    return new AgentArena(width, height, depth, null);
  }

  /**
   * Where agents start, instead of at random.
   *
   * @param places three numbers each; null for at random
   */
  public AgentArena starts(double[] places) {
    starts = places;
    return this;
  }

  /** Goals of {@link Agents.Motion#GOALS}, three numbers each. */
  public AgentArena goals(double[] places) {
    goals = places;
    return this;
  }

  /**
   * Vectors of {@link Agents.Motion#FIELD}: for each slice of the arena three of 32 bits, x, y and
   * z; for one slice two will do.
   */
  public AgentArena field(GreyImage vectors) {
    field = vectors;
    return this;
  }

  /**
   * The places of a table.
   *
   * @param file with the columns x, y and, if it has one, z, from the corner of the image, or
   *     POSITION_X and so on, from the middle of the first pixel
   * @param voxel its sides
   * @return three numbers each
   * @throws IllegalArgumentException if the file cannot be read, or a line is no place
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public static double[] places(Path file, double[] voxel, ProgressListener listener) {
    NativeLibrary.load();
    return Agents.readPlaces(WeightedGraph.bytes(file), voxel[0], voxel[1], voxel[2], listener);
  }

  /** Runs body, which hands the input to a native method; the input is valid until it returns. */
  <R> R use(Function<Input, R> body) {
    return useFree(volume -> useField(vectors -> body.apply(new Input(this, volume, vectors))));
  }

  private <R> R useFree(Function<VolumeInput, R> body) {
    return free == null ? body.apply(null) : free.use(body);
  }

  private <R> R useField(Function<GreyInput, R> body) {
    return field == null ? body.apply(null) : field.use(body);
  }
}
