// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.util.List;
import org.bitvox.Block;
import org.bitvox.Blockwise;

/**
 * Plans the blocks of a command.
 *
 * @param output null if no image is wanted
 */
record BlockPlans(BlockWords words, Runner runner, BlockInputs inputs, BlockOutput output) {
  /** Of what is free; the rest is for chunks on their way, and for others. */
  private static final double SHARE = 0.8;

  private static final String SIDES = "blocks of ";

  /**
   * What the blocks of a step need. Blocks are small enough for the GPU: those that are too large
   * for it would be computed by the CPU.
   *
   * @param radius the key of the command that says how far it reaches, or empty
   */
  Demand demand(String radius, Blockwise blocks) {
    Around around = Around.of(blocks);
    int tasks = runner.tasksOfComputer();
    Demand.Limit memory =
        new Demand.Limit(
            "memory",
            block -> blocks.memory(block).host() + inputs.memory(block) + heap(block),
            runner.memory() * SHARE / tasks);
    Demand.Limit heap = new Demand.Limit("Java heap", this::heap, runner.heap() * SHARE / tasks);
    Demand.Limit gpu =
        new Demand.Limit(
            "memory of the GPU",
            block -> words.mayUseGpu() ? blocks.memory(block).device() : 0,
            runner.memoryOfGpu() * SHARE);
    return new Demand(
        inputs.image().size(),
        output == null ? inputs.image().chunk() : output.unit(),
        around,
        List.of(memory, heap),
        gpu,
        words.radius(radius, around.most()),
        runner.fewest());
  }

  private double heap(Block block) {
    return inputs.heap(block) + (output == null ? 0 : output.heap(block.core()));
  }

  /**
   * The blocks of a step. A run that goes on has those that it was begun with.
   *
   * @param about what a run that goes on has left, in lines
   */
  BlockGrid grid(Demand demand, List<String> about) {
    if (words.side() > 0) {
      return Planner.plan(demand, words.side());
    }
    for (String line : about) {
      if (line.startsWith(SIDES)) {
        String[] sides = line.substring(SIDES.length()).split(" x ");
        return new BlockGrid(
            demand.whole(),
            new int[] {
              Integer.parseInt(sides[2]), Integer.parseInt(sides[1]), Integer.parseInt(sides[0])
            });
      }
    }
    return Planner.plan(demand);
  }

  /** The line from which a run that goes on knows its blocks. */
  static String about(BlockGrid grid) {
    return SIDES + grid.side()[2] + " x " + grid.side()[1] + " x " + grid.side()[0];
  }
}
