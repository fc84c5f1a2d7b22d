// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.parameters;

import java.util.Map;

/** What a dialog says beside the values that are entered, and what it changes by itself. */
public interface DialogGuide {
  /** Lines above the fields; may be empty. */
  String words(Values values);

  /**
   * Texts for fields that follow another one, by key.
   *
   * @param before what was entered before one field was changed
   */
  Map<String, String> followers(Values before, Values now);
}
