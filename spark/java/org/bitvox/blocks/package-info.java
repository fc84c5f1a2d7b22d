// SPDX-License-Identifier: BSD-2-Clause
/**
 * Volumes that need not fit the memory: cut into blocks, each computed with the voxels around it
 * that matter, so that the result has the same bits as that of the whole volume.
 */
package org.bitvox.blocks;
