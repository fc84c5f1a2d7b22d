// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;
import org.bitvox.SliceReceiver;

/** One block that is computed: what it is, where it is read from, and where its voxels go. */
interface BlockTask {
  /** The step of which it is, from 0. */
  int step();

  /** What the steps before have found out for it. */
  long[] known();

  /** The block as the operation asked for it. */
  Block block();

  /** What a block reads, which the caller closes; the same block can be read again, or another. */
  BitVolume read(Block block) throws IOException;

  /** The same of a mask or another image; null if there is none. */
  BitVolume readSecond(Block block) throws IOException;

  /** The same with its values, if the operation reads a grey image. */
  GreyVolume readGrey(Block block) throws IOException;

  /** The same of another grey image; null if there is none. */
  GreyVolume readOtherGrey(Block block) throws IOException;

  /**
   * Gets the slices of the core, if the operation makes an image; null if none is wanted. Asked
   * again, all slices have to come again, too.
   */
  SliceReceiver slices() throws IOException;

  /** Says when to stop. */
  ProgressListener listener();
}
