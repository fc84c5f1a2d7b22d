// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/** What was chosen for an image in the dialog of one command, and is true for others as well. */
final class SharedChoices {
  /** Of this session, by the ID of the image and the name that commands share. */
  private static final Map<String, String> CHOSEN = new ConcurrentHashMap<>();

  private SharedChoices() {}

  /** Those of an image that a command has keys for, which it may be null. */
  static Map<String, String> of(ImagePlus image, Parameters parameters, Values values) {
    Map<String, String> chosen = new HashMap<>();
    if (image != null) {
      parameters
          .sharedKeys(values)
          .forEach((key, name) -> chosen.put(key, CHOSEN.get(place(image, name))));
    }
    chosen.values().removeIf(value -> value == null);
    return chosen;
  }

  /** These were chosen for the image, which may be null. */
  static void keep(ImagePlus image, Parameters parameters, Values values) {
    if (image != null) {
      parameters
          .sharedKeys(values)
          .forEach((key, name) -> CHOSEN.put(place(image, name), values.text(key)));
    }
  }

  private static String place(ImagePlus image, String name) {
    return image.getID() + " " + name;
  }
}
