// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.UsageException;
import org.bitvox.zarr.WriteOptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong is said, what is done is kept, and what goes on gives the same. */
class FaultsTest {
  private static final int[] SIZE = {40, 40, 40};

  @TempDir Path folder;
  private Path image;

  @BeforeEach
  void anImage() throws IOException {
    image = folder.resolve("in.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, SIZE, 10, new Random(5));
    Volumes.write(image, SIZE, slices, new WriteOptions(10, 0, "zstd", "auto", "0.4", "auto"));
  }

  private String[] words(String... more) {
    String[] words =
        Arrays.copyOf(
            new String[] {"granulometry", "input=" + image, "chunk=10", "output=" + output()},
            4 + more.length);
    System.arraycopy(more, 0, words, 4, more.length);
    return words;
  }

  private Path output() {
    return folder.resolve("out.zarr");
  }

  private Path unfinished() {
    return folder.resolve("out.zarr.unfinished");
  }

  private static ProgressListener stoppedAfter(int blocks) {
    return (done, total) -> done < blocks;
  }

  /** Stops a run when some blocks are done. */
  private void stop() {
    assertThrows(
        CancellationException.class,
        () -> InProcess.run(stoppedAfter(5), words("block=10", "max_radius=2")));
    assertFalse(Files.exists(output()));
  }

  @Test
  void aRunThatWasStoppedGoesOn() throws IOException {
    String whole = InProcess.run(words("block=10", "max_radius=2"));
    byte[] chunk = Files.readAllBytes(output().resolve("0/1/1/1"));
    Files.move(output(), folder.resolve("whole.zarr"));
    stop();
    long done = RunFolder.doneIn(unfinished());
    assertTrue(done >= 5 && done < 64, "done are " + done);
    int[] first = {-1};
    String rest =
        InProcess.run(
            (now, all) -> {
              first[0] = first[0] < 0 ? (int) now : first[0];
              return true;
            },
            words("max_radius=2", "resume"));
    assertEquals(done, first[0], "it begins with what is done");
    assertEquals(whole, rest);
    assertArrayEquals(chunk, Files.readAllBytes(output().resolve("0/1/1/1")));
    assertFalse(Files.exists(unfinished()));
    assertFalse(Files.exists(output().resolve("done")));
  }

  /** The second step of a thickness has blocks and markers of its own. */
  @Test
  void aSecondStepThatWasStoppedGoesOn() throws IOException {
    String[] words = {"local_thickness", "input=" + image, "chunk=10", "output=" + output(), ""};
    words[4] = "block=10";
    String whole = InProcess.run(words);
    byte[] chunk = Files.readAllBytes(output().resolve("0/1/1/1"));
    Files.move(output(), folder.resolve("whole.zarr"));
    ProgressListener stopInSecond = InProcess.stopInSecondStep(5);
    assertThrows(CancellationException.class, () -> InProcess.run(stopInSecond, words));
    assertEquals(64, RunFolder.doneIn(unfinished()), "the first step is done");
    words[4] = "resume";
    assertEquals(whole, InProcess.run(words));
    assertArrayEquals(chunk, Files.readAllBytes(output().resolve("0/1/1/1")));
    assertFalse(Files.exists(output().resolve("step-1")));
  }

  @Test
  void aMarkerThatIsNotWholeCountsForNothing() throws IOException {
    stop();
    Path done = unfinished().resolve("done");
    try (var markers = Files.list(done)) {
      Path one = markers.findFirst().orElseThrow();
      byte[] text = Files.readAllBytes(one);
      Files.write(one, Arrays.copyOf(text, text.length / 2));
    }
    String rest = InProcess.run(words("max_radius=2", "resume"));
    Files.move(output(), folder.resolve("first.zarr"));
    assertEquals(InProcess.run(words("max_radius=2", "block=20")), rest);
  }

  @Test
  void anotherRunIsNotMistakenForTheSame() throws IOException {
    stop();
    assertSentence(
        "out.zarr.unfinished is what another run has left; say resume to go on with it, or remove"
            + " it",
        words("block=10", "max_radius=2"));
    assertSentence(
        "the run that is to go on was begun with max_radius=2, not max_radius=3",
        words("max_radius=3", "resume"));
    assertSentence(
        "was begun with blocks of 10 x 10 x 10, not blocks of 20 x 20 x 20",
        words("max_radius=2", "block=20", "resume"));
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, SIZE, 10, new Random(6));
    Files.move(image, folder.resolve("old.zarr"));
    Volumes.write(image, SIZE, slices, new WriteOptions(20, 0, "zstd", "auto", "0.4", "auto"));
    assertSentence("was begun with an input of", words("max_radius=2", "resume"));
  }

