// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.bitvox.ProgressListener;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.commands.WorkflowCommand;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are there already, by whatever name, when others are to be written. */
class ReplacedFilesTest {
  private static final byte[] OLD = {1};
  private static final byte[] NEW = {2, 3};

  @TempDir Path folder;

  private Path old(String name) throws IOException {
    return Files.write(folder.resolve(name), OLD);
  }

  private static void replace(Path path) throws IOException {
    AtomicFile file = AtomicFile.begin(path.toString());
    Files.write(file.beside(), NEW);
    file.commit();
    assertArrayEquals(NEW, Files.readAllBytes(path));
  }

  private static String refused(Path path) {
    return assertThrows(IOException.class, () -> AtomicFile.begin(path.toString())).getMessage();
  }

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void give(Path path, String rights) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(rights));
  }

  private String sameFiles(List<Path> inputs, Path... outputs) {
    String[] keys = {"save", "summary"};
    String[] options = new String[outputs.length];
    for (int i = 0; i < options.length; i++) {
      options[i] = keys[i] + "=" + outputs[i];
    }
    Parameters parameters = new GranulometryCommand().parameters();
    Values values = parameters.parse(Arrays.asList(options), Caller.IMAGEJ);
    List<String> all = parameters.keys(Parameter.Kind.OUTPUT);
    return assertThrows(
            UsageException.class,
            () -> OutputFiles.begin(values, all, inputs, ProgressListener.NONE))
        .getMessage();
  }

  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @ValueSource(strings = {"rw-------", "rw-rw-rw-", "rwxr-x--x", "rw-r-----"})
  void theyKeepTheirRights(String rights) throws IOException {
    Path path = old("a.csv");
    give(path, rights);
    AtomicFile file = AtomicFile.begin(path.toString());
    assertEquals("rw-------", rights(file.beside())); // as long as it is not complete
    file.discard();
    replace(path);
    assertEquals(rights, rights(path));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void newFilesHaveTheUsualRights() throws IOException {
    Path path = folder.resolve("new.csv");
    replace(path);
    assertEquals(rights(old("other.csv")), rights(path));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theyKeepOwnerAndGroupWhereThatIsAllowed() throws IOException {
    assumeTrue("root".equals(System.getProperty("user.name")), "only root gives files away");
    Path path = old("a.csv");
    Files.setAttribute(path, "unix:uid", 65534);
    Files.setAttribute(path, "unix:gid", 65533);
    replace(path);
    assertEquals(65534, Files.getAttribute(path, "unix:uid"));
    assertEquals(65533, Files.getAttribute(path, "unix:gid"));
  }

  @Test
  void readOnlyOnesAreRefused() throws IOException {
    Path path = old("a.csv");
    assertTrue(path.toFile().setReadOnly());
    assertEquals(path + ": the file is read-only", refused(path));
    assertArrayEquals(OLD, Files.readAllBytes(path));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksAreFollowed() throws IOException {
    Path path = old("a.csv");
    Files.createDirectory(folder.resolve("links"));
    Path link = Files.createSymbolicLink(folder.resolve("links/b.csv"), Path.of("../a.csv"));
    Path second = Files.createSymbolicLink(folder.resolve("c.csv"), Path.of("links/b.csv"));
    replace(second);
    assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(second));
    assertArrayEquals(NEW, Files.readAllBytes(path));
    Path dangling = Files.createSymbolicLink(folder.resolve("d.csv"), Path.of("links/new.csv"));
    replace(dangling);
    assertTrue(Files.isSymbolicLink(dangling));
    assertTrue(Files.isRegularFile(folder.resolve("links/new.csv")));
  }

  @Test
  void anotherNameOfAFileKeepsTheOldOne() throws IOException {
    Path path = old("a.csv");
    Path hard = Files.createLink(folder.resolve("hard.csv"), path);
    replace(path);
    assertArrayEquals(OLD, Files.readAllBytes(hard));
  }

  @ParameterizedTest
  @DisabledOnOs(OS.WINDOWS)
  @ValueSource(strings = {"/dev/full", "/dev/null", "/dev/zero", "/dev"})
  void linksToWhatIsNoFileAreRefused(String device) throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("d.csv"), Path.of(device));
    assertEquals(link + ": is not a file", refused(link));
    assertTrue(Files.isSymbolicLink(link));
    assertEquals(1, folder.toFile().list().length);
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void whatIsMountedByItselfIsKnown() {
    String mounts =
        "36 35 98:0 / / rw,noatime master:1 - ext3 /dev/root rw\n"
            + "40 36 98:0 /x /data/a\\040b\\134.csv rw - ext3 /dev/root rw\n";
    assertTrue(MountPoints.contain(Path.of("/"), mounts));
    assertTrue(MountPoints.contain(Path.of("/data/a b\\.csv"), mounts));
    assertFalse(MountPoints.contain(Path.of("/data/a"), mounts));
    assertFalse(MountPoints.contain(Path.of("/x"), mounts));
    assertTrue(MountPoints.contain(Path.of("/proc")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksThatLeadNowhereAreRefused() throws IOException {
    Path loop = Files.createSymbolicLink(folder.resolve("loop.csv"), Path.of("loop.csv"));
    assertEquals(loop + ": too many symbolic links", refused(loop));
    Path missing = Files.createSymbolicLink(folder.resolve("m.csv"), Path.of("no/a.csv"));
    assertEquals(missing + ": the folder does not exist", refused(missing));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void namesMayBeLongButNotTooLong() throws IOException {
    replace(folder.resolve(String.join("", Collections.nCopies(251, "n")) + ".csv"));
    Path tooLong = folder.resolve(String.join("", Collections.nCopies(252, "n")) + ".csv");
    assertEquals(tooLong + ": cannot be written: File name too long", refused(tooLong));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void twoOutputsAreTwoFilesByAnyPath() throws IOException {
    String same = "save= and summary= are the same file";
    List<Path> none = Collections.emptyList();
    Path path = old("a.csv");
    Path hard = Files.createLink(folder.resolve("hard.csv"), path);
    assertEquals(same, sameFiles(none, path, hard));
    Path soft = Files.createSymbolicLink(folder.resolve("soft.csv"), path);
    assertEquals(same, sameFiles(none, soft, path));
    Files.createDirectory(folder.resolve("real"));
    Path way = Files.createSymbolicLink(folder.resolve("way"), folder.resolve("real"));
    assertEquals(same, sameFiles(none, way.resolve("new.csv"), folder.resolve("real/new.csv")));
    assertEquals(
        same, sameFiles(none, folder.resolve("real/../new.csv"), way.resolve("../new.csv")));
    Path dangling = Files.createSymbolicLink(folder.resolve("d.csv"), Path.of("real/new.csv"));
    assertEquals(same, sameFiles(none, dangling, way.resolve("new.csv")));
    assertEquals(
        "save= and summary= differ in upper and lower case only; choose other names",
        sameFiles(none, folder.resolve("New.csv"), folder.resolve("new.CSV")));
  }

  @Test
  void aHardLinkToAnInputIsTheInput() throws IOException {
    Path input = old("in.tif");
    Path link = Files.createLink(folder.resolve("a.csv"), input);
    assertEquals(
        "save=" + link + " is an input file; choose another name",
        sameFiles(Collections.singletonList(input), link));
    assertArrayEquals(OLD, Files.readAllBytes(input));
  }

  /** By its own name, as a hard link, or through a symbolic link, as files are. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aFolderIsNotReplacedWithAnInputInIt() throws IOException {
    Path report = Files.createDirectory(folder.resolve("report"));
    Path labels = Files.write(report.resolve("labels.csv"), OLD);
    Path soft = Files.createSymbolicLink(folder.resolve("soft.raw"), labels);
    Path hard = Files.createLink(folder.resolve("hard.raw"), labels);
    Map<String, List<String>> folders =
        Collections.singletonMap("output", Collections.singletonList("labels.csv"));
    Parameters parameters = new WorkflowCommand().parameters();
    Values values = parameters.parse(Arrays.asList("output=" + report), Caller.IMAGEJ);
    List<String> no = Collections.emptyList();
    for (Path input : Arrays.asList(labels, soft, hard)) {
      List<Path> inputs = Collections.singletonList(input);
      UsageException refused =
          assertThrows(
              UsageException.class,
              () -> OutputFiles.begin(values, no, folders, inputs, ProgressListener.NONE));
      assertEquals(
          "output=" + report + " has the input file labels.csv; choose another name",
          refused.getMessage());
      DistinctFiles many = new DistinctFiles();
      many.reads(input.toString());
      assertThrows(UsageException.class, () -> many.writes(report.toString(), "output="));
    }
    assertArrayEquals(OLD, Files.readAllBytes(labels));
    assertEquals(3, folder.toFile().list().length);
  }

  /** Users know nothing of the place where it is filled. */
  @Test
  void failuresInAFolderNameIt() throws IOException {
    Path report = folder.resolve("report");
    Map<String, List<String>> folders =
        Collections.singletonMap("output", Collections.singletonList("labels.csv"));
    Parameters parameters = new WorkflowCommand().parameters();
    Values values = parameters.parse(Arrays.asList("output=" + report), Caller.IMAGEJ);
    List<String> no = Collections.emptyList();
    List<Path> inputs = Collections.emptyList();
    try (OutputFiles outputs =
        OutputFiles.begin(values, no, folders, inputs, ProgressListener.NONE)) {
      String name = outputs.folder("output").resolve("labels.csv").toString();
      IOException full = new IOException(name + ": cannot be written: disk full");
      assertEquals(
          report.resolve("labels.csv") + ": cannot be written: disk full",
          outputs.named(full).getMessage());
      IOException other = new IOException("in.tif: no such file");
      assertSame(other, outputs.named(other));
    }
  }

  @Test
  void oneForWhichNothingCameStays() throws IOException {
    Path path = old("a.csv");
    Parameters parameters = new GranulometryCommand().parameters();
    Values values = parameters.parse(Arrays.asList("save=" + path), Caller.IMAGEJ);
    List<String> save = Collections.singletonList("save");
    List<Path> inputs = Collections.emptyList();
    try (OutputFiles outputs = OutputFiles.begin(values, save, inputs, ProgressListener.NONE)) {
      String message = assertThrows(IOException.class, outputs::complete).getMessage();
      assertEquals(path + ": there is nothing to write; leave out save=", message);
    }
    assertArrayEquals(OLD, Files.readAllBytes(path));
  }
}
