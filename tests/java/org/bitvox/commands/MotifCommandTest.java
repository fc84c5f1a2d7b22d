// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MotifCommandTest {
  @ParameterizedTest
  @CsvSource({
    "2.04, 2.0 s",
    "99.7, 100 s",
    "110, 110 s",
    "210, 3.5 min",
    "7100, 120 min",
    "8.64e6, 100 days",
    "3.456e7, 400 days",
    "3.9e11, 12000 years",
  })
  void durationsAreInWords(double seconds, String words) {
    assertEquals(words, MotifCommand.duration(seconds));
  }
}
