// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

/** What a TIFF file says of its image in words. */
interface ImageText {
  /** In letters of ASCII, with the display range. */
  String of(double smallest, double largest);

  /** More characters it never has. */
  int most();
}
