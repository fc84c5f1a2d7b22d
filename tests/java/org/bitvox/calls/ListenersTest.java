// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bitvox.ProgressListener;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How far an operation is, and what it says: in a terminal and in ImageJ's status bar. */
class ListenersTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private ConsoleListener console;

  @BeforeEach
  void open() throws Exception {
    console =
        new ConsoleListener(
            new PrintStream(out, true, StandardCharsets.UTF_8.name()), new AtomicBoolean());
  }

  /** What has been printed since the last time. */
  private String printed() {
    String text = new String(out.toByteArray(), StandardCharsets.UTF_8);
    out.reset();
    return text;
  }

  @Test
  void theLineHasPerCentAndWords() {
    console.say("early"); // nobody knows yet how far it is
    assertEquals("", printed());
    console.say("");
    console.keepGoing(0, 8);
    assertEquals("\r0 %  ", printed());
    console.say("k 1.2 so far");
    assertEquals("\r0 %  k 1.2 so far", printed());
    console.say("k 1.2 so far");
    console.keepGoing(0, 8);
    assertEquals("", printed());
    console.keepGoing(4, 8);
    assertEquals("\r50 %  k 1.2 so far", printed());
    console.say("");
    assertEquals("\r50 %              ", printed());
    console.keepGoing(8, 8);
    assertEquals("\r      \r", printed());
    console.erase();
    assertEquals("", printed());
  }

  @Test
  void aLineTooLongForATerminalIsCut() {
    char[] words = new char[200];
    Arrays.fill(words, 'w');
    console.keepGoing(1, 2);
    printed();
    console.say(new String(words));
    String line = printed();
    assertTrue(line.startsWith("\r50 %  ww"), line);
    assertEquals(1 + 79, line.length());
    console.erase();
    assertEquals(1 + 79 + 1, printed().length());
  }

  @Test
  void partsTakeTheirShareOfTheWhole() {
    new PartListener(console, 1, 3).keepGoing(1, 2);
    assertEquals("\r50 %  ", printed());
    PartListener most = new PartListener(console, 30, 90, 100);
    most.keepGoing(0, 8);
    assertEquals("\r30 %  ", printed());
    most.say("soon");
    printed();
    most.keepGoing(4, 8);
    assertEquals("\r60 %  soon", printed());
    most.keepGoing(0, 0);
    assertEquals("\r90 %  soon", printed());
  }

  @Test
  void imageJsStatusBarHasTitleAndWords() {
    List<String> status = new ArrayList<>();
    ProgressListener listener = new EscapeListener("Bitvox Tortuosity", status::add);
    new PartListener(listener, 1, 3).say("D/D0 0.231 so far");
    listener.say("");
    assertEquals(
        Arrays.asList("Bitvox Tortuosity: D/D0 0.231 so far", "Bitvox Tortuosity"), status);
  }
}
