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
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.bitvox.ProgressListener;
import org.bitvox.calls.Failures;
import org.bitvox.zarr.FolderStore;
import org.bitvox.zarr.Stores;
import org.bitvox.zarr.WriteOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Images in another file system: a folder that only a store knows, as obj://b/NAME. */
class RemoteRunTest {
  private static final int[] SIZE = {40, 40, 40};
  private static final int BEAT = 100;

  private final int usualBeat = Lease.beat;

  @TempDir Path folder;
  private Path bucket;

  @BeforeEach
  void aBucketWithAnImage() throws IOException {
    Lease.beat = BEAT;
    bucket = Files.createDirectory(folder.resolve("bucket"));
    Stores.remote(
        name -> new FolderStore(bucket.resolve(name.substring("obj://b/".length())), name));
    byte[][] slices = Volumes.slices(Volumes.Kind.FOAM, SIZE, 10, new Random(5));
    WriteOptions options = new WriteOptions(10, 0, "zstd", "auto", "0.4", "auto");
    Volumes.write(bucket.resolve("in.zarr"), SIZE, slices, options);
    Volumes.write(folder.resolve("in.zarr"), SIZE, slices, options);
  }

  @AfterEach
  void asBefore() {
    Lease.beat = usualBeat;
  }

  private String run(Runner runner, ProgressListener listener, String... words) throws IOException {
    return InProcess.run(runner, listener, words);
  }

  private String[] granulometry(String... more) {
    return words(
        "granulometry max_radius=2 chunk=10 input=obj://b/in.zarr output=obj://b/out.zarr", more);
  }

  private static String[] words(String line, String... more) {
    return (line + " " + String.join(" ", more)).trim().split(" ");
  }

  private static ProgressListener stoppedAfter(int blocks) {
    return (done, total) -> done < blocks;
  }

