// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.bitvox.BinaryVolume;
import org.bitvox.Blockwise;
import org.bitvox.GreyImage;
import org.bitvox.ProgressListener;
import org.bitvox.commands.Commands;
import org.bitvox.files.FolderFormat;
import org.bitvox.zarr.BlockFormat;
import org.bitvox.zarr.BlockReader;
import org.bitvox.zarr.GreyReader;
import org.bitvox.zarr.OmeForm;
import org.bitvox.zarr.WriteOptions;
import org.bitvox.zarr.ZarrWords;

/**
 * What computes the blocks of a command, as it travels to other computers: the words of the
 * command, from which these make the operation and open its input as the command itself does.
 *
 * @param id of the job: a process opens the input once
 * @param words the command and its options, without outputs
 * @param output null if no image is wanted
 * @param folder of the run that writes the output; null if there is none
 * @param step of those that the operation has
 */
public record BlockJob(
    String id, List<String> words, BlockGrid grid, BlockOutput output, String folder, int step)
    implements Serializable {
  private static final long serialVersionUID = 1;

  /** The newest of this process. */
  private static final Map<String, BlockWork<?>> WORK = new ConcurrentHashMap<>();

  /** With what computes them in this process. */
  static BlockJob of(BlockWords words, BlockWork<?> work, String folder) {
    String id = UUID.randomUUID().toString();
    WORK.clear();
    WORK.put(id, work);
    return new BlockJob(
        id, words.withoutOutputs(), work.grid(), work.output(), folder, work.step());
  }

  /** With so many threads for each task, unless the user says how many, or there is one. */
  public BlockJob withThreads(int threads) {
    List<String> own = BlockWords.withThreads(words, threads);
    return new BlockJob(id + "/" + threads, own, grid, output, folder, step);
  }

  /** What computes them here. */
  public BlockWork<?> work() throws IOException {
    synchronized (WORK) {
      BlockWork<?> work = WORK.get(id);
      if (work == null) {
        work = open();
        WORK.clear();
        WORK.put(id, work);
      }
      return work;
    }
  }

  /** Runs the command up to where it calls the operation. */
  private BlockWork<?> open() throws IOException {
    Object before = ZarrWords.current();
    Path nowhere = Files.createTempDirectory("bitvox-");
    try {
      ZarrWords.reset();
      List<String> own = ZarrWords.taken(words);
      own.replaceAll(
          word -> word.replaceFirst("=" + BlockWords.NOWHERE + "$", "=" + nowhere + "/x.zarr"));
      ZarrWords.inBlocks(new Opening());
      Commands.named(own.get(0)).run(own.subList(1, own.size()), ProgressListener.NONE, text -> {});
      throw Operations.none();
    } catch (Opened opened) {
      return work(opened);
    } finally {
      ZarrWords.restore(before);
      Files.deleteIfExists(nowhere);
    }
  }

  private BlockWork<?> work(Opened opened) throws IOException {
    return work(opened.operation, opened.inputs);
  }

  private <O extends Blockwise> BlockWork<O> work(O options, BlockInputs inputs)
      throws IOException {
    BlockOperation<O> operation = Operations.of(options);
    operation.prepare(options);
    RunStores stores = folder == null ? null : RunStores.of(output.name(), folder);
    return new BlockWork<>(operation, options, inputs, grid, output, stores, 0).step(step, grid);
  }

  /** The operation is known, and the input is open. */
  private static final class Opened extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient Blockwise operation;
    private final transient BlockInputs inputs;

    Opened(Blockwise operation, BlockInputs inputs) {
      super("opened", null, false, false);
      this.operation = operation;
      this.inputs = inputs;
    }
  }

  private static final class Opening implements BlockFormat {
    private final OpenInputs inputs =
        new OpenInputs() {
          @Override
          Object compute(Blockwise operation, BlockInputs all, ProgressListener listener) {
            throw new Opened(operation, all);
          }

          @Override
          boolean isEmpty(BlockReader reader, ProgressListener listener) {
            return false; // else there would be nothing to compute
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
        String name,
        OmeForm form,
        WriteOptions options,
        boolean inImage,
        java.util.function.BooleanSupplier stopped) {
      return new FolderFormat.Sink() {
        @Override
        public void write(int channel, int frame, int z, byte[] values) {
          throw new IllegalStateException("a block writes no image of its own");
        }

        @Override
        public void finish() {
          throw new IllegalStateException("a block writes no image of its own");
        }
      };
    }

    @Override
    public void placed(Path place) {}
  }
}
