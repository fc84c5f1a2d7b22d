// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShellWordsTest {
  @Test
  void wordsAreQuotedIfTheShellWouldReadThemInAnotherWay() {
    assertEquals("input=/data/a_1.tif", ShellWords.posix("input=/data/a_1.tif"));
    assertEquals("'input=a b.tif'", ShellWords.posix("input=a b.tif"));
    assertEquals("'input=it'\\''s $a.tif'", ShellWords.posix("input=it's $a.tif"));
    assertEquals("size=5%", ShellWords.posix("size=5%"));
  }

  @Test
  void wordsOfAConsoleOfWindows() {
    assertEquals("input=C:\\data\\a_1.tif", ShellWords.windows("input=C:\\data\\a_1.tif"));
    assertEquals("\"input=C:\\my data\\\"", ShellWords.windows("input=C:\\my data\\"));
    assertEquals("\"input=a&b^(1)!.tif\"", ShellWords.windows("input=a&b^(1)!.tif"));
    assertEquals("\"input=画像.tif\"", ShellWords.windows("input=画像.tif"));
    assertEquals("\"range=1,2\"", ShellWords.windows("range=1,2"));
  }
}