  /** All files below a folder. */
  private static Map<String, byte[]> files(Path top) throws IOException {
    Map<String, byte[]> files = new TreeMap<>();
    try (var all = Files.walk(top)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        files.put(top.relativize(file).toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  private static void assertSame(Path expected, Path actual) throws IOException {
    Map<String, byte[]> files = files(expected);
    Map<String, byte[]> others = files(actual);
    assertEquals(files.keySet(), others.keySet());
    files.forEach((name, bytes) -> assertArrayEquals(bytes, others.get(name), name));
  }

  @Test
  void theFilesAreThoseOfAFolder() throws IOException {
    String[] commands = {
      "granulometry max_radius=2 chunk=10 block=20",
      "local_thickness chunk=10 block=20",
      "label chunk=10 block=20",
      "skeleton3d chunk=10 block=20 version=0.5 shard=20"
    };
    for (String line : commands) {
      String plain =
          run(
              new LocalRunner(),
              ProgressListener.NONE,
              words(line, "input=" + folder + "/in.zarr", "output=" + folder + "/out.zarr"));
      String remote =
          run(
              new Travelling(),
              ProgressListener.NONE,
              words(line, "input=obj://b/in.zarr", "output=obj://b/out.zarr"));
      assertEquals(plain.replace(folder + "/", ""), remote.replace("obj://b/", ""), line);
      assertSame(folder.resolve("out.zarr"), bucket.resolve("out.zarr"));
      assertFalse(Files.exists(bucket.resolve("out.zarr.unfinished")), line);
      new FolderStore(folder, "").remove("out.zarr");
      new FolderStore(bucket, "").remove("out.zarr");
    }
  }

  /** Stops a run when some blocks are done. */
  private void stop() {
    assertThrows(
        CancellationException.class,
        () -> run(new LocalRunner(), stoppedAfter(5), granulometry("block=10")));
  }

  @Test
  void whatIsNotCompleteDoesNotOpenAndGoesOn() throws IOException {
    String whole = run(new LocalRunner(), ProgressListener.NONE, granulometry("block=10"));
    Files.move(bucket.resolve("out.zarr"), folder.resolve("whole.zarr"));
    stop();
    assertTrue(Files.exists(bucket.resolve("out.zarr/0/.zarray")));
    assertSentence(
        "obj://b/out.zarr: is no Zarr", words("granulometry input=obj://b/out.zarr block=10"));
    assertSentence(
        "obj://b/out.zarr.unfinished is of another run; if that has ended, say resume to go on",
        granulometry("block=10"));
    assertSentence(
        "was begun with max_radius=2, not max_radius=3",
        words(
            "granulometry max_radius=3 chunk=10 input=obj://b/in.zarr output=obj://b/out.zarr",
            "resume"));
    int done = new Markers(RemoteRun.stores("obj://b/out.zarr").notes()).done().size();
    assertTrue(done >= 5 && done < 64, "done are " + done);
    long[] first = {-1};
    String rest =
        run(
            new LocalRunner(),
            (now, all) -> {
              first[0] = first[0] < 0 ? now : first[0];
              return true;
            },
            granulometry("resume"));
    assertEquals(done, first[0], "it begins with what is done");
    assertEquals(whole, rest);
    assertSame(folder.resolve("whole.zarr"), bucket.resolve("out.zarr"));
    assertSentence("obj://b/out.zarr: is there already", granulometry("block=10"));
    assertSentence("obj://b/out.zarr: is there already", granulometry("resume"));
  }

  /** Pictures of steps are kept beside the image, and the last one is copied. */
  @Test
  void aLaterStepGoesOn() throws IOException {
    String[] words = words("skeleton3d chunk=10 input=obj://b/in.zarr output=obj://b/out.zarr ?");
    int last = words.length - 1;
    words[last] = "block=20";
    String whole = run(new LocalRunner(), ProgressListener.NONE, words);
    Files.move(bucket.resolve("out.zarr"), folder.resolve("whole.zarr"));
    ProgressListener stopInSecond = InProcess.stopInSecondStep(3);
    assertThrows(CancellationException.class, () -> run(new LocalRunner(), stopInSecond, words));
    words[last] = "resume";
    assertEquals(whole, run(new LocalRunner(), ProgressListener.NONE, words));
    assertSame(folder.resolve("whole.zarr"), bucket.resolve("out.zarr"));
  }

  @Test
  void nothingIsLeftIfNoBlockIsDone() throws IOException {
    Path chunk = bucket.resolve("in.zarr/0/2/1/3");
    byte[] bytes = Files.readAllBytes(chunk);
    Files.write(chunk, new byte[] {1, 2, 3});
    assertSentence("obj://b/in.zarr/0/chunk 2/1/3: ", granulometry("block=40"));
    assertFalse(Files.exists(bucket.resolve("out.zarr")));
    assertFalse(Files.exists(bucket.resolve("out.zarr.unfinished")));
    Files.write(chunk, bytes);
    run(new LocalRunner(), ProgressListener.NONE, granulometry("block=40"));
  }

  @Test
  void twoRunsDoNotWriteOneOutput() throws IOException {
    String[] said = {"", ""};
    run(
        new LocalRunner(),
        (done, total) -> {
          if (said[0].isEmpty()) {
            said[0] = InProcess.sentence(granulometry("block=20"));
            said[1] = InProcess.sentence(granulometry("block=20", "resume"));
          }
          return true;
        },
        granulometry("block=20"));
    assertTrue(said[0].contains("out.zarr.unfinished is of another run"), said[0]);
    assertTrue(said[1].endsWith("obj://b/out.zarr: another run is writing it"), said[1]);
  }

  @Test
  void aRunWhoseProcessIsGoneGivesWay() throws IOException {
    stop();
    Path lock = bucket.resolve("out.zarr.unfinished/lock");
    assertFalse(Files.exists(lock), "a run that ends well leaves no lock");
    Files.writeString(lock, "another run 7\n"); // which changes no more
    run(new LocalRunner(), ProgressListener.NONE, granulometry("resume"));
    assertFalse(Files.exists(lock));
  }

  @Test
  void aRunThatWasTakenOverEnds() throws IOException {
    Path lock = bucket.resolve("out.zarr.unfinished/lock");
    ProgressListener robbed =
        (done, total) -> {
          try {
            Files.writeString(lock, "another run 8\n");
            Thread.sleep(4 * BEAT); // until it has seen that
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return true;
        };
    Exception failure =
        assertThrows(
            Exception.class, () -> run(new LocalRunner(), robbed, granulometry("block=20")));
    assertTrue(
        Failures.sentence(failure).endsWith("another run has gone on with it, so this one ends"),
        Failures.sentence(failure));
    assertTrue(Files.exists(lock), "it is the other one's");
  }

  @Test
  void whatIsThereIsNotWrittenOver() throws IOException {
    Files.createDirectories(bucket.resolve("out.zarr/0"));
    assertSentence("obj://b/out.zarr: there is something, of no run", granulometry("block=10"));
    assertSentence(
        "obj://b/curve.csv: only images in OME-Zarr",
        granulometry("block=10", "save=obj://b/curve.csv"));
    assertSentence(
        "output=obj://b/in.zarr/labels/a lies in the input",
        words(
            "morphology input=obj://b/in.zarr operation=dilate radius=1 chunk=10 block=10"
                + " output=obj://b/in.zarr/labels/a"));
  }

  @Test
  void labelsAreListedInTheirImage() throws IOException {
    run(
        new LocalRunner(),
        ProgressListener.NONE,
        words(
            "label chunk=10 block=20 input="
                + folder
                + "/in.zarr output=obj://b/in.zarr/labels/a"));
    String list = Files.readString(bucket.resolve("in.zarr/labels/.zattrs"));
    assertTrue(list.contains("\"a\""), list);
    assertTrue(Files.readString(bucket.resolve("in.zarr/labels/a/.zattrs")).contains("../../"));
  }

  private void assertSentence(String part, String... words) {
    String sentence = InProcess.sentence(words);
    assertTrue(sentence.contains(part), sentence);
  }
}
