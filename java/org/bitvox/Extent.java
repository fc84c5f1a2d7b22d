// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Whether the volume is one object or each slice is one on its own. */
public enum Extent {
  /** The volume as a whole. */
  VOLUME,
  /** Every slice as an image of two dimensions. */
  PER_SLICE
}
