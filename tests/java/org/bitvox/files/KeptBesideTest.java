// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Outputs of which one cannot have its name: all keep what they had, and nothing is lost. */
class KeptBesideTest {
  private static final byte[] OLD = {1};
  private static final byte[] NEW = {2, 3};

  @TempDir Path folder;

  private AtomicFile begin(String name) throws IOException {
    AtomicFile file = AtomicFile.begin(folder.resolve(name).toString());
    Files.write(file.beside(), NEW);
    return file;
  }

  private List<String> inFolder() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  private String failure(AtomicFile... files) {
    List<AtomicFile> all = Arrays.asList(files);
    return assertThrows(IOException.class, () -> AtomicOutput.commit(all)).getMessage();
  }

  private void isKeptBeside(String message, String problem) throws IOException {
    assertEquals(
        folder.resolve("b.csv")
            + problem
            + "; what was computed is in "
            + folder.toRealPath().resolve("new-a.csv")
            + ", "
            + folder.toRealPath().resolve("new-2-b.csv"),
        message);
    assertArrayEquals(OLD, Files.readAllBytes(folder.resolve("a.csv")));
    assertArrayEquals(NEW, Files.readAllBytes(folder.resolve("new-a.csv")));
    assertArrayEquals(NEW, Files.readAllBytes(folder.resolve("new-2-b.csv")));
    assertArrayEquals(OLD, Files.readAllBytes(folder.resolve("new-b.csv")));
  }

  @Test
  void noneIsReplacedIfOneCannotBe() throws IOException {
    Files.write(folder.resolve("a.csv"), OLD);
    Files.write(folder.resolve("new-b.csv"), OLD); // of an earlier time
    AtomicFile first = begin("a.csv");
    AtomicFile second = begin("b.csv");
    Files.createDirectory(folder.resolve("b.csv")); // meanwhile
    isKeptBeside(failure(first, second), ": is not a file");
    first.discard();
    second.discard();
    assertEquals(
        Arrays.asList("a.csv", "b.csv", "new-2-b.csv", "new-a.csv", "new-b.csv"), inFolder());
  }

  @Test
  void aNameThatIsTooLongWithMoreBeforeItIsCut() throws IOException {
    String start = String.join("", Collections.nCopies(25, "0123456789"));
    AtomicFile file = begin(start + ".csv");
    Files.createDirectory(folder.resolve(start + ".csv")); // meanwhile
    failure(file);
    String kept = "new-" + start.substring(start.length() - 56) + ".csv";
    assertArrayEquals(NEW, Files.readAllBytes(folder.resolve(kept)));
  }

  /** As Excel does it. */
  @Test
  @EnabledOnOs(OS.WINDOWS)
  void noneIsReplacedIfAnotherProgramHasOneOpen() throws IOException {
    Files.write(folder.resolve("a.csv"), OLD);
    Files.write(folder.resolve("new-b.csv"), OLD);
    Path held = Files.write(folder.resolve("b.csv"), OLD);
    String inUse = ": the file is in use by another program; close it there";
    try (InputStream in = new FileInputStream(held.toFile())) {
      IOException before = assertThrows(IOException.class, () -> begin("b.csv"));
      assertEquals(held + inUse, before.getMessage());
      assertEquals(OLD[0], in.read());
    }
    AtomicFile first = begin("a.csv");
    AtomicFile second = begin("b.csv");
    try (InputStream in = new FileInputStream(held.toFile())) {
      isKeptBeside(failure(first, second), inUse);
      assertEquals(OLD[0], in.read());
    }
    assertArrayEquals(OLD, Files.readAllBytes(held));
    begin("b.csv").commit();
    assertArrayEquals(NEW, Files.readAllBytes(held));
  }

  /** As a browser may do it with a report. */
  @Test
  @EnabledOnOs(OS.WINDOWS)
  void aFolderStaysAsItIsWhileAFileInItIsOpen() throws IOException {
    String name = folder.resolve("report").toString();
    List<String> names = Collections.singletonList("a.csv");
    Path held = Files.write(Files.createDirectory(folder.resolve("report")).resolve("a.csv"), OLD);
    try (InputStream in = new FileInputStream(held.toFile())) {
      IOException before = assertThrows(IOException.class, () -> AtomicFolder.begin(name, names));
      assertEquals(
          held + ": the file is in use by another program; close it there", before.getMessage());
      assertEquals(OLD[0], in.read());
    }
    AtomicFolder second = AtomicFolder.begin(name, names);
    Files.write(second.beside().resolve("a.csv"), NEW);
    try (InputStream in = new FileInputStream(held.toFile())) {
      assertThrows(IOException.class, second::commit);
      assertEquals(OLD[0], in.read());
    }
    second.discard();
    assertEquals(Arrays.asList("new-report", "report"), inFolder());
    assertArrayEquals(OLD, Files.readAllBytes(held));
    assertArrayEquals(NEW, Files.readAllBytes(folder.resolve("new-report").resolve("a.csv")));
  }
}
