// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MergedTableTest {
  @TempDir Path folder;

  private Path csv(String text) throws IOException {
    return Files.write(folder.resolve("t.csv"), text.getBytes(StandardCharsets.UTF_8));
  }

  private String merged(MergedTable table) throws IOException {
    table.complete();
    MergedTable.commit(Collections.singleton(table));
    table.close();
    Files.deleteIfExists(folder.resolve("t.csv"));
    assertEquals(1, folder.toFile().list().length, "temporary files are left");
    byte[] bytes = Files.readAllBytes(folder.resolve("all.csv"));
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Test
  void columnsThatOnlySomeHaveAreEmptyForTheOthers() throws IOException {
    MergedTable table = MergedTable.begin(folder.resolve("all.csv").toString(), "Image");
    table.add(csv("n,w\n0,1\n1,\"two\nlines, \"\"x\"\"\"\n"), "a,\"1\".tif");
    table.add(csv("Image,u,n\n\"b, too\",7,2\n"), "b.tif");
    table.add(csv("n,w\n"), "none.tif");
    assertEquals(
        "Image,n,w,u\n"
            + "\"a,\"\"1\"\".tif\",0,1,\n"
            + "\"a,\"\"1\"\".tif\",1,\"two\nlines, \"\"x\"\"\",\n"
            + "\"b, too\",2,,7\n",
        merged(table));
  }

  /** What else is told of an image stands behind it, whether its table names it or not. */
  @Test
  void anImageHasOtherCells() throws IOException {
    String name = folder.resolve("all.csv").toString();
    MergedTable table = MergedTable.begin(name, "Image", "Place", "Side");
    table.add(csv("n\n1\n2\n"), "a.tif", "0, 7", "4");
    table.add(csv("Image,Side,n\nown,9,3\n"), "a.tif", "5", "4");
    assertEquals(
        "Image,Place,Side,n\na.tif,\"0, 7\",4,1\na.tif,\"0, 7\",4,2\nown,5,9,3\n", merged(table));
  }

  /** Its rows, and columns that only it has, are not there; those of the others are. */
  @Test
  void aTableThatCannotBeReadAddsNothing() throws IOException {
    MergedTable table = MergedTable.begin(folder.resolve("all.csv").toString(), "Image");
    table.add(csv("n\n1\n"), "a.tif");
    StringBuilder rows = new StringBuilder("n,new\n");
    for (int i = 0; i < 100_000; i++) { // more than is read at a time
      rows.append("2,3\n");
    }
    byte[] broken = rows.append("4,_\n").toString().getBytes(StandardCharsets.UTF_8);
    broken[broken.length - 2] = (byte) 0xff; // no UTF-8
    Path path = Files.write(folder.resolve("t.csv"), broken);
    assertThrows(IOException.class, () -> table.add(path, "b.tif"));
    table.add(csv("n\n5\n"), "c.tif");
    assertEquals("Image,n\na.tif,1\nc.tif,5\n", merged(table));
  }
}
