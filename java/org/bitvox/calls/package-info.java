// SPDX-License-Identifier: BSD-2-Clause

/**
 * How operations are called: a {@link org.bitvox.calls.Command} is the same for ImageJ's menu, for
 * macros and for the command line, and sees of the outside only a {@link org.bitvox.calls.Call},
 * which opens and locks its images, writes and shows its results and tells its failures. Tables,
 * voxel sizes and calibrated values are here too. Knows no operation.
 */
package org.bitvox.calls;
