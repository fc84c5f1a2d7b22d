// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import org.bitvox.files.Names;

/**
 * Where {@link Agents} may be, and what leads them. Places are x, y and z in the unit of the
 * spacing, from the corner of the image; in one slice z does not matter.
 */
public final class AgentArena {
  /** Starts or goals; native code looks the fields up by name. */
  static final class Places {
    double[] numbers; // three each, as they are given
    boolean fromMiddle; // of the first pixel, and not from the corner of the image

    private Places(double[] numbers) {
      this.numbers = numbers;
    }
  }

  /** What a native method reads an arena from; it looks the fields up by name. */
  static final class Input {
    final int width;
    final int height;
    final int depth;
    final VolumeInput free; // or null, as the others
    final GreyInput field;
    final Places starts;
    final Places goals;

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
  private Places starts;
  private Places goals;

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
   * @param places three numbers each
   */
  public AgentArena starts(double[] places) {
    starts = new Places(places.clone());
    return this;
  }

  /**
   * The same from a table.
   *
   * @param file with the columns x, y and, for spheres, z, from the corner of the image, or
   *     POSITION_X and so on, from the middle of the first pixel; if it has a column FRAME, its
   *     first frame counts
   * @throws IllegalArgumentException if the file cannot be read, or a line is no place
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public AgentArena starts(Path file, ProgressListener listener) {
    starts = read(file, listener);
    return this;
  }

  /** Goals of {@link Agents.Motion#GOALS}, three numbers each. */
  public AgentArena goals(double[] places) {
    goals = new Places(places.clone());
    return this;
  }

  /** The same from a table, as that of starts is. */
  public AgentArena goals(Path file, ProgressListener listener) {
    goals = read(file, listener);
    return this;
  }

  private Places read(Path file, ProgressListener listener) {
    NativeLibrary.load();
    Places places = new Places(null);
    Agents.readPlaces(Names.bytes(file), depth == 1 ? 2 : 3, listener, places);
    return places;
  }

  /**
   * Vectors of {@link Agents.Motion#FIELD}: for each slice of the arena three of 32 bits, x, y and
   * z; for one slice two will do.
   */
  public AgentArena field(GreyImage vectors) {
    field = vectors;
    return this;
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
