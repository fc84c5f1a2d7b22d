// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bitvox.Cli;
import org.bitvox.files.ImageFolders;
import org.bitvox.files.OutputFiles;
import org.bitvox.parameters.UsageException;

/**
 * The command line with OME-Zarr: {@code run COMMAND key=value...}, or {@code zarr IN OUT
 * key=value...}, which converts. Exit codes and sentences are those of {@link Cli}.
 */
public final class Main {
  private static final int FAILED = 1;
  private static final int WRONG_USAGE = 2;

  private static final String USAGE =
      """
      ./bitvox zarr IN OUT key=value...

      Converts an image to OME-Zarr if OUT ends with .zarr, and from it if IN does. OUT.zarr/labels/NAME
      adds labels to an image.

        chunk=N          voxels of a chunk along each axis, 1 to 1024 (default 128)
        shard=N          voxels of a shard, a multiple of chunk; one file for each (default: no shards)
        codec=NAME       none, gzip, zlib, zstd, blosc-lz4, blosc-lz4hc, blosc-blosclz, blosc-zstd or
                         blosc-zlib (default zstd)
        shuffle=NAME     of blosc: auto, none, byte or bit (default auto)
        version=V        of OME-Zarr: 0.4, or 0.5, which shards need (default: the one that is needed)
        downsample=NAME  how the levels are made: auto, majority, max, mode or mean (default auto:
                         majority for masks of 0 and 255, mode for labels, else mean)
        spacing_um=S     size of a voxel in micrometres: S, or X,Y,Z
        level=N          level of IN that is read, from 0, the largest (default 0)
        dataset=PATH     group or array in IN, such as labels/cells
        timepoint=N      frame of IN, from 1, if it has several
        repeat=N         OUT is IN N times along each axis, as hard links of its files

      Other keys are those of convert: ./bitvox run convert help
      """;

  private Main() {}

  /** Runs one command and exits. */
  public static void main(String[] args) {
    List<String> words = new ArrayList<>(Arrays.asList(args));
    try {
      String first = words.isEmpty() ? "" : words.remove(0);
      if (first.equals("zarr")) {
        words = conversion(words);
      } else {
        words = ZarrWords.taken(words);
      }
    } catch (UsageException e) {
      System.err.print("bitvox: " + e.getMessage() + "\n");
      System.exit(WRONG_USAGE);
    } catch (IOException e) {
      System.err.print("bitvox: " + e.getMessage() + "\n");
      System.exit(FAILED);
    }
    if (words != null) {
      Cli.main(words.toArray(new String[0]));
    }
  }

  /** The words of a conversion; null if all is done. */
  private static List<String> conversion(List<String> words) throws IOException {
    if (words.stream().anyMatch(word -> word.matches("help|--help|-h"))) {
      System.out.print(USAGE);
      return null;
    }
    if (words.size() < 2) {
      throw new UsageException("zarr needs two names: ./bitvox zarr IN OUT; 'zarr help' says more");
    }
    List<String> own = new ArrayList<>();
    own.add("convert");
    own.addAll(words.subList(2, words.size()));
    String in = words.get(0);
    String out = words.get(1);
    int times = 0;
    for (int i = own.size() - 1; i > 0; i--) {
      String word = own.get(i);
      if (word.startsWith("spacing_um=")) {
        own.set(i, "voxel_size=" + word.substring("spacing_um=".length()) + "um");
      } else if (word.startsWith("repeat=")) {
        times = ZarrSettings.whole("repeat", word.substring("repeat=".length()), 1, 64);
        own.remove(i);
      }
    }
    own = ZarrWords.taken(own);
    if (times > 0) {
      repeat(in, out, times, own);
      return null;
    }
    own.add(1, "input=" + in);
    own.add(2, "output=" + out);
    return own;
  }

  private static void repeat(String in, String out, int times, List<String> others)
      throws IOException {
    if (others.size() > 1) {
      throw new UsageException(others.get(1) + " cannot be used with repeat=");
    }
    Runtime.getRuntime().addShutdownHook(new Thread(OutputFiles::discardUnfinished));
    ImageFolders.fill(
        out,
        folder ->
            new ZarrRepeat(new FolderStore(Path.of(in), in), new FolderStore(folder, out), times)
                .make());
  }
}
