// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class MarkedTextTest {
  private static final String TEXT = "X (µm),画像\n1,2\n";

  private static String read(String text, Charset charset) throws CharacterCodingException {
    return MarkedText.of(text.getBytes(charset));
  }

  @Test
  void theMarkSaysHowATextIsEncoded() throws CharacterCodingException {
    assertEquals(TEXT, read(TEXT, StandardCharsets.UTF_8));
    for (Charset charset :
        new Charset[] {
          StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
        }) {
      assertEquals(TEXT, read("\ufeff" + TEXT, charset));
      assertEquals("", read("\ufeff", charset));
    }
    assertEquals("", read("", StandardCharsets.UTF_8));
    assertEquals("a", read("a", StandardCharsets.UTF_8));
  }

  @Test
  void withoutAMarkItIsWhatTheCallerSays() throws CharacterCodingException {
    byte[] latin = "ä".getBytes(StandardCharsets.ISO_8859_1);
    assertEquals("ä", MarkedText.of(latin, StandardCharsets.ISO_8859_1));
    assertThrows(CharacterCodingException.class, () -> MarkedText.of(latin));
    byte[] marked = "\ufeffä".getBytes(StandardCharsets.UTF_8);
    assertEquals("ä", MarkedText.of(marked, StandardCharsets.ISO_8859_1));
  }
}
