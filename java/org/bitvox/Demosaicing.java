// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** Where the two colours come from that a pixel of a mosaic has not measured. */
public enum Demosaicing {
  /** The mean of all neighbours that have measured the colour, rounded half up. */
  BILINEAR,
  /**
   * That mean, corrected by the gradient of the measured colour, in sixteenths, rounded half up and
   * clamped: H. S. Malvar, L.-W. He, R. Cutler, ICASSP 2004.
   */
  GRADIENT
}