  @Test
  void twoRunsDoNotWriteOneOutput() throws IOException {
    String[] second = words("block=10", "max_radius=2");
    String[] said = {""};
    InProcess.run(
        (done, total) -> {
          if (said[0].isEmpty()) {
            said[0] = InProcess.sentence(second);
          }
          return true;
        },
        words("block=20", "max_radius=2"));
    assertTrue(said[0].endsWith("out.zarr: another run is writing it"), said[0]);
  }

  @Test
  void aDamagedChunkIsNamed() throws IOException {
    Path chunk = image.resolve("0/2/1/3");
    byte[] bytes = Files.readAllBytes(chunk);
    Files.write(chunk, Arrays.copyOf(bytes, bytes.length - 3));
    assertSentence("in.zarr/0/chunk 2/1/3: ", words("block=40", "max_radius=2"));
    assertFalse(Files.exists(output()));
    assertFalse(Files.exists(unfinished()), "nothing is done, so nothing is kept");
    Files.write(chunk, bytes);
    InProcess.run(words("block=40", "max_radius=2"));
  }

  @Test
  void aMissingChunkIsCounted() throws IOException {
    Files.delete(image.resolve("0/2/1/3"));
    String text = InProcess.run(words("block=10", "max_radius=2"));
    assertTrue(text.contains("/0: 1 chunk is missing and read as the fill value."), text);
  }

  /** By others than who says it, and of a run that goes on, too; once, though many read it. */
  @Test
  void missingChunksAreCountedWhereverTheyAreRead() throws IOException {
    Path mask = folder.resolve("mask.zarr");
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, SIZE, 10, new Random(7));
    Volumes.write(mask, SIZE, slices, new WriteOptions(16, 0, "zstd", "auto", "0.4", "auto"));
    Files.delete(image.resolve("0/2/1/3"));
    Files.delete(image.resolve("0/0/0/0"));
    Files.delete(mask.resolve("0/2/2/2"));
    String[] words = {"minkowski", "input=" + image, "mask=" + mask, "block=20"};
    String text = InProcess.run(new Travelling(), ProgressListener.NONE, words);
    assertTrue(text.contains("in.zarr/0: 2 chunks are missing and read as the fill value."), text);
    assertTrue(text.contains("mask.zarr/0: 1 chunk is missing and read as the fill value."), text);
    assertEquals(InProcess.run(words), text);
    String whole = InProcess.run(words("block=10", "max_radius=2"));
    Files.move(output(), folder.resolve("whole.zarr"));
    stop();
    assertEquals(whole, InProcess.run(words("max_radius=2", "resume")));
  }

  @Test
  void whatCannotBeInBlocksIsSaid() {
    assertUsage(
        "blocks are read from one image in OME-Zarr; convert it: ./bitvox zarr IN OUT.zarr",
        "granulometry",
        "input=a.tif",
        "block=10");
    assertUsage(
        "output=a.tif cannot be written in blocks; use a name that ends with .zarr",
        "granulometry",
        "input=" + image,
        "output=a.tif",
        "block=10");
    assertUsage(
        "resume needs an output that ends with .zarr", "granulometry", "input=" + image, "resume");
    assertUsage(
        "block=x is not allowed; use a whole number of voxels, such as 512",
        "granulometry",
        "input=" + image,
        "block=x");
    assertUsage(
        "mask=a.tif cannot be read in blocks; use an image in OME-Zarr",
        "granulometry",
        "input=" + image,
        "mask=a.tif",
        "block=10");
    assertUsage(
        "second=a.tif cannot be read in blocks; use an image in OME-Zarr",
        "label",
        "input=" + image,
        "second=a.tif",
        "block=10");
    assertUsage(
        "phase=both cannot be used in blocks",
        "local_thickness",
        "input=" + image,
        "phase=both",
        "block=10");
    String[] without = {
      "output=a.tif", "per_slice", "statistics=colocalization", "second_range=data"
    };
    for (String word : without) {
      assertUsage(
          word.replaceFirst("a.tif", "") + " cannot be used in blocks",
          "joint_histogram",
          "input=" + image,
          "second=" + image,
          word,
          "resume");
    }
    for (String word : new String[] {"loops=darkest_voxel", "tags=a.zarr", "distances=a.zarr"}) {
      assertUsage(
          word.replaceFirst("a.zarr", "") + " cannot be used in blocks",
          "skeleton_graph",
          "input=" + image,
          word,
          "block=10");
    }
    assertUsage(
        "flow cannot be computed in blocks, as each of its thousands of steps needs the whole"
            + " volume; use windows=8 to compute parts of it, or level= to read a smaller copy,"
            + " which fits the memory",
        "flow",
        "input=" + image,
        "block=10");
  }

  private static void assertUsage(String sentence, String... words) {
    UsageException failure = assertThrows(UsageException.class, () -> InProcess.run(words));
    assertEquals(sentence, failure.getMessage());
  }

  private static void assertSentence(String part, String... words) {
    String sentence = InProcess.sentence(words);
    assertTrue(sentence.contains(part), sentence);
  }
}
