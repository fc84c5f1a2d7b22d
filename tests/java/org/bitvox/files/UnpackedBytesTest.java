// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnpackedBytesTest {
  @TempDir Path folder;

  /** A thread that comes early does not make another one begin again. */
  @Test
  void smallSlicesAreUnpackedOnce() throws IOException {
    byte[] all = new byte[10 * 2000];
    for (int i = 0; i < all.length; i++) {
      all[i] = (byte) (i / 10);
    }
    Path path = Files.write(folder.resolve("a.raw"), all);
    AtomicInteger begun = new AtomicInteger();
    UnpackedBytes bytes =
        new UnpackedBytes(
            0,
            0,
            10,
            2000,
            packed -> {
              begun.incrementAndGet();
              return packed;
            });
    for (int batch = 0; batch < 2000; batch += 500) {
      for (int z = batch + 250; z < batch + 500; z++) {
        check(path, bytes, z);
      }
      for (int z = batch; z < batch + 250; z++) {
        check(path, bytes, z);
      }
    }
    assertEquals(1, begun.get());
    check(path, bytes, 3);
    assertEquals(2, begun.get());
  }

  private static void check(Path path, UnpackedBytes bytes, int z) throws IOException {
    try (FileBytes in = FileBytes.open(path, "a.raw")) {
      assertEquals((byte) z, bytes.block(in, z)[9], "block " + z);
    }
  }
}
