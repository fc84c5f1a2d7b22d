// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ij.IJ;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacroTextTest {
  @Test
  void otherLettersAreCodes() {
    assertEquals("\"C:\\\\a\"", MacroText.literal("C:\\a"));
    assertEquals("\"Z\" + fromCharCode(228) + \"hne\"", MacroText.literal("Z\u00e4hne"));
    assertEquals("\"\" + fromCharCode(228, 246) + \"\"", MacroText.literal("\u00e4\u00f6"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "C:\\a b\\n.tif", "say \"so\"", "Z\u00e4hne 3", "\ud83e\uddb7\u03a9x\u00e4"})
  void isWhatImageJReads(String string) {
    assertEquals(string, IJ.runMacro("return " + MacroText.literal(string) + ";"));
  }
}
