// SPDX-License-Identifier: BSD-2-Clause

/**
 * The options of commands: declared once ({@link org.bitvox.parameters.Parameters}), and from that
 * read from macros and the command line, asked for in a dialog, explained in help and manual, and
 * checked. Knows no operation and no file, and of images only how ImageJ names them.
 */
package org.bitvox.parameters;
