// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class OmeFuzzTest {
  @TempDir Path folder;

  @Test
  @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void otherXmlIsASentenceOrAnImage() throws IOException {
    OmeFuzz fuzz = new OmeFuzz(folder, 20261128);
    for (int i = 0; i < 4000; i++) {
      fuzz.step();
    }
    assertTrue(fuzz.problems > 800 && fuzz.read > 800, fuzz.toString());
    assertTrue(fuzz.largestBytes < 64 << 20, fuzz.toString());
  }
}
