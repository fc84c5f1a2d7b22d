// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.parameters.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileListTest {
  @TempDir Path folder;

  private void create(String... names) throws IOException {
    for (String name : names) {
      Files.createFile(folder.resolve(name));
    }
  }

  private String in(String... names) {
    return Stream.of(names).map(name -> folder + "/" + name).collect(Collectors.joining(","));
  }

  private List<String> found(String value) throws IOException {
    List<String> names = new ArrayList<>(FileList.of(value));
    names.replaceAll(name -> name.replace(folder + "/", ""));
    return names;
  }

  @Test
  void aListHasItsOrderAndEachFileOnce() throws IOException {
    create("a.tif", "b.tif");
    assertEquals(
        List.of("b.tif", "a.tif", "no.tif"), found(in("b.tif", "a.tif", "no.tif", "b.tif")));
    assertEquals(List.of("a.tif"), found(in("a.tif")));
    assertEquals(List.of("no.tif"), found(in("no.tif")));
  }

  @Test
  void patternsAreSortedAndDoNotFindWhatIsHidden() throws IOException {
    create("b.tif", "a.tif", "a.csv", ".c.tif", "[x].tif", "ab.tif");
    Files.createDirectory(folder.resolve("d.tif"));
    assertEquals(List.of("[x].tif", "a.tif", "ab.tif", "b.tif"), found(in("*.tif")));
    assertEquals(List.of("a.tif", "b.tif"), found(in("?.tif")));
    assertEquals(List.of("[x].tif"), found(in("[*")));
    assertEquals(List.of(".c.tif"), found(in(".*")));
    assertEquals(List.of("b.tif", "a.tif", "ab.tif"), found(in("b.tif", "a*.tif")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void commasAndStarsOfNamesAreThoseOfFilesThatAreThere() throws IOException {
    create("a,1.tif", "b.tif", "s*r.tif", "star.tif");
    assertEquals(List.of("a,1.tif"), found(in("a,1.tif")));
    assertEquals(List.of("b.tif", "a,1.tif", "b2.tif"), found(in("b.tif", "a,1.tif", "b2.tif")));
    assertEquals(List.of("s*r.tif"), found(in("s*r.tif")));
    assertEquals(List.of("b.tif", "s*r.tif"), found(in("b.tif", "s*r.tif")));
    assertEquals(List.of("s*r.tif", "star.tif"), found(in("s?*r.tif".replace("?*", "*?"))));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void manyStarsAndLettersOfRegularExpressionsAreNothingSpecial() throws IOException {
    String letters = "a".repeat(200);
    create(letters + ".tif", "a\\E(1).tif");
    Duration limit = Duration.ofSeconds(20); // a search that goes back takes years
    assertTimeoutPreemptively(
        limit, () -> assertThrows(IOException.class, () -> found(in("*a".repeat(60) + "*b"))));
    assertEquals(List.of(letters + ".tif"), found(in("*a".repeat(60) + "**.tif")));
    assertEquals(List.of("a\\E(1).tif"), found(in("a\\E(*")));
    assertThrows(IOException.class, () -> found(in("a\\E.\\Q*")));
  }

  @Test
  void longListsAreReadAtOnce() throws IOException {
    String[] names = new String[Windows.HERE ? 2_000 : 20_000];
    for (int i = 0; i < names.length; i++) {
      names[i] = "no" + i + ".tif";
    }
    Duration limit = Duration.ofSeconds(60); // trying all parts of the list takes hours
    List<String> all = assertTimeoutPreemptively(limit, () -> found(in(names)));
    assertEquals(List.of(names), all);
    String words = String.join(",", names);
    assertEquals(names.length, assertTimeoutPreemptively(limit, () -> FileList.of(words)).size());
  }

  @Test
  void commasMayBeInNamesOfFoldersToo() throws IOException {
    Files.createDirectory(folder.resolve("f,1"));
    create("f,1/a,2.tif", "b.tif");
    assertEquals(List.of("f,1/a,2.tif", "b.tif"), found(in("f,1/a,2.tif", "b.tif")));
    assertEquals(List.of("b.tif", "f,1/a,2.tif"), found(in("b.tif", "f,1/a,2.tif")));
  }

  @Test
  void whatMatchesNothingIsToldBeforeAnythingIsRead() throws IOException {
    create("b.tif");
    String none = in("*.raw");
    assertEquals(
        none + ": no file matches",
        assertThrows(IOException.class, () -> FileList.of(none)).getMessage());
    assertThrows(UsageException.class, () -> FileList.of(in("b.tif") + ","));
    assertThrows(UsageException.class, () -> FileList.of(folder + "/*/b.tif"));
    assertThrows(IOException.class, () -> FileList.of(folder + "/no/*.tif"));
  }
}
