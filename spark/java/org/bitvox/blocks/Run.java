// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.zarr.OmeLevels;

/**
 * What is kept of an image that is being computed: its files so far, which run it is of, and a
 * marker for each block that is done. It is closed when the run ends, however that is.
 */
interface Run extends AutoCloseable {
  String ENDING = ".unfinished";
  String ABOUT = "run.txt";
  String LARGEST = "0"; // of an image's arrays

  /**
   * Begins a run, or goes on with one.
   *
   * @param about what the run is of, in lines
   * @param resume whether what another run has left is taken
   */
  static Run begin(BlockOutput output, List<String> about, boolean resume) throws IOException {
    return output.isRemote()
        ? RemoteRun.begin(output.name(), about, resume)
        : RunFolder.begin(output.place(), output.name(), about, resume);
  }

  /** What is known of the run that has left something of an image; empty if there is none. */
  static List<String> about(BlockOutput output) throws IOException {
    return output.isRemote()
        ? Markers.lines(RemoteRun.stores(output.name()).notes(), ABOUT)
        : RunFolder.about(RunFolder.of(output.place()));
  }

  /** How many blocks of it are done. */
  static long done(BlockOutput output) throws IOException {
    return output.isRemote()
        ? new Markers(RemoteRun.stores(output.name()).notes()).done().size()
        : RunFolder.doneIn(RunFolder.of(output.place()));
  }

  /** Fails if the run that is to go on is another one. */
  static void requireSame(List<String> old, List<String> now, String name) throws IOException {
    for (int i = 0; i < Math.max(old.size(), now.size()); i++) {
      String before = i < old.size() ? old.get(i) : "less";
      String after = i < now.size() ? now.get(i) : "less";
      if (!before.equals(after)) {
        throw new IOException(
            name
                + ": the run that is to go on was begun with "
                + before
                + ", not "
                + after
                + "; do that again, or remove "
                + withEnding(name));
      }
    }
  }

  /** The name of what a run of an image keeps. */
  static String withEnding(String name) {
    return name.replaceFirst("/+$", "") + ENDING;
  }

  /** Its place, as other computers find it. */
  String path();

  /** Where it writes. */
  RunStores stores();

  /** Fails if it must not write any more. */
  void requireOwn() throws IOException;

  /** What a run that was here before has left of a step, in lines; empty if there is none. */
  List<String> aboutStep(int step) throws IOException;

  /** Begins a step whose blocks are others than those of the one before. */
  void beginStep(int step, String about) throws IOException;

  /** The picture of the last step is the image; what the others have left goes. */
  void keepStep(int last) throws IOException;

  /** Removes what processes that were killed have left between the image's files. */
  void removeParts() throws IOException;

  /** All of the image is there but its metadata. */
  void finish(OmeLevels.Metadata metadata) throws IOException;

  /**
   * The image is complete, and can be opened from now on.
   *
   * @param image its place, if that is a folder: an empty one gives way to it
   */
  void place(Path image) throws IOException;

  /** Ends the run; if no block is done, nothing is kept. */
  @Override
  void close() throws IOException;
}
