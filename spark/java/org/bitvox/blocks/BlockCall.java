// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.bitvox.BinaryVolume;
import org.bitvox.Blockwise;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.RunReport;
import org.bitvox.VolumeInBlocks;
import org.bitvox.files.FolderFormat;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.BlockFormat;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.GreyReader;
import org.bitvox.zarr.OmeForm;
import org.bitvox.zarr.WriteOptions;

/**
 * One command whose volume is computed in blocks. The command itself runs as ever: it opens its
 * input, begins its output, calls the operation, and writes its tables.
 */
final class BlockCall implements BlockFormat {
  private final BlockWords words;
  private final Runner runner;
  private BlockOutput output;
  private Run run;
  private int seen;
  private BooleanSupplier stopped = () -> false;

  BlockCall(BlockWords words, Runner runner) {
    this.words = words;
    this.runner = runner;
  }

  private final OpenInputs inputs =
      new OpenInputs() {
        @Override
        Object compute(Blockwise operation, BlockInputs all, ProgressListener listener)
            throws IOException {
          return BlockCall.this.compute(operation, all, listener);
        }

        @Override
        boolean isEmpty(BlockReader reader, ProgressListener listener) throws IOException {
          return !words.isPlan() && reader.isEmpty(listener::isStopped);
        }
      };

  @Override
  public BinaryVolume open(BlockReader reader) {
    return inputs.open(reader);
  }

  @Override
  public GreyImage open(GreyReader reader) {
    return inputs.open(reader);
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
        run.removeParts();
        run.finish(output.finish(run.stores().image(), seen, stopped));
      }
    };
  }

  @Override
  public void placed(Path place) throws IOException {
    run.place(place);
    run.close();
  }

  private <O extends Blockwise> Object compute(
      O options, BlockInputs all, ProgressListener listener) throws IOException {
    BlockOperation<O> operation = Operations.of(options);
    operation.prepare(options);
    if (operation.keepsPictures() && output == null) {
      throw new UsageException(
          operation.command()
              + " in blocks keeps pictures beside its output; use output=NAME.zarr");
    }
    BlockPlans plans = new BlockPlans(words, runner, all, output);
    Demand demand = plans.demand(operation.radius(), operation.blocks(options, 0, new long[0]));
    boolean goesOn = words.resume() && output != null;
    BlockGrid grid = plans.grid(demand, goesOn ? Run.about(output) : List.of());
    if (words.isPlan()) {
      long done = output == null ? 0 : Run.done(output);
      throw new Planned(
          PlanReport.of(all, output, demand, grid, runner, done) + operation.remark());
    }
    if (output != null) {
      List<String> about = new ArrayList<>(words.about());
      about.addAll(all.about());
      about.addAll(output.about());
      about.add(BlockPlans.about(grid));
      run = Run.begin(output, about, words.resume());
    }
    try {
      RunStores stores = run == null ? null : run.stores();
      BlockWork<O> first = new BlockWork<>(operation, options, all, grid, output, stores, 0);
      BlockSteps.Result result = new BlockSteps<>(plans, first, run).compute(listener);
      seen = result.last().seen();
      Object found = operation.finish(options, grid.box(), result.numbers(), listener);
      RunReport report = operation.run(found);
      if (report != null) {
        VolumeInBlocks.report(report, result.last().backends(), result.last().notes());
      }
      return found;
    } catch (IOException | RuntimeException | Error e) {
      endAfter(e);
      throw e;
    }
  }

  /** What has failed is more than that the run cannot be ended well. */
  private void endAfter(Throwable failure) {
    try {
      if (run != null) {
        run.close();
      }
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }
}
