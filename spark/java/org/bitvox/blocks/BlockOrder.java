// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.Serializable;

/**
 * A block that is to be computed, as it travels to who computes it.
 *
 * @param number of its core in the grid
 * @param known what the steps before have found out for it
 */
public record BlockOrder(int number, long[] known) implements Serializable {
  private static final long serialVersionUID = 1;
}
