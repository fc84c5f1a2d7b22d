// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.ProgressListener;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private static final List<Path> NO_INPUTS = Collections.emptyList();

  @TempDir Path folder;

  @AfterEach
  void goOn() {
    AtomicOutput.beginAgain();
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private OutputFiles begin(List<Path> inputs, String... options) throws IOException {
    Parameters parameters = new GranulometryCommand().parameters();
    Values values = parameters.parse(Arrays.asList(options), Caller.IMAGEJ);
    List<String> keys = parameters.keys(Parameter.Kind.OUTPUT);
    return OutputFiles.begin(values, keys, inputs, ProgressListener.NONE);
  }

  private String refused(List<Path> inputs, String... options) {
    return assertThrows(UsageException.class, () -> begin(inputs, options)).getMessage();
  }

  @Test
  void appearsWhenCommitted() throws IOException {
    Path target = folder.resolve("a.csv");
    Files.write(target, new byte[] {1});
    AtomicFile file = AtomicFile.begin(target.toString());
    Files.write(file.beside(), new byte[] {2, 3});
    assertArrayEquals(new byte[] {1}, Files.readAllBytes(target));
    file.commit();
    file.discard();
    assertArrayEquals(new byte[] {2, 3}, Files.readAllBytes(target));
    assertEquals(Arrays.asList("a.csv"), inFolder());
  }

  @Test
  void leavesNothingWhenDiscarded() throws IOException {
    AtomicFile.begin(folder.resolve("a.csv").toString()).discard();
    AtomicFile.begin(folder.resolve("b.csv").toString());
    AtomicFile.discardAll();
    assertEquals(Collections.emptyList(), inFolder());
  }

  @Test
  void noneBeginsOnceTheyAreDiscarded() throws IOException {
    OutputFiles.discardUnfinished();
    assertThrows(CancellationException.class, () -> begin(NO_INPUTS, "save=" + folder + "/a.csv"));
    assertEquals(Collections.emptyList(), inFolder());
  }

  /** A file that is just being created is waited for, and removed. */
  @Test
  void noneIsLeftWhereManyBeginMeanwhile() throws Exception {
    List<Thread> beginners = new ArrayList<>();
    CountDownLatch begun = new CountDownLatch(200);
    for (int t = 0; t < 4; t++) {
      String start = folder + "/" + t + "-";
      beginners.add(new Thread(() -> beginMany(start, begun)));
    }
    beginners.forEach(Thread::start);
    begun.await();
    AtomicFile.discardAll();
    List<String> left = inFolder();
    for (Thread beginner : beginners) {
      beginner.join();
    }
    assertEquals(Collections.emptyList(), left);
    assertEquals(Collections.emptyList(), inFolder());
  }

  /** Until it is told to stop, or a hundred thousand. */
  private static void beginMany(String start, CountDownLatch begun) {
    try {
      for (int i = 0; i < 100_000; i++) {
        AtomicFile.begin(start + i);
        begun.countDown();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (CancellationException e) {
      // as it should
    }
  }

  @Test
  void relativeNamesAreTheCallers() throws IOException {
    AtomicFile file = AtomicFile.begin("relative.csv");
    file.discard();
    assertEquals(Path.of("").toAbsolutePath().resolve("relative.csv"), file.target());
  }

  @Test
  void saysWhatIsWrongWithTheFolder() throws IOException {
    String missing = folder.resolve("no/a.csv").toString();
    assertEquals(
        missing + ": the folder does not exist",
        assertThrows(IOException.class, () -> AtomicFile.begin(missing)).getMessage());
    assertEquals(
        folder + ": is not a file",
        assertThrows(IOException.class, () -> AtomicFile.begin(folder.toString())).getMessage());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void saysWhatIsWrongWithPlacesOfLinux() {
    assertEquals(
        "/proc/a.csv: the folder is not writable",
        assertThrows(IOException.class, () -> AtomicFile.begin("/proc/a.csv")).getMessage());
    assertEquals(
        "/dev/null: is not a file",
        assertThrows(IOException.class, () -> AtomicFile.begin("/dev/null")).getMessage());
  }

  @Test
  void onlyAFolderWithoutRightsIsCalledThat() {
    FileSystemException tooMany = new FileSystemException("a", null, "Too many open files");
    assertEquals(
        "a.csv: cannot be written: Too many open files", Messages.notBegun("a.csv", tooMany));
    assertEquals(
        "a.csv: the folder is not writable",
        Messages.notBegun("a.csv", new AccessDeniedException("a")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void anInputIsNotOverwritten() throws IOException {
    Path input = Files.write(folder.resolve("in.tif"), new byte[] {1});
    Path link = Files.createSymbolicLink(folder.resolve("link.tif"), input);
    assertEquals(
        "output=" + folder + "/./in.tif is an input file; choose another name",
        refused(Arrays.asList(input), "output=" + folder + "/./in.tif"));
    assertEquals(
        "output=" + link + " is an input file; choose another name",
        refused(Arrays.asList(input), "output=" + link));
    assertEquals(Arrays.asList("in.tif", "link.tif"), inFolder());
  }

  @Test
  void twoOutputsAreTwoFiles() throws IOException {
    assertEquals(
        "save= and summary= are the same file",
        refused(NO_INPUTS, "save=" + folder + "/a.csv", "summary=" + folder + "/a.csv"));
    assertEquals(Collections.emptyList(), inFolder());
  }

  @Test
  void filesNeedAName() {
    assertEquals("save needs a value: save=..., FILE.csv", refused(NO_INPUTS, "save="));
  }

  @Test
  void filesNeedTheirExtension() {
    assertEquals(
        "output=map.png must end in .tif, .ome.tif, .nii, .nii.gz, .nrrd, .nhdr, .mha or .mhd",
        refused(NO_INPUTS, "output=map.png"));
    assertEquals("plot=plot.tif must end in .png", refused(NO_INPUTS, "plot=plot.tif"));
    assertEquals("save=x.tif must end in .csv", refused(NO_INPUTS, "save=x.tif"));
    assertEquals("summary=x must end in .csv", refused(NO_INPUTS, "summary=x"));
  }

  @Test
  void allAppearTogether() throws IOException {
    try (OutputFiles files =
        begin(NO_INPUTS, "save=" + folder + "/a.csv", "plot=" + folder + "/b.PNG")) {
      assertFalse(files.has("summary"));
      assertFalse(inFolder().contains("a.csv"));
      files.commit();
    }
    assertEquals(Arrays.asList("a.csv", "b.PNG"), inFolder());
  }

  /** A process that is being stopped does not put half of its files in place. */
  @Test
  void noneAppearsOnceTheyAreDiscarded() throws IOException {
    try (OutputFiles files =
        begin(NO_INPUTS, "save=" + folder + "/a.csv", "plot=" + folder + "/b.png")) {
      OutputFiles.discardUnfinished();
      assertThrows(CancellationException.class, files::commit);
    }
    assertEquals(Collections.emptyList(), inFolder());
  }

  @Test
  void aFileThatCannotBeWrittenIsNamed() throws IOException {
    String name = folder + "/a.csv";
    try (OutputFiles files = begin(NO_INPUTS, "save=" + name)) {
      String message =
          assertThrows(
                  IOException.class,
                  () ->
                      files.write(
                          "save",
                          path -> {
                            throw new IOException("No space left on device");
                          }))
              .getMessage();
      assertEquals(name + ": cannot be written: No space left on device", message);
    }
    assertEquals(Collections.emptyList(), inFolder());
  }

  @Test
  void oneFolderThatIsMissingLeavesNothing() throws IOException {
    assertThrows(
        IOException.class,
        () -> begin(NO_INPUTS, "save=" + folder + "/a.csv", "summary=" + folder + "/no/b.csv"));
    assertEquals(Collections.emptyList(), inFolder());
  }
}
