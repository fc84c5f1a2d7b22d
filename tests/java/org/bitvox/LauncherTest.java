// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where ImageJ's jar is found. */
class LauncherTest {
  @TempDir Path folder;

  private File create(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(file).toFile();
  }

  private static void finds(File imageJ, File jar) {
    assertEquals(imageJ, Launcher.imageJ(jar, null));
  }

  @Test
  void itIsBesideOrWhereImageJAndFijiHaveIt() throws IOException {
    finds(create("beside/ij.jar"), create("beside/Bitvox_.jar"));
    finds(create("ImageJ/ij.jar"), create("ImageJ/plugins/Bitvox_.jar"));
    create("Fiji.app/jars/ij1-patcher-1.2.7.jar");
    File ofFiji = create("Fiji.app/jars/ij-1.54p.jar");
    finds(ofFiji, create("Fiji.app/plugins/Bitvox_.jar"));
    finds(ofFiji, create("Fiji.app/plugins/Analysis/Bitvox_.jar"));
  }

  @Test
  void itMayBeNamed() throws IOException {
    File jar = create("alone/Bitvox_.jar");
    File named = create("elsewhere/imagej.jar");
    assertEquals(named, Launcher.imageJ(jar, named.toString()));
    String missing = folder.resolve("no.jar").toString();
    assertEquals(
        "-Dbitvox.imagej=" + missing + ": no such file",
        assertThrows(IllegalStateException.class, () -> Launcher.imageJ(jar, missing))
            .getMessage());
  }

  @Test
  void withoutItTheWayOutIsSaid() throws IOException {
    File jar = create("a/b/c/Bitvox_.jar");
    assertEquals(
        "ij.jar of ImageJ is needed: put it beside Bitvox_.jar, or start java with"
            + " -Dbitvox.imagej=FILE before -jar",
        assertThrows(IllegalStateException.class, () -> Launcher.imageJ(jar, null)).getMessage());
  }
}
