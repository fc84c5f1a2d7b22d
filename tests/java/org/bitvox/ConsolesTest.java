// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.bitvox.files.Windows;
import org.junit.jupiter.api.Test;

class ConsolesTest {
  private static final String PAGE = "sun.stdout.encoding"; // set by Java if it is a console

  private static Charset charset(String page) {
    String before = System.getProperty(PAGE);
    try {
      System.setProperty(PAGE, page);
      return Consoles.charset("stdout");
    } finally {
      if (before == null) {
        System.clearProperty(PAGE);
      } else {
        System.setProperty(PAGE, before);
      }
    }
  }

  @Test
  void onlyConsolesOfWindowsHaveACodePage() {
    assertEquals(
        Windows.HERE && Charset.isSupported("IBM437")
            ? Charset.forName("IBM437")
            : StandardCharsets.UTF_8,
        charset("cp437"));
    assertEquals(StandardCharsets.UTF_8, charset("no-such-page"));
  }
}
