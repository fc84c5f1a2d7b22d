// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
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
    assertEquals(Arrays.asList("new"), names(place));
    assertEquals(Arrays.asList("precious"), names(place.resolve("new")));
  }

  @Test
  void refusesWhatMustNotBeReplaced() throws IOException {
    Files.write(place.resolve("file"), new byte[] {1});
    refused("file", ": is not a folder");
    refused("no/new", ": its folder " + place.resolve("no") + " does not exist");
    Files.createDirectories(place.resolve("mixed/a.csv"));
    refused("mixed", ": the folder has other files, such as a.csv; choose another name");
    Files.createDirectory(place.resolve("linked"));
    Files.createSymbolicLink(place.resolve("linked/a.csv"), place.resolve("file"));
    refused("linked", ": the folder has other files, such as a.csv; choose another name");
    Files.createDirectory(place.resolve("fixed"));
    Path file = Files.write(place.resolve("fixed/a.csv"), new byte[] {1});
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    refused("fixed", "/a.csv: the file is read-only");
    Path root = Path.of("/");
    IOException failure =
        assertThrows(IOException.class, () -> AtomicFolder.begin(root.toString(), NAMES));
    assertTrue(failure.getMessage().startsWith("/: "), failure.getMessage());
  }

  @Test
  void whatAKilledProcessLeftIsRemoved() throws IOException {
    String name = TemporaryFiles.newName("part").replaceFirst("-[0-9]+-", "-999999999-");
    Path left = Files.createDirectory(place.resolve(name));
    Files.write(left.resolve("a.csv"), new byte[] {1});
    begin("new").discard();
    assertEquals(Collections.emptyList(), names(place));
  }
}
