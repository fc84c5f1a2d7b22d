// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.Blockwise;
import org.bitvox.ProgressListener;
import org.bitvox.RunOptions;
import org.bitvox.RunReport;
import org.bitvox.VolumeInBlocks;
import org.bitvox.files.FolderFormat;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.BlockFormat;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.OmeForm;
import org.bitvox.zarr.WriteOptions;

/**
 * One command whose volume is computed in blocks. The command itself runs as ever: it opens its
 * input, begins its output, calls the operation, and writes its tables.
 */
final class BlockCall implements BlockFormat {
  /** Of what is free; the rest is for chunks on their way, and for others. */
  private static final double SHARE = 0.8;

  private final BlockWords words;
  private final Runner runner;
  private BlockOutput output;
  private RunFolder folder;
  private int seen;
  private BooleanSupplier stopped = () -> false;

  BlockCall(BlockWords words, Runner runner) {
    this.words = words;
    this.runner = runner;
  }

  /** Says how a result was computed. */
  private interface Report {
    void say(RunReport run, Sum sum);
  }

  @Override
  public BinaryVolume open(BlockReader reader) {
    int[] size = reader.size();
    return new VolumeInBlocks(size[2], size[1], size[0]) {
      @Override
      protected <R> R compute(RunOptions<?> operation, Class<R> result, ProgressListener listener) {
        if (!(operation instanceof Blockwise blockwise)) {
          throw Operations.none();
        }
        try {
          return result.cast(BlockCall.this.compute(reader, blockwise, this::say, listener));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      private void say(RunReport run, Sum sum) {
        report(run, String.join(" and ", sum.backends), String.join(" ", sum.notes));
      }
    };
  }

  @Override
  public FolderFormat.Sink create(
      String name, OmeForm form, WriteOptions options, boolean inImage, BooleanSupplier stop) {
    output = new BlockOutput(name, form, options, inImage);
    stopped = stop;
    return new FolderFormat.Sink() {
      @Override
      public void write(int channel, int frame, int z, byte[] values) throws IOException {
        throw new IOException(name + ": slices of it cannot be written, as blocks are");
      }

      @Override
      public void finish() throws IOException {
        folder.removeParts();
        output.finish(folder.store(), seen, stopped);
      }
    };
  }

  @Override
  public void placed(Path place) throws IOException {
    folder.place(place);
    folder.close();
  }

  private <O extends Blockwise> Object compute(
      BlockReader reader, O options, Report report, ProgressListener listener) throws IOException {
    BlockOperation<O> operation = Operations.of(options);
    words.requireNone(operation.without());
    operation.prepare(options);
    if (operation.hasSteps() && output == null) {
      throw new UsageException(
          operation.command()
              + " in blocks keeps pictures beside its output; use output=NAME.zarr");
    }
    Demand demand = demand(operation, options, reader);
    BlockGrid grid = grid(demand);
    if (words.isPlan()) {
      long done = output == null ? 0 : RunFolder.doneIn(RunFolder.of(output.place()));
      throw new Planned(PlanReport.of(reader, output, demand, grid, runner, done));
    }
    if (output != null) {
      List<String> about = new ArrayList<>(words.about());
      about.add("an input of " + reader.metadata());
      about.addAll(output.about());
      about.add(sides(grid));
      folder = RunFolder.begin(output.place(), output.name(), about, words.resume());
    }
    try {
      BlockWork<O> work =
          new BlockWork<>(
              operation, options, reader, grid, output, folder == null ? null : folder.store());
      Sum sum = computeAll(work, listener);
      Object result = operation.finish(options, grid.box(), sum.numbers);
      report.say(operation.run(result), sum);
      return result;
    } catch (IOException | RuntimeException | Error e) {
      if (folder != null) {
        folder.close();
      }
      throw e;
    }
  }

  /** Computes all steps. */
  private <O extends Blockwise> Sum computeAll(BlockWork<O> work, ProgressListener listener)
      throws IOException {
    BlockOperation<O> operation = work.operation();
    Sum all = computeStep(work, 0, listener);
    int step = 0;
    while (!operation.isDone(work.options(), work.grid().box(), all.numbers)) {
      step++;
      Sum next = computeStep(work.step(step), step, listener);
      next.numbers = operation.then(work.options(), all.numbers, next.numbers);
      all = next;
    }
    if (operation.hasSteps()) {
      folder.keepStep(step);
    }
    seen = all.seen;
    return all;
  }

  /** Computes the blocks that are not done. */
  private <O extends Blockwise> Sum computeStep(
      BlockWork<O> work, int step, ProgressListener listener) throws IOException {
    Sum sum = new Sum(work.options(), output == null ? 0 : output.nothingSeen());
    List<Integer> left = new ArrayList<>();
    int all = work.grid().count();
    for (int number = 0; number < all; number++) {
      PartResult done = folder == null ? null : new Markers(work.store()).get(number);
      if (done == null) {
        left.add(number);
      } else {
        sum.add(done);
      }
    }
    int before = all - left.size();
    runner.run(
        left,
        BlockJob.of(words, work, folder == null ? null : folder.path(), step),
        sum::add,
        new ProgressListener() {
          @Override
          public boolean keepGoing(long done, long total) {
            return listener.keepGoing(before + done, all);
          }

          @Override
          public boolean isStopped() {
            return listener.isStopped();
          }
        });
    return sum;
  }

  private <O extends Blockwise> Demand demand(
      BlockOperation<O> operation, O options, BlockReader reader) {
    Around around = Around.of(options);
    int tasks = runner.tasksOfComputer();
    Demand.Limit memory =
        new Demand.Limit(
            "memory",
            block ->
                options.memory(block).host() + block.read().voxels() / 8.0 + heap(reader, block),
            runner.memory() * SHARE / tasks);
    Demand.Limit heap =
        new Demand.Limit("Java heap", block -> heap(reader, block), runner.heap() * SHARE / tasks);
    return new Demand(
        reader.size(),
        output == null ? reader.chunk() : output.unit(),
        around,
        List.of(memory, heap),
        words.radius(operation.radius(), around.most()),
        runner.fewest());
  }

  private double heap(BlockReader reader, org.bitvox.Block block) {
    return reader.heap() + (output == null ? 0 : output.heap(block.core()));
  }

  /** A run that goes on has the blocks that it was begun with. */
  private BlockGrid grid(Demand demand) throws IOException {
    if (words.side() > 0) {
      return Planner.plan(demand, words.side());
    }
    if (words.resume() && output != null) {
      for (String line : RunFolder.about(RunFolder.of(output.place()))) {
        if (line.startsWith(SIDES)) {
          String[] sides = line.substring(SIDES.length()).split(" x ");
          return new BlockGrid(
              demand.whole(),
              new int[] {
                Integer.parseInt(sides[2]), Integer.parseInt(sides[1]), Integer.parseInt(sides[0])
              });
        }
      }
    }
    return Planner.plan(demand);
  }

  private static final String SIDES = "blocks of ";

  private static String sides(BlockGrid grid) {
    return SIDES + grid.side()[2] + " x " + grid.side()[1] + " x " + grid.side()[0];
  }

  /** What blocks gave so far, in all. */
  private static final class Sum {
    private final Blockwise operation;
    private long[] numbers;
    private int seen;
    private final TreeSet<String> backends = new TreeSet<>();
    private final TreeSet<String> notes = new TreeSet<>();

    Sum(Blockwise operation, int nothingSeen) {
      this.operation = operation;
      seen = nothingSeen;
    }

    void add(PartResult part) {
      numbers = numbers == null ? part.numbers() : operation.add(numbers, part.numbers());
      seen &= part.seen();
      backends.add(part.backend());
      if (!part.note().isEmpty()) {
        notes.add(part.note());
      }
    }
  }
}
