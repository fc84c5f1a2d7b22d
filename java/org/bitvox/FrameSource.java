// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;

/**
 * The frames of a movie, each read when it is asked for, so that a long movie need not fit the
 * memory.
 */
public interface FrameSource {
  /** Pixels along x. */
  int width();

  /** Pixels along y. */
  int height();

  /** The number of frames. */
  int depth();

  /**
   * The pixels of a frame, x fastest: int[] of an RGB image, or byte[] of a camera's mosaic, of all
   * frames alike. They must not be written before the operation ends.
   *
   * <p>Called from threads of the library, but never by two at a time. The first frame is asked for
   * first; an operation may go through the frames twice.
   *
   * @param frame from 0
   * @throws IOException if it cannot be read; the operation throws it
   */
  Object pixels(int frame) throws IOException;
}
