// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class TiffFuzzTest {
  @TempDir Path folder;

  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void damagedFilesAreRefusedOrRead() throws IOException {
    TiffFuzz fuzz = new TiffFuzz(folder, 20261122);
    for (int i = 0; i < 10000; i++) {
      fuzz.step();
    }
    assertTrue(fuzz.problems > 3000 && fuzz.same > 300, fuzz.toString());
    assertTrue(fuzz.largestBytes < 256 << 20, fuzz.toString());
  }
}
