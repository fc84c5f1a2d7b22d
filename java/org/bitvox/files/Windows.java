// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.File;
import java.util.regex.Pattern;

/** What Windows does with files unlike other systems. */
public final class Windows {
  /** Whether this is Windows. */
  public static final boolean HERE = File.separatorChar == '\\';

  /** Names of devices, whatever ending they have. */
  private static final Pattern DEVICE =
      Pattern.compile("(?i)(CON|PRN|AUX|NUL|(COM|LPT)[0-9¹²³])( *\\..*)?");

  private static final Pattern FORBIDDEN = Pattern.compile("[<>:\"|?*\\p{Cntrl}]");

  private static final Pattern DRIVE = Pattern.compile("^[A-Za-z]:");

  /** Makes other programs take a path as it is, which Java does anyway, and does not read. */
  private static final Pattern AS_IT_IS = Pattern.compile("^[\\\\/]{2}[?.][\\\\/].*");

  private Windows() {}

  /** Whether a name begins with what is no folder, though ? in it looks like a pattern. */
  static boolean isAsItIs(String name) {
    return AS_IT_IS.matcher(name).matches();
  }

  /** Why no file on Windows can have this name, which may have folders; null if one can. */
  static String problem(String name) {
    if (isAsItIs(name)) {
      return "leave out " + name.substring(0, 4) + ", long names need nothing before them";
    }
    for (String part : DRIVE.matcher(name).replaceFirst("").split("[\\\\/]")) {
      if (FORBIDDEN.matcher(part).find()) {
        return "a name on Windows has none of < > : \" | ? *";
      }
      if (DEVICE.matcher(part).matches()) {
        return part + " is the name of a device on Windows";
      }
      boolean folder = part.equals(".") || part.equals("..");
      if (!folder && (part.endsWith(".") || part.endsWith(" "))) {
        return "on Windows no name ends with a dot or a blank";
      }
    }
    return null;
  }
}
