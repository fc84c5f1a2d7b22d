// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WindowsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.tif",
        "C:\\data\\a.tif",
        "C:/data/a.tif",
        "c:a.tif",
        "..\\a.tif",
        "./a.tif",
        ".hidden",
        "\\\\server\\share\\a b.tif",
        "auxiliary.d",
        "com10.csv",
        "console.txt",
        "a,b;c.tif",
        "/data//a.tif",
        "Ω 画像.tif"
      })
  void namesOfFiles(String name) {
    assertNull(Windows.problem(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\\\?\\C:\\long\\a.tif", "//?/C:/a.tif", "\\\\.\\C:\\a.tif"})
  void whatMakesAPathBeTakenAsItIs(String name) {
    assertEquals(
        "leave out " + name.substring(0, 4) + ", long names need nothing before them",
        Windows.problem(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"aux.d", "C:\\data\\NUL", "con/a.tif", "Com1.csv", "lpt9.tar.gz", "prn"})
  void namesOfDevices(String name) {
    assertTrue(Windows.problem(name).endsWith(" is the name of a device on Windows"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ab:c.tif", "C:\\a:b.tif", "a?.tif", "a*b", "a<b.csv", "a|b", "a\"b", "a\tb"})
  void lettersThatNoNameHas(String name) {
    assertEquals("a name on Windows has none of < > : \" | ? *", Windows.problem(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tif ", "folder./a.tif", "a..."})
  void endsThatNoNameHas(String name) {
    assertEquals("on Windows no name ends with a dot or a blank", Windows.problem(name));
  }

  @Test
  void patternsMayTakeUpperAndLowerCaseForTheSame() {
    assertTrue(new NamePattern("*.tif", true).matches("A.TIF"));
    assertTrue(new NamePattern("SCAN?_É.tif", true).matches("scan1_é.TIF"));
    assertFalse(new NamePattern("*.tif", false).matches("A.TIF"));
    assertFalse(new NamePattern("*.tif", true).matches("A.TIFF"));
  }

  @Test
  @EnabledOnOs(OS.WINDOWS)
  void listsHaveDrivesBackslashesAndAnyCase(@TempDir Path folder) throws IOException {
    Path first = Files.createFile(folder.resolve("a.tif"));
    Path second = Files.createFile(folder.resolve("b.tif"));
    String upper = folder.resolve("A.TIF").toString();
    assertEquals(
        Arrays.asList(first.toString(), second.toString()), FileList.of(first + "," + second));
    assertEquals(Collections.singletonList(upper), FileList.of(upper + "," + first));
    assertEquals(
        Arrays.asList(first.toString(), second.toString()), FileList.of(folder + "\\*.TIF"));
    assertEquals(
        Arrays.asList(folder + "/a.tif", folder + "/b.tif"), FileList.of(folder + "/?.tif"));
  }

  @Test
  @EnabledOnOs(OS.WINDOWS)
  void namesThatNoFileCanHaveAreSaidSo() {
    String problem = ": a name on Windows has none of < > : \" | ? *";
    for (String name : new String[] {"a<b.csv", "ab:c.csv"}) {
      assertEquals(
          name + problem,
          assertThrows(IOException.class, () -> AtomicFile.begin(name)).getMessage());
      assertEquals(
          name + problem,
          assertThrows(IOException.class, () -> InputFiles.existing(name)).getMessage());
    }
    assertEquals(
        "aux.d: aux.d is the name of a device on Windows",
        assertThrows(IOException.class, () -> AtomicFile.begin("aux.d")).getMessage());
    assertEquals(
        "q:b.tif: there is no such drive",
        assertThrows(IOException.class, () -> AtomicFile.begin("q:b.tif")).getMessage());
    assertFalse(Names.exists("q:b.tif"));
  }
}
