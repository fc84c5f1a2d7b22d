// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFolderTest {
  private static final List<String> NAMES = Arrays.asList("a.csv", "b.csv");

  @TempDir Path place;

  private AtomicFolder begin(String name) throws IOException {
    return AtomicFolder.begin(place.resolve(name).toString(), NAMES);
  }

  @AfterEach
  void goOn() {
    AtomicOutput.beginAgain();
  }

  private static AtomicFolder fill(AtomicFolder folder, String file) throws IOException {
    Files.write(folder.beside().resolve(file), file.getBytes());
    return folder;
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private void refused(String name, String sentence) throws IOException {
    List<String> before = names(place);
    IOException failure = assertThrows(IOException.class, () -> begin(name));
    assertEquals(place.resolve(name) + sentence, failure.getMessage());
    assertEquals(before, names(place));
  }

  @Test
  void appearsWhenItIsCommitted() throws IOException {
    AtomicFolder folder = fill(begin("new"), "a.csv");
    assertFalse(Files.exists(place.resolve("new")));
    folder.commit();
    assertEquals(Arrays.asList("new"), names(place));
    assertEquals(Arrays.asList("a.csv"), names(place.resolve("new")));
  }

  @Test
  void whatAKilledProcessLeftInItIsNoOtherFile() throws IOException, InterruptedException {
    Path old = Files.createDirectory(place.resolve("old"));
    String left = TemporaryFilesTest.of(ProcessesTest.dead(), "part");
    Files.createFile(old.resolve(left));
    fill(begin("old"), "a.csv").commit();
    assertEquals(Arrays.asList("a.csv"), names(old));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void replacesItsOwnAndKeepsPermissionsAndLinks() throws IOException {
    fill(begin("old"), "a.csv").commit();
    Path old = place.resolve("old");
    Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-x--x"));
    Files.createSymbolicLink(place.resolve("link"), Path.of("old"));
    fill(begin("link"), "b.csv").commit();
    assertEquals(Arrays.asList("link", "old"), names(place));
    assertTrue(Files.isSymbolicLink(place.resolve("link")));
    assertEquals(Arrays.asList("b.csv"), names(old));
    assertEquals("rwxr-x--x", PosixFilePermissions.toString(Files.getPosixFilePermissions(old)));
  }

  @Test
  void nothingIsLeftOfOneThatIsGivenUp() throws IOException {
    fill(begin("old"), "a.csv").commit();
    fill(begin("old"), "b.csv").discard();
    fill(begin("new"), "b.csv");
    AtomicOutput.discardAll();
    assertEquals(Arrays.asList("old"), names(place));
    assertEquals(Arrays.asList("a.csv"), names(place.resolve("old")));
  }

  @Test
  void isNotCommittedAfterItWasGivenUp() throws IOException {
    AtomicFolder folder = fill(begin("new"), "a.csv");
    AtomicOutput.discardAll();
    assertThrows(CancellationException.class, () -> begin("newer"));
    assertThrows(
        CancellationException.class, () -> AtomicOutput.commit(Collections.singletonList(folder)));
    assertEquals(Collections.emptyList(), names(place));
  }

  /** What came there meanwhile is not the command's to remove. */
  @Test
  void aFolderThatAppearsMeanwhileIsKept() throws IOException {
    AtomicFolder folder = fill(begin("new"), "a.csv");
    Files.createDirectory(place.resolve("new"));
    Files.write(place.resolve("new/precious"), new byte[] {1});
    assertThrows(IOException.class, folder::commit);
    folder.discard();
    assertEquals(Arrays.asList("new", "new-new"), names(place));
    assertEquals(Arrays.asList("a.csv"), names(place.resolve("new-new")));
    assertEquals(Arrays.asList("precious"), names(place.resolve("new")));
  }

  @Test
  void refusesWhatMustNotBeReplaced() throws IOException {
    Files.write(place.resolve("file"), new byte[] {1});
    refused("file", ": is not a folder");
    refused("no/new", ": its folder " + place.resolve("no") + " does not exist");
    Files.createDirectories(place.resolve("mixed/a.csv"));
    refused("mixed", ": the folder has other files, such as a.csv; choose another name");
    Files.createDirectory(place.resolve("fixed"));
    Path file = Files.write(place.resolve("fixed/a.csv"), new byte[] {1});
    assertTrue(file.toFile().setReadOnly());
    refused("fixed", File.separator + "a.csv: the file is read-only");
    assertTrue(file.toFile().setWritable(true));
    Path root = place.getRoot();
    IOException failure =
        assertThrows(IOException.class, () -> AtomicFolder.begin(root.toString(), NAMES));
    assertTrue(failure.getMessage().startsWith(root + ": "), failure.getMessage());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void linksInItAreOtherFiles() throws IOException {
    Path file = Files.write(place.resolve("file"), new byte[] {1});
    Files.createDirectory(place.resolve("linked"));
    Files.createSymbolicLink(place.resolve("linked/a.csv"), file);
    refused("linked", ": the folder has other files, such as a.csv; choose another name");
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    String name = TemporaryFiles.newName("part").replaceFirst("-[0-9]+-", "-999999999-");
    Path left = Files.createDirectory(place.resolve(name));
    Files.write(left.resolve("a.csv"), new byte[] {1});
    begin("new").discard();
    assertEquals(Collections.emptyList(), names(place));
  }

  /** As after kill -9 between the two renames. */
  private Path killedInTheMiddle(String name) throws IOException {
    String number = TemporaryFiles.newName("").replaceFirst("-[0-9]+-", "-999999999-");
    Path fresh = Files.createDirectory(place.resolve(number + "part"));
    Files.write(fresh.resolve("b.csv"), new byte[] {2});
    Path aside = Files.createDirectory(place.resolve(number + "old"));
    Path old = Files.createDirectory(aside.resolve(name));
    Files.write(old.resolve("a.csv"), new byte[] {1});
    return aside;
  }

  @Test
  void whatAKilledProcessSetAsideIsPutBack() throws IOException {
    killedInTheMiddle("report");
    AtomicFile.begin(place.resolve("other.csv").toString()).discard();
    assertEquals(Arrays.asList("report"), names(place));
    assertEquals(Arrays.asList("a.csv"), names(place.resolve("report")));
  }

  /** The command that is repeated finds the folder as it was, with its rights. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theSameCommandReplacesWhatItPutsBack() throws IOException {
    Path aside = killedInTheMiddle("report");
    Files.setPosixFilePermissions(
        aside.resolve("report"), PosixFilePermissions.fromString("rwxr-x--x"));
    fill(begin("report"), "b.csv").commit();
    assertEquals(Arrays.asList("report"), names(place));
    assertEquals(Arrays.asList("b.csv"), names(place.resolve("report")));
    assertEquals(
        "rwxr-x--x",
        PosixFilePermissions.toString(Files.getPosixFilePermissions(place.resolve("report"))));
  }

  @Test
  void whatWasSetAsideStaysWhereItsNameIsTaken() throws IOException {
    killedInTheMiddle("report");
    Files.createDirectory(place.resolve("report"));
    begin("other").discard();
    assertEquals(3, names(place).size());
  }

  @Test
  void whatWasReplacedBeforeTheProcessWasKilledIsRemoved() throws IOException {
    Path aside = killedInTheMiddle("report");
    Path fresh = Path.of(aside.toString().replaceFirst("old$", "part"));
    Files.move(fresh, place.resolve("report"));
    begin("other").discard();
    assertEquals(Arrays.asList("report"), names(place));
    assertEquals(Arrays.asList("b.csv"), names(place.resolve("report")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsThatItGivesFilesItsGroup() throws IOException {
    Path old = Files.createDirectory(place.resolve("old"));
    Path own = Files.write(old.resolve("a.csv"), new byte[] {1});
    Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
    Files.setAttribute(old, "unix:mode", 02750);
    AtomicFolder folder = fill(begin("old"), "a.csv");
    assertEquals(02700, mode(folder.beside()));
    folder.commit();
    assertEquals(02750, mode(old));
    assertEquals(0600, mode(own));
  }

  private static int mode(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:mode") & 07777;
  }

  /** A shell would stay in the folder that was removed. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void refusesTheCurrentFolder() throws IOException, InterruptedException {
    assertEquals(
        ".: is the current folder, which cannot be replaced; name a folder within it",
        said("ulimit -n", Begin.class, Files.createDirectory(place.resolve("own"))));
    assertEquals(Arrays.asList("own"), names(place));
  }

  /** In a process of its own, whose folder is empty. */
  static final class Begin {
    private Begin() {}

    public static void main(String[] args) {
      try {
        AtomicFolder.begin(".", NAMES);
      } catch (IOException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  /** A folder cannot be listed then. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void isRemovedThoughNoMoreFilesMayBeOpened() throws IOException, InterruptedException {
    assertEquals("Too many open files", said("ulimit -n 100", NoMoreFiles.class, place));
    assertEquals(Collections.emptyList(), names(place));
  }

  /** As many as there may be. */
  static final class NoMoreFiles {
    private NoMoreFiles() {}

    public static void main(String[] args) throws IOException {
      AtomicFolder folder = fill(AtomicFolder.begin("new", NAMES), "a.csv");
      List<FileInputStream> open = new ArrayList<>();
      try {
        while (true) {
          open.add(new FileInputStream("/dev/null"));
        }
      } catch (FileNotFoundException full) {
        folder.discard();
        System.out.println(full.getMessage().replaceAll(".*\\((.*)\\)", "$1"));
      }
    }
  }

  /** What a process of its own prints. */
  private static String said(String limit, Class<?> main, Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                "sh",
                "-c",
                limit + " >/dev/null; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                main.getName())
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes()).trim();
    process.waitFor();
    return said;
  }
}
