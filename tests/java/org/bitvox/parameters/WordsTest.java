// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class WordsTest {
  @Test
  void splitsAtSpacesOutsideBrackets() {
    assertEquals(
        Arrays.asList("a=1", "b=two words", "c", "d="), Words.split(" a=1  b=[two words] c d=[] "));
    assertEquals(Arrays.asList("a=x[1]y"), Words.split("a=x[1]y"));
    assertEquals(Arrays.asList("a=x [1] y"), Words.split("a=[x [1] y]"));
    assertEquals(Collections.emptyList(), Words.split("  "));
  }

  @Test
  void countsTheLettersThatDiffer() {
    assertEquals(0, Words.distance("edges", "edges"));
    assertEquals(1, Words.distance("edge", "edges"));
    assertEquals(1, Words.distance("max_radus", "max_radius"));
    assertEquals(2, Words.distance("egdes", "edges"));
    assertEquals(5, Words.distance("", "edges"));
  }

  @Test
  void listsInWords() {
    assertEquals("a, b or c", Words.list(Arrays.asList("a", "b", "c")));
    assertEquals("a or b", Words.list(Arrays.asList("a", "b")));
    assertEquals("a", Words.list(Arrays.asList("a")));
  }
}
