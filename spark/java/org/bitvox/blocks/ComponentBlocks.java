// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.Arrays;
import org.bitvox.BitVolume;
import org.bitvox.Block;
import org.bitvox.BlockMemory;
import org.bitvox.Blockwise;
import org.bitvox.Box;
import org.bitvox.Label;
import org.bitvox.LabelledBlocks;
import org.bitvox.Morphology;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.SliceReceiver;

/**
 * Morphology of components: they are labelled, as {@link LabelBlocks} does it, and those that are
 * kept are written. If it matters what touches the border, the volume has a {@link Frame}.
 */
final class ComponentBlocks extends LabelSteps<Morphology> {
  private static final int FRAME = 1; // the label

  @Override
  public String command() {
    return "morphology";
  }

  @Override
  public Class<Morphology> options() {
    return Morphology.class;
  }

  @Override
  public boolean takes(Morphology options) {
    return ComponentSlices.isOfComponents(options.operation())
        && options.operation() != Morphology.Operation.RECONSTRUCT;
  }

  @Override
  Label label(Morphology options) {
    return options.components();
  }

  private static boolean fillsHoles(Morphology options) {
    return options.operation() == Morphology.Operation.FILL_HOLES;
  }

  private static boolean hasFrame(Morphology options) {
    return fillsHoles(options) || options.operation() == Morphology.Operation.REMOVE_BORDER;
  }

  /** Blocks of the components, without the frame. */
  private record Components(Morphology options) implements Blockwise {
    @Override
    public Block block(Box whole, Box core) {
      return options.components().block(whole, core);
    }

    @Override
    public BlockMemory memory(Block block) {
      Label label = options.components();
      return label.memory(hasFrame(options) ? Frame.around(block, label) : block);
    }

    @Override
    public long[] add(long[] first, long[] second) {
      return options.components().add(first, second);
    }
  }

  @Override
  public Blockwise blocks(Morphology options, int step, long[] known) {
    return new Components(options);
  }

  private static LabelledBlocks labelled(Label label, Box whole, long[] numbers) {
    return label.finish(whole, numbers, ProgressListener.NONE);
  }

  @Override
  public BlockNumbers compute(Morphology options, BlockTask task) throws IOException {
    Label label = options.components();
    Block block = hasFrame(options) ? Frame.around(task.block(), label) : task.block();
    try (BitVolume read = read(options, task, block)) {
      if (task.step() == 0) {
        return BlockNumbers.of(label.findInBlock(block, read, task.listener()));
      }
      SliceReceiver kept = asKept(options, task.slices());
      SliceReceiver slices = hasFrame(options) ? Frame.without(task.block(), kept) : kept;
      int[] labels = labels(task);
      return BlockNumbers.of(label.labelBlock(block, read, labels, slices, task.listener()));
    }
  }

  private static BitVolume read(Morphology options, BlockTask task, Block block)
      throws IOException {
    BitVolume read = task.read(task.block());
    if (!hasFrame(options)) {
      return read;
    }
    try (read) {
      return Frame.read(task.block(), read, block, fillsHoles(options));
    }
  }

  /** Writes labels as what is kept. */
  private static SliceReceiver asKept(Morphology options, SliceReceiver slices) {
    int most = hasFrame(options) ? FRAME : 0; // of what is not kept
    return (z, labels) -> {
      byte[] pixels = new byte[((int[]) labels).length];
      for (int i = 0; i < pixels.length; i++) {
        int label = ((int[]) labels)[i];
        boolean is = fillsHoles(options) ? label != FRAME : label > most;
        pixels[i] = (byte) (is ? 255 : 0);
      }
      slices.accept(z, pixels);
    };
  }

  @Override
  public Object finish(Morphology options, Box whole, long[] sum) {
    Box all = hasFrame(options) ? Frame.around(whole) : whole;
    Label label = options.components();
    long kept = Arrays.stream(labelled(label, all, sum).voxels()).sum();
    long[] sizes = labelled(label.minSize(1).largest(false), all, sum).voxels();
    long found = Arrays.stream(sizes).sum();
    if (fillsHoles(options)) {
      return result(options, whole, all.voxels() - found, all.voxels() - sizes[0]);
    }
    return hasFrame(options)
        ? result(options, whole, found - (all.voxels() - whole.voxels()), found - sizes[0])
        : result(options, whole, found, kept);
  }

  private static Object result(Morphology options, Box whole, long before, long after) {
    return options.finish(whole, new long[] {before, after});
  }

  @Override
  public RunReport run(Object result) {
    return ((Morphology.Result) result).run();
  }
}
