// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.bitvox.DeviceException;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Failures;
import org.bitvox.commands.Commands;
import org.bitvox.files.TemporaryFiles;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.Box;
import org.bitvox.zarr.ZarrWords;

/**
 * What computes a window, as it travels to other computers: the plain command, which reads that
 * part of each image as if it were all.
 *
 * @param words the command and its options, without outputs
 * @param tables the keys of the tables that are wanted
 */
public record WindowJob(List<String> words, List<String> tables) implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * What a window gives.
   *
   * @param text that the command prints
   * @param tables as their files have them, by their keys
   * @param failure a sentence; null if there is none
   * @param isUsage whether another window would fail as well
   */
  public record Result(
      String text, LinkedHashMap<String, byte[]> tables, String failure, boolean isUsage)
      implements Serializable {
    private static final long serialVersionUID = 1;

    private static Result failed(Throwable failure, boolean isUsage) {
      return new Result("", new LinkedHashMap<>(), Failures.sentence(failure), isUsage);
    }
  }

  /** With so many threads, unless the user says how many. */
  public WindowJob withThreads(int threads) {
    return new WindowJob(BlockWords.withThreads(words, threads), tables);
  }

  /**
   * Computes a window, one at a time in a process: each has all its threads, and one GPU.
   *
   * @throws CancellationException if the listener stops it
   */
  public Result compute(Box window, ProgressListener listener) throws IOException {
    synchronized (WindowJob.class) {
      Object before = ZarrWords.current();
      Path folder = Files.createTempDirectory("bitvox-window-");
      try {
        ZarrWords.reset();
        List<String> own = new ArrayList<>(ZarrWords.taken(words));
        ZarrWords.window(window);
        tables.forEach(key -> own.add(key + "=" + folder.resolve(key + ".csv")));
        String text = Commands.named(own.get(0)).run(own.subList(1, own.size()), listener);
        return new Result(text, read(folder), null, false);
      } catch (UsageException e) {
        return Result.failed(e, true);
      } catch (CancellationException e) {
        throw e;
      } catch (IOException
          | IllegalArgumentException
          | IllegalStateException
          | DeviceException
          | OutOfMemoryError e) {
        return Result.failed(e, false);
      } finally {
        ZarrWords.restore(before);
        TemporaryFiles.removeTree(folder);
      }
    }
  }

  private LinkedHashMap<String, byte[]> read(Path folder) throws IOException {
    LinkedHashMap<String, byte[]> files = new LinkedHashMap<>();
    for (String key : tables) {
      files.put(key, Files.readAllBytes(folder.resolve(key + ".csv")));
    }
    return files;
  }
}
