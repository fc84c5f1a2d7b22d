// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What is measured: the foreground (solid) or the background (pores). */
public enum Phase {
  /** The voxels of value 255, or those in the range of the threshold. */
  FOREGROUND,
  /** The others. */
  BACKGROUND
}
