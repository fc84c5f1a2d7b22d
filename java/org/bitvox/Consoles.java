// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.bitvox.files.Windows;

/** How texts for the terminal are encoded. */
final class Consoles {
  private Consoles() {}

  /**
   * UTF-8; in a console of Windows what that shows, its code page.
   *
   * @param stream "stdout" or "stderr"; as a file or a pipe it gets UTF-8
   */
  static Charset charset(String stream) {
    String page = Windows.HERE ? page(stream) : null;
    return page != null && Charset.isSupported(page)
        ? Charset.forName(page)
        : StandardCharsets.UTF_8;
  }

  private static String page(String stream) {
    String ofConsole = System.getProperty("sun." + stream + ".encoding"); // to Java 18
    boolean later = ofConsole == null && System.console() != null;
    return later ? System.getProperty(stream + ".encoding") : ofConsole;
  }
}
