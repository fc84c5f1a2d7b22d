// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Texts that may begin with the mark that says how they are encoded, a BOM. Editors on Windows
 * write that of UTF-8, and PowerShell's {@code >} that of UTF-16.
 */
public final class MarkedText {
  private static final String MARK = "\ufeff";

  private MarkedText() {}

  /**
   * The text without its mark.
   *
   * @throws CharacterCodingException if it is neither in UTF-8 nor, with a mark, in UTF-16
   */
  public static String of(byte[] bytes) throws CharacterCodingException {
    return of(bytes, StandardCharsets.UTF_8);
  }

  /**
   * The same.
   *
   * @param unmarked how it is encoded if it has no mark
   */
  public static String of(byte[] bytes, Charset unmarked) throws CharacterCodingException {
    Charset charset = unmarked;
    for (Charset marked :
        new Charset[] {
          StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
        }) {
      charset = begins(bytes, MARK.getBytes(marked)) ? marked : charset;
    }
    String text = charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith(MARK) ? text.substring(1) : text;
  }

  /** How many bytes of a text's start are the mark of UTF-8. */
  static int markIn(byte[] start) {
    byte[] mark = MARK.getBytes(StandardCharsets.UTF_8);
    return begins(start, mark) ? mark.length : 0;
  }

  /** Whether a text begins with the mark of UTF-16. */
  static boolean isUtf16(byte[] start) {
    return begins(start, MARK.getBytes(StandardCharsets.UTF_16LE))
        || begins(start, MARK.getBytes(StandardCharsets.UTF_16BE));
  }

  private static boolean begins(byte[] bytes, byte[] with) {
    return ByteBuffer.wrap(bytes, 0, Math.min(bytes.length, with.length))
        .equals(ByteBuffer.wrap(with));
  }
}
