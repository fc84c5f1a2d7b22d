// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.TestImages;
import org.bitvox.commands.Commands;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastingPrinterTest {
  @TempDir Path folder;

  /** As {@code head} goes: the files of all images are there, and the command says so at last. */
  @Test
  void aReaderThatGoesCostsNoFile() throws IOException {
    for (String name : new String[] {"a.tif", "b.tif", "c.tif"}) {
      TestImages.save(TestImages.binary(), folder, name);
    }
    Path table = folder.resolve("all.csv");
    List<String> options =
        List.of(
            "input=" + folder + "/*.tif", "save=" + table, "output=" + folder + "/labels/*.tif");
    Files.createDirectory(folder.resolve("labels"));
    int[] prints = {0};
    Printer reader =
        text -> {
          prints[0]++;
          throw new IOException("Broken pipe");
        };
    IOException gone =
        assertThrows(
            IOException.class,
            () -> Commands.named("label").run(options, ProgressListener.NONE, reader));
    assertEquals("Broken pipe", gone.getMessage());
    assertEquals(1, prints[0]);
    assertEquals(1 + 3 * 2, Files.readAllLines(table).size());
    for (String name : new String[] {"a.tif", "b.tif", "c.tif"}) {
      assertEquals(true, Files.exists(folder.resolve("labels/" + name)), name);
    }
  }
}
