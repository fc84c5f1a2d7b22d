// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.Serializable;

/**
 * A part of a volume: what is computed, and what has to be read for it. All numbers are along z, y
 * and x.
 *
 * @param number from 0, in raster order
 * @param core what is computed: cores are apart and fill the volume
 * @param read the core and the voxels around it that matter, as far as the volume goes
 */
public record Block(int number, Cuboid core, Cuboid read) implements Serializable {
  private static final long serialVersionUID = 1;

  /** The core, counted from the first voxel that is read. */
  public Cuboid coreInRead() {
    return core.from(read);
  }
}
