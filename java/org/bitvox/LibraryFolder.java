// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.nio.file.Paths;
import org.bitvox.files.Windows;

/** The folder for the file of the native library, from which it is loaded. */
final class LibraryFolder {
  private LibraryFolder() {}

  /** Java's temporary folder; another one on Windows if Java can load nothing from that. */
  static Path find() {
    return choose(
        Paths.get(System.getProperty("java.io.tmpdir")).toAbsolutePath(),
        Windows.HERE ? System.getenv("ProgramData") : null);
  }

  /**
   * The temporary folder, or the one of all users where only the first has letters that the
   * system's code page has not: Java loads libraries by names in it. There everybody may create
   * files, which others cannot change.
   *
   * @param ofAllUsers null if there is none
   */
  static Path choose(Path temporary, String ofAllUsers) {
    boolean other =
        ofAllUsers != null
            && !isWithinCodePage(temporary)
            && isWithinCodePage(Paths.get(ofAllUsers));
    return other ? Paths.get(ofAllUsers) : temporary;
  }

  static boolean isWithinCodePage(Path path) {
    String page = System.getProperty("sun.jnu.encoding", "UTF-8");
    return Charset.forName(page).newEncoder().canEncode(path.toString());
  }
}
