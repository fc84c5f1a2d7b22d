// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.fuzz;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same inputs each time; {@link Fuzz} as a program makes others. */
class FuzzTest {
  @ParameterizedTest
  @CsvSource({"options, 20000", "commands, 500"})
  void everyInputIsARunOrASentence(String name, int inputs, @TempDir Path folder)
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
  }
}
