// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

/** Names of files within an image, which must not lead out of it. */
final class Keys {
  private static final int LONGEST = 1024;

  private Keys() {}

  /** Without slashes at its ends. */
  static String checked(Store store, String key) throws ZarrException {
    String trimmed = key.replaceAll("^(\\./)+|/+$", "");
    boolean fine = !trimmed.isEmpty() && trimmed.length() <= LONGEST;
    for (String part : trimmed.split("/", -1)) {
      fine &= !part.isEmpty() && !part.equals(".") && !part.equals("..");
    }
    fine &= trimmed.chars().noneMatch(c -> c == '\\' || c == ':' || c < ' ');
    if (!fine) {
      throw new ZarrException(
          store.name(),
          Text.quoted(key) + " is no path within the image; use one such as labels/a");
    }
    return trimmed;
  }

  static String join(String folder, String key) {
    return folder.isEmpty() ? key : key.isEmpty() ? folder : folder + "/" + key;
  }
}
