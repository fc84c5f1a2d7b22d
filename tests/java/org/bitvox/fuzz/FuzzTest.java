// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same inputs each time; {@link Fuzz} as a program makes others. */
class FuzzTest {
  @ParameterizedTest
  @CsvSource({
    "options, 20000, 4000",
    "commands, 800, 50",
    "rois, 4000, 500",
    "bodies, 400, 60",
    "motions, 400, 60",
    "kernels, 400, 60",
    "matrices, 400, 60",
    "fasta, 400, 60"
  })
  void everyInputIsARunOrASentence(String name, int inputs, int accepted, @TempDir Path folder)
      throws IOException {
    Fuzz fuzz = new Fuzz(name, Fuzz.targets(folder).get(name));
    assertTimeoutPreemptively(
        Duration.ofMinutes(5),
        () -> {
          for (int seed = 0; seed < inputs; seed++) {
            fuzz.step(seed);
          }
        });
    System.out.println(fuzz);
    assertTrue(fuzz.accepted() >= accepted, fuzz.toString());
  }
}
