// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;

/**
 * An operation whose blocks can be computed by different computers, in one step or several: each
 * goes through all blocks, and the next one begins when that is done.
 *
 * @param <O> the operation with its options, which says what a block reads and what it takes
 */
public interface BlockOperation<O extends Blockwise> {
  /** Its name on the command line. */
  String command();

  /** The operation with its options. */
  Class<O> options();

  /** Whether it is for these options; others of their class are for another one. */
  default boolean takes(O options) {
    return true;
  }

  /** The key of the command that says how far it reaches; empty if there is none. */
  default String radius() {
    return "";
  }

  /** Keys of the command for another image on the same grid, which is read beside the input. */
  default List<String> images() {
    return List.of();
  }

  /** Words of the command with which it cannot be computed in blocks: flags, key=value, or key=. */
  default List<String> without() {
    return List.of();
  }

  /** Bytes that a voxel takes if it is not computed in blocks, about. */
  default double bytesOfVoxel() {
    return 0.5;
  }

  /** Sets what only blocks need of the options. */
  default void prepare(O options) {}

  /**
   * What the blocks of a step read and take, and how their numbers are added. Steps for which it is
   * equal have the same blocks; else they are planned anew.
   *
   * @param step its number, from 0
   * @param known what the steps before have found out for a block
   */
  default Blockwise blocks(O options, int step, long[] known) {
    return options;
  }

  /**
   * What two blocks of a step give together, or two sums of some, in the order of the blocks.
   *
   * @param blocks of the step
   */
  default long[] add(Blockwise blocks, int step, long[] first, long[] second) {
    return blocks.add(first, second);
  }

  /** Whether a step was the last one. */
  default boolean isDone(O options, StepResult result) {
    return true;
  }

  /** What the blocks of the next step have to know, by their numbers. */
  default IntFunction<long[]> known(O options, StepResult result) {
    long[] nothing = {};
    return block -> nothing;
  }

  /** The numbers of some steps, and then of the next one: only these matter by default. */
  default long[] then(O options, long[] first, long[] next) {
    return next;
  }

  /**
   * Whether each step leaves a picture, which needs a place, and from which the next one goes on.
   * By default all steps read the input.
   */
  default boolean keepsPictures() {
    return false;
  }

  /** What the plan says besides; empty for nothing. */
  default String remark() {
    return "";
  }

  /** Computes a block. */
  BlockNumbers compute(O options, BlockTask task) throws IOException;

  /** The result of the whole, as the command gets it. */
  Object finish(O options, Box whole, long[] sum);

  /** The same, for what takes long: it may be stopped. */
  default Object finish(O options, Box whole, long[] sum, ProgressListener listener) {
    return finish(options, whole, sum);
  }

  /** How a result was computed, which is not known yet; null if it does not say. */
  RunReport run(Object result);
}
