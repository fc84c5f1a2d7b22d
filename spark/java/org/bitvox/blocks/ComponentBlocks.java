// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.IntFunction;
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
final class ComponentBlocks implements BlockOperation<Morphology> {
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

  @Override
  public boolean isDone(Morphology options, StepResult result) {
    return result.step() == 1 || !result.hasImage();
  }

  @Override
  public IntFunction<long[]> known(Morphology options, StepResult result) {
    LabelledBlocks labelled = labelled(options.components(), result.whole(), result.numbers());
    return block -> Arrays.stream(labelled.labels(block)).asLongStream().toArray();
  }

  private static LabelledBlocks labelled(Label label, Box whole, long[] numbers) {
    return label.finish(whole, numbers, ProgressListener.NONE);
  }

  /** Those of the first step are all. */
  @Override
  public long[] then(Morphology options, long[] first, long[] next) {
    return first;
  }

  @Override
  public BlockNumbers compute(Morphology options, BlockTask task) throws IOException {
    Label label = options.components();
    Block own = task.block();
    Block block = hasFrame(options) ? Frame.around(own, label) : own;
    try (BitVolume read = read(options, task, block)) {
      if (task.step() == 0) {
        return BlockNumbers.of(label.findInBlock(block, read, task.listener()));
      }
      int[] labels = Arrays.stream(task.known()).mapToInt(number -> (int) number).toArray();
      SliceReceiver slices = task.slices();
      SliceReceiver kept = (z, pixels) -> write(options, own, block, z, (int[]) pixels, slices);
      return BlockNumbers.of(label.labelBlock(block, read, labels, kept, task.listener()));
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

  /** Writes a slice of labels as what is kept, without the frame. */
  private static void write(
      Morphology options, Block own, Block block, int z, int[] labels, SliceReceiver slices) {
    Box core = own.core();
    boolean frame = hasFrame(options);
    int width = (int) core.width();
    int left = frame && core.x() == 0 ? 1 : 0;
    int top = frame && core.y() == 0 ? 1 : 0;
    int above = frame && core.z() == 0 && own.whole().depth() > 1 ? 1 : 0;
    if (z < above || z >= above + core.depth()) {
      return;
    }
    byte[] pixels = new byte[width * (int) core.height()];
    for (int i = 0; i < pixels.length; i++) {
      int label = labels[(top + i / width) * (int) block.core().width() + left + i % width];
      boolean is = fillsHoles(options) ? label != FRAME : label > (frame ? FRAME : 0);
      pixels[i] = (byte) (is ? 255 : 0);
    }
    slices.accept(z - above, pixels);
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
