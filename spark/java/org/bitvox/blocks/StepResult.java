// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import org.bitvox.Box;

/**
 * What is known when a step has gone through all blocks.
 *
 * @param step its number, from 0
 * @param whole the volume
 * @param numbers of all blocks, and of the steps before
 * @param hasImage whether an image is wanted
 */
record StepResult(int step, Box whole, long[] numbers, boolean hasImage) {}
