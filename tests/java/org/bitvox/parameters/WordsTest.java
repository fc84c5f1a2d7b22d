// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
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
  void suggestsOnlyWhatIsNear() {
    List<String> keys = Arrays.asList("plot", "map", "edges", "second_threshold");
    assertEquals("edges", Words.nearest("egdes", keys));
    assertEquals("map", Words.nearest("mop", keys));
    assertEquals("second_threshold", Words.nearest("second_treshhold", keys));
    assertEquals("", Words.nearest("foo", keys));
    assertEquals("", Words.nearest("pit", keys));
    assertEquals("", Words.nearest("", keys));
  }

  @Test
  void listsInWords() {
    assertEquals("a, b or c", Words.list(Arrays.asList("a", "b", "c")));
    assertEquals("a or b", Words.list(Arrays.asList("a", "b")));
    assertEquals("a", Words.list(Arrays.asList("a")));
  }
}
