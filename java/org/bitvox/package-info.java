// SPDX-License-Identifier: BSD-2-Clause

/**
 * Measurements of binary volumes: no windows, no files, failures are exceptions.
 *
 * <p>A volume is a {@link org.bitvox.BitVolume} (bits in native memory) or a {@link
 * org.bitvox.PixelStack} (the slices of an image as they are); an operation such as {@link
 * org.bitvox.Granulometry} takes either. {@link org.bitvox.Cli} is the command line.
 */
package org.bitvox;
