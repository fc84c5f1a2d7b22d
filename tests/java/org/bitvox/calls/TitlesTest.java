// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TitlesTest {
  @Test
  void namesLoseTheirExtension() {
    assertEquals("foam", Titles.name("foam.tif"));
    assertEquals("foam", Titles.name("foam.nii.gz"));
    assertEquals("foam.tar", Titles.name("foam.tar.gz"));
    assertEquals("0.5 mm", Titles.name("0.5 mm"));
    assertEquals("Stack", Titles.name("Stack"));
  }
}
