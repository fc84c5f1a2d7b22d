// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.Serializable;

/**
 * A part of a volume that is computed on its own: its core, for which more is read than it has, as
 * a result at a voxel depends on voxels nearby. The cores of a volume's blocks are apart and fill
 * it; what they read overlaps.
 *
 * <p>What is read ends within the volume, or at its real faces, where rules for borders hold.
 */
public final class Block implements Serializable {
  private static final long serialVersionUID = 1;

  private final Box whole; // native code reads all three by name
  private final Box read;
  private final Box core;

  /**
   * A block of a volume.
   *
   * @param whole the volume
   * @param read what is read for it; {@link Blockwise#block} says what an operation needs
   * @param core what is computed
   * @throws IllegalArgumentException if the whole does not begin at 0, or a box is not within the
   *     one before
   */
  public Block(Box whole, Box read, Box core) {
    if (whole.x() != 0 || whole.y() != 0 || whole.z() != 0) {
      throw new IllegalArgumentException("a whole volume begins at 0, 0, 0, not as " + whole);
    }
    requireWithin("what is read", read, "the volume", whole);
    requireWithin("the core", core, "what is read", read);
    this.whole = whole;
    this.read = read;
    this.core = core;
  }

  /** What is read is x, y, z, width, height and depth. */
  static Block of(Box whole, Box core, long[] read) {
    return new Block(whole, new Box(read[0], read[1], read[2], read[3], read[4], read[5]), core);
  }

  private static void requireWithin(String what, Box inner, String name, Box outer) {
    if (!outer.contains(inner)) {
      throw new IllegalArgumentException(
          what + " (" + inner + ") must be within " + name + " (" + outer + ")");
    }
  }

  /** The volume that this is a block of. */
  public Box whole() {
    return whole;
  }

  /** What is read for the block. */
  public Box read() {
    return read;
  }

  /** What is computed. */
  public Box core() {
    return core;
  }

  /**
   * Throws IllegalArgumentException unless the volume, which may be null, is as large as the core.
   */
  void requireCore(BinaryVolume volume) {
    if (volume != null
        && (volume.width() != core.width()
            || volume.height() != core.height()
            || volume.depth() != core.depth())) {
      throw new IllegalArgumentException(
          "the volume for the core must be as large as it, " + core + ", and is not");
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Block && toString().equals(other.toString());
  }

  @Override
  public int hashCode() {
    return toString().hashCode();
  }

  /** Core, what is read, and the whole. */
  @Override
  public String toString() {
    return "core " + core + ", read " + read + ", whole " + whole;
  }
}
