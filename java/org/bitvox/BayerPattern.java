// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** The colours of the first two pixels of a camera's first row, then of its second row. */
public enum BayerPattern {
  /** Red, green; green, blue. */
  RGGB,
  /** Blue, green; green, red. */
  BGGR,
  /** Green, red; blue, green. */
  GRBG,
  /** Green, blue; red, green. */
  GBRG
}
