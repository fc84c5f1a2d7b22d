// SPDX-License-Identifier: BSD-2-Clause
/**
 * OME-Zarr images: arrays in chunks, their metadata and pyramids, and how the command line reads
 * and writes them.
 */
package org.bitvox.zarr;
