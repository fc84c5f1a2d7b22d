// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  void joinsOnlyWhatItCanSplit() {
    List<String> options = Arrays.asList("a=two words", "b=x [1] y", "c=x]y", "d", "e=");
    assertEquals("a=[two words] b=[x [1] y] c=x]y d e=", Words.join(options));
    assertEquals(options, Words.split(Words.join(options)));
    for (String wrong : Arrays.asList("a=x] output=other", "a=[x y", "a=[x", "a=x ] [ y")) {
      String sentence =
          assertThrows(UsageException.class, () -> Words.join(Arrays.asList("b=1", wrong)))
              .getMessage();
      assertEquals("a= has a [ or ] without the other one, which macros cannot hold", sentence);
    }
  }

  /** What the recorder writes instead. */
  @Test
  void saysWhatCannotBeRecorded() {
    Map<String, String> entered = new LinkedHashMap<>();
    entered.put("save", "a [b] c.csv");
    assertEquals(Optional.empty(), RecordedOptions.unreadable(entered));
    entered.put("output", "x] save=other.csv");
    assertEquals(
        Optional.of("output= has a [ or ] without the other one, which macros cannot hold"),
        RecordedOptions.unreadable(entered));
    entered.put("output", "x\ry");
    assertEquals(
        Optional.of("output= has a control character"), RecordedOptions.unreadable(entered));
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
    assertEquals(Arrays.asList("edges"), Words.near("egdes", keys));
    assertEquals(Arrays.asList("map"), Words.near("mop", keys));
    assertEquals(Arrays.asList("second_threshold"), Words.near("second_treshhold", keys));
    assertEquals(Collections.emptyList(), Words.near("foo", keys));
    assertEquals(Collections.emptyList(), Words.near("pit", keys));
    assertEquals(Collections.emptyList(), Words.near("", keys));
  }

  @Test
  void suggestsWhatAWordIsAPartOf() {
    List<String> keys = Arrays.asList("edges", "max_radius", "radii", "min_radius", "phase");
    assertEquals(Arrays.asList("max_radius", "min_radius"), Words.near("radius", keys));
    assertEquals(Arrays.asList("phase"), Words.near("pha", keys));
    assertEquals(Collections.emptyList(), Words.near("dius", keys));
    assertEquals("; did you mean 'max_radius' or 'min_radius'?", Words.suggestion("Radius", keys));
    assertEquals("; did you mean 'phase'?", Words.suggestion("fase", keys));
    assertEquals(
        "; use edges, max_radius, radii, min_radius or phase", Words.suggestion("xyz", keys));
  }

  @Test
  void listsInWords() {
    assertEquals("a, b or c", Words.list(Arrays.asList("a", "b", "c")));
    assertEquals("a or b", Words.list(Arrays.asList("a", "b")));
    assertEquals("a", Words.list(Arrays.asList("a")));
  }

  @Test
  void breaksSentencesIntoLines() {
    assertEquals(" \n ", Words.lines("", 9, 2));
    assertEquals("one two\n ", Words.lines("one two", 9, 2));
    assertEquals("one two\nthree", Words.lines("one two three", 9, 2));
    assertEquals("123456789\n0", Words.lines("1234567890", 9, 2));
    assertEquals("one two\nthree...", Words.lines("one two three four", 9, 2));
  }

  @Test
  void wrapsAllOfASentence() {
    assertEquals("", Words.wrap("", 9));
    assertEquals("one two", Words.wrap("one two", 7));
    assertEquals("one\ntwo", Words.wrap("one two", 6));
    assertEquals("12345\n6789\na b c", Words.wrap("123456789 a b c", 5));
  }
}
