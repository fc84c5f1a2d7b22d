// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.junit.jupiter.api.Test;

/** Without windows; with them in tests/launch. */
class MenuCallTest {
  private static final Parameters PARAMETERS =
      new Parameters("test", "for a test", Parameter.integer("n", "", 0, 9, "a number").or("0"));

  private final MenuCall call =
      new MenuCall("Bitvox Test", PARAMETERS, PARAMETERS.defaults(), () -> {}, false);

  private static Table table(int rows) {
    return Table.ofRows(List.of("n"), rows, i -> new Table.Row().put("n", i));
  }

  private String logged() {
    PrintStream out = System.out;
    ByteArrayOutputStream log = new ByteArrayOutputStream();
    System.setOut(new PrintStream(log, true, StandardCharsets.UTF_8));
    try {
      call.present();
    } finally {
      System.setOut(out);
    }
    return log.toString(StandardCharsets.UTF_8).replace("\r\n", "\n");
  }

  @Test
  void aTableThatTheHeapDoesNotHoldIsNotShown() {
    call.display().showLongTable(table(Integer.MAX_VALUE));
    String log = logged();
    assertTrue(
        log.matches(
            "Bitvox Test: the table Bitvox Test is not shown: it needs 143360 MiB of the Java heap,"
                + " which has \\d+ MiB; a macro or the command line can write it to a file\\R"),
        log);
  }

  @Test
  void anyOtherIsShown() {
    call.display().showLongTable(table(100));
    assertTrue(logged().isEmpty());
  }
}
