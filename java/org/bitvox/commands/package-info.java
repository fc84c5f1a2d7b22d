// SPDX-License-Identifier: BSD-2-Clause

/**
 * The commands of ImageJ's menu and of the command line.
 *
 * <p>An operation has its keys in NAMEParameters, its menu entry in NAMECommand and its command
 * line in NAMECli; what both share lies beside them under the same stem. The rest is common to all:
 * options (Parameters, Words, Values), images and files (Images, StackFile, TiffWriter,
 * OutputFiles), tables, and what users read (Messages, Failures).
 */
package org.bitvox.commands;
