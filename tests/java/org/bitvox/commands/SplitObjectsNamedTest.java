// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has objects that touch finds the command that separates them wherever he looks. */
class SplitObjectsNamedTest {
  @ParameterizedTest
  @ValueSource(strings = {"label", "morphology", "distance_map", "tutorial", "README"})
  void pagesLeadToIt(String page) throws IOException {
    String text = Files.readString(Path.of("docs", page + ".md"));
    assertTrue(text.contains("touch") && text.contains("](split_objects.md)"), page);
  }
}
