// SPDX-License-Identifier: BSD-2-Clause

/**
 * The operations as the user meets them, one class each: NAMECommand declares the keys, and its
 * run() reads, computes by the class NAME of {@link org.bitvox} and hands over the results. A large
 * table, plot or file format of one operation lies beside it under the same stem. {@link
 * org.bitvox.commands.Commands} lists them.
 */
package org.bitvox.commands;
