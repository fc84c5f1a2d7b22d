// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Goes through a slice some rows at a time, so that who wants to stop does not wait for all. */
final class SlicePieces {
  private static final int PIECE_PIXELS = 1 << 22;

  private SlicePieces() {}

  /** Takes some rows of a slice. */
  interface Piece {
    void take(int first, int rows);
  }

  /**
   * Gives all rows to the piece.
   *
   * @throws CancellationException when it is stopped, which is asked before each piece
   */
  static void each(int width, int height, BooleanSupplier stopped, Piece piece) {
    long most = Math.max(1, PIECE_PIXELS / width);
    for (long first = 0; first < height; first += most) {
      if (stopped.getAsBoolean()) {
        throw new CancellationException("cancelled by the user");
      }
      piece.take((int) first, (int) Math.min(most, height - first));
    }
  }
}
