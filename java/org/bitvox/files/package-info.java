// SPDX-License-Identifier: BSD-2-Clause

/**
 * Stacks in files, read and written slice by slice: TIFF as ImageJ has it, raw volumes, and files
 * that appear under their names only when they are complete. Knows no operation and no window.
 */
package org.bitvox.files;
