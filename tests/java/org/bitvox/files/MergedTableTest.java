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
    table.add("a,\"1\".tif", csv("n,w\n0,1\n1,\"two\nlines, \"\"x\"\"\"\n"));
    table.add("b.tif", csv("Image,u,n\n\"b, too\",7,2\n"));
    table.add("none.tif", csv("n,w\n"));
    assertEquals(
        "Image,n,w,u\n"
            + "\"a,\"\"1\"\".tif\",0,1,\n"
            + "\"a,\"\"1\"\".tif\",1,\"two\nlines, \"\"x\"\"\",\n"
            + "\"b, too\",2,,7\n",
        merged(table));
  }

  /** Its rows, and columns that only it has, are not there; those of the others are. */
  @Test
  void aTableThatCannotBeReadAddsNothing() throws IOException {
    MergedTable table = MergedTable.begin(folder.resolve("all.csv").toString(), "Image");
    table.add("a.tif", csv("n\n1\n"));
    StringBuilder rows = new StringBuilder("n,new\n");
    for (int i = 0; i < 100_000; i++) { // more than is read at a time
      rows.append("2,3\n");
    }
    byte[] broken = rows.append("4,_\n").toString().getBytes(StandardCharsets.UTF_8);
    broken[broken.length - 2] = (byte) 0xff; // no UTF-8
    Path path = Files.write(folder.resolve("t.csv"), broken);
    assertThrows(IOException.class, () -> table.add("b.tif", path));
    table.add("c.tif", csv("n\n5\n"));
    assertEquals("Image,n\na.tif,1\nc.tif,5\n", merged(table));
  }
}
