// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntFunction;
import org.bitvox.Blockwise;
import org.bitvox.ProgressListener;

/**
 * Computes all blocks of a command, step by step.
 *
 * @param <O> the operation with its options
 */
final class BlockSteps<O extends Blockwise> {
  private final BlockPlans plans;
  private final BlockWork<O> first;
  private final Run run;

  /**
   * With the work of the first step.
   *
   * @param run of it; null if nothing is kept
   */
  BlockSteps(BlockPlans plans, BlockWork<O> first, Run run) {
    this.plans = plans;
    this.first = first;
    this.run = run;
  }

  /**
   * What all gave.
   *
   * @param numbers of all steps
   * @param last the blocks of the last one
   */
  record Result(long[] numbers, Sum last) {}

  /** Computes what is not done yet. */
  Result compute(ProgressListener listener) throws IOException {
    BlockOperation<O> operation = first.operation();
    O options = first.options();
    long[] none = {};
    IntFunction<long[]> known = block -> none;
    Blockwise blocks = operation.blocks(options, 0, none);
    BlockWork<O> work = first;
    Sum sum = compute(work, known, blocks, listener);
    first.inputs().foundMissing(sum.missing());
    long[] numbers = sum.numbers();
    while (true) {
      boolean hasImage = first.output() != null;
      StepResult result = new StepResult(work.step(), work.grid(), numbers, hasImage, listener);
      if (operation.isDone(options, result)) {
        break;
      }
      int step = work.step() + 1;
      known = operation.known(options, result);
      Blockwise next = operation.blocks(options, step, known.apply(0));
      work = first.step(step, next.equals(blocks) ? work.grid() : planAgain(next, step));
      blocks = next;
      sum = compute(work, known, blocks, listener);
      numbers = operation.then(options, numbers, sum.numbers());
    }
    if (run != null) {
      run.keepStep(work.step());
    }
    return new Result(numbers, sum);
  }

  /** The blocks of a step that reads and takes something else than the one before. */
  private BlockGrid planAgain(Blockwise blocks, int step) throws IOException {
    String radius = first.operation().radius();
    List<String> about = run == null ? List.of() : run.aboutStep(step);
    BlockGrid grid = plans.grid(plans.demand(radius, blocks), about);
    if (run != null) {
      run.beginStep(step, BlockPlans.about(grid));
    }
    return grid;
  }

  /** Computes the blocks of a step that are not done. */
  private Sum compute(
      BlockWork<O> work, IntFunction<long[]> known, Blockwise blocks, ProgressListener listener)
      throws IOException {
    Sum sum =
        new Sum(
            (a, b) -> first.operation().add(blocks, work.step(), a, b),
            work.output() == null ? 0 : work.output().nothingSeen());
    int all = work.grid().count();
    BitSet done = new BitSet(all);
    if (run != null) {
      work.markers()
          .forEach(
              part -> {
                sum.add(part);
                done.set(part.block());
              });
    }
    List<BlockOrder> left = new ArrayList<>();
    for (int number = done.nextClearBit(0); number < all; number = done.nextClearBit(number + 1)) {
      left.add(new BlockOrder(number, known.apply(number)));
    }
    int before = all - left.size();
    plans
        .runner()
        .run(
            left,
            BlockJob.of(plans.words(), work, run == null ? null : run.path()),
            part -> {
              if (run != null) {
                run.requireOwn();
              }
              sum.add(part);
            },
            new ProgressListener() {
              @Override
              public boolean keepGoing(long now, long total) {
                return listener.keepGoing(before + now, all);
              }

              @Override
              public boolean isStopped() {
                return listener.isStopped();
              }
            });
    return sum;
  }
}
