// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;

/** One block that is computed: what it is, where it is read from, and where its voxels go. */
interface BlockTask {
  /** The block as the operation asked for it. */
  Block block();

  /** What a block reads, which the caller closes; the same block can be read again, or another. */
  BitVolume read(Block block) throws IOException;

  /**
   * Gets the slices of the core, if the operation makes an image; null if none is wanted. Asked
   * again, all slices have to come again, too.
   */
  SliceReceiver slices() throws IOException;

  /** Says when to stop. */
  ProgressListener listener();
}
