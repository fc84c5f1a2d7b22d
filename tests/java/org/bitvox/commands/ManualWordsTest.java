// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bitvox.parameters.Parameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The manual is short where a reader begins, and speaks plainly everywhere. */
class ManualWordsTest {
  /** What a page of a command is before this: for those who come from the dialog. */
  private static final String FRONT_ENDS = "\n## Command line\n";

  private static final int FRONT_WORDS = 800;
  private static final int CELL_LETTERS = 200;
  private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern EXAMPLES =
      Pattern.compile("(?ms)^```.*?^```$|^ {4}.*?$|`[^`\n]*`|\\]\\([^)]*\\)");

  /** Words that stand between a reader and what is meant; the manual has plain ones for each. */
  private static final Pattern UNPLAIN =
      Pattern.compile(
          "(?i)\\b(?:(?:is|are|be|was|were) refused|mended|strangers?|laid bare|has what must be"
              + " known|that tends to"
              + "|(?:rows?|bits?|bytes?|channel|colour|page|label|histogram|frame|voxels) an?"
              + " (?:frame|slice|object|row|voxel|label|line|branch|step|thread|image|cell))\\b");

  static Stream<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(Paths.get("docs"))) {
      List<Path> pages =
          files.filter(file -> file.toString().endsWith(".md")).collect(Collectors.toList());
      pages.add(Paths.get("README.md"));
      return pages.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void hasNoLongCells(Path page) throws IOException {
    for (String line : Files.readAllLines(page)) {
      if (!line.startsWith("|")) continue;
      for (String cell : CELLS.split(line)) {
        assertTrue(
            cell.trim().length() <= CELL_LETTERS, page + ": a paragraph, not a cell: " + cell);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void hasPlainWords(Path page) throws IOException {
    assertEquals(new ArrayList<>(), unplain(Files.readString(page)), page.toString());
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.commands.ManualTest#commands")
  void beginsWithWhatTheDialogNeeds(Parameters parameters) throws IOException {
    Path page = Paths.get("docs/" + parameters.command() + ".md");
    String text = Files.readString(page);
    int end = text.indexOf(FRONT_ENDS);
    assertTrue(end > 0, page + " has no section Command line");
    String front = text.substring(0, end);
    assertTrue(words(front) <= FRONT_WORDS, page + ": " + words(front) + " words in front");
    assertTrue(front.contains("| Setting | Choose |"), page + ": which settings matter?");
    assertFalse(front.contains("./bitvox run"), page + ": examples come after the dialog");
    boolean inTheMenu = !parameters.command().equals("convert");
    if (inTheMenu) assertTrue(front.contains("Plugins > Bitvox > "), page + ": what is clicked?");
  }

  @Test
  void theseAreNotPlain() {
    assertEquals(List.of("are refused"), unplain("Others are refused."));
    assertEquals(List.of("row an object"), unplain("a row an object"));
    assertEquals(List.of(), unplain("`is refused`, one row per object\n\n    a row a frame\n"));
    assertEquals(2, words("| one | two |\n|---|---|"));
  }

  private static List<String> unplain(String text) {
    List<String> found = new ArrayList<>();
    Matcher words = UNPLAIN.matcher(EXAMPLES.matcher(text).replaceAll(" "));
    while (words.find()) found.add(words.group());
    return found;
  }

  private static long words(String text) {
    return Pattern.compile("[\\s|]+").splitAsStream(text).filter(w -> w.matches(".*\\w.*")).count();
  }
}
