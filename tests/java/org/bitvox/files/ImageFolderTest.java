// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bitvox.parameters.Keys;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Images that are folders, in a program that has nothing to read them with. */
class ImageFolderTest {
  private static final String ELSEWHERE =
      ": OME-Zarr images are read and written by './bitvox run' in a checkout of Bitvox alone;"
          + " './bitvox zarr' there makes a TIFF of one, or one of a TIFF";

  @TempDir Path place;

  @Test
  void names() {
    assertTrue(Keys.isImageFolder("a.zarr"));
    assertTrue(Keys.isImageFolder("b/A.ZARR/"));
    assertTrue(Keys.isImageFolder("a.zarr/labels/cells"));
    assertFalse(Keys.isImageFolder("a.zarr/0"));
    assertFalse(Keys.isImageFolder("a.zarr.tif"));
    assertEquals(OutputFormat.ZARR, OutputFormat.of("a.zarr"));
    assertTrue(OutputFormat.hasIntegers("a.zarr"));
  }

  @Test
  void bothWaysAreElsewhere() throws IOException {
    String name = Files.createDirectory(place.resolve("a.zarr")).toString();
    IOException failure = assertThrows(IOException.class, () -> StackFile.open(name));
    assertEquals(name + ELSEWHERE, failure.getMessage());
    String other = place.resolve("b.zarr").toString();
    failure = assertThrows(IOException.class, () -> AtomicTree.begin(other));
    assertEquals(other + ELSEWHERE, failure.getMessage());
    assertFalse(Files.exists(place.resolve("b.zarr")));
  }

  @Test
  @DisabledOnOs(OS.WINDOWS) // links there need rights of their own
  void foldersAreRemovedWithoutFollowingLinks() throws IOException {
    Path kept = Files.createFile(place.resolve("kept"));
    Path tree = Files.createDirectories(place.resolve("tree/a/b")).getParent().getParent();
    Files.createFile(tree.resolve("a/b/file"));
    Files.createSymbolicLink(tree.resolve("a/link"), place);
    TemporaryFiles.removeTree(tree);
    assertFalse(Files.exists(tree));
    assertTrue(Files.exists(kept));
  }
}
