// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.bitvox.BitVolume;
import org.bitvox.Foreground;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SliceLoaderTest {
  @TempDir Path folder;

  /** One large slice, of many strips. */
  private TiffStack large(int compression) throws IOException {
    TiffBuilder builder = new TiffBuilder();
    builder.width = 2000;
    builder.height = 1000;
    builder.pages = 1;
    builder.rowsPerStrip = 20;
    builder.compression = compression;
    return TiffStack.open(Files.write(folder.resolve("a.tif"), builder.build()), "a.tif");
  }

  private static BitVolume load(TiffStack stack, ProgressListener listener) throws IOException {
    return SliceLoader.load(stack, Foreground.between(100, 255), 2, listener);
  }

  @Test
  void stopsWithinASlice() throws IOException {
    for (int compression : new int[] {1, 8}) {
      TiffStack stack = large(compression);
      AtomicInteger calls = new AtomicInteger();
      assertThrows(
          CancellationException.class,
          () -> load(stack, (done, total) -> calls.incrementAndGet() < 5));
      assertEquals(5, calls.get());
      load(stack, (done, total) -> done <= total && total == 1).close();
    }
  }
}
