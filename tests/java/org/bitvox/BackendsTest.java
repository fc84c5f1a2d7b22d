// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackendsTest {
  private final List<Backends.Backend> all = Backends.list();

  @Test
  void listsAllFastestFirst() {
    assertEquals(
        Arrays.asList("cuda", "avx512", "avx2", "scalar"),
        all.stream().map(Backends.Backend::name).collect(toList()));
    assertThrows(UnsupportedOperationException.class, () -> all.remove(0));
  }

  @Test
  void scalarIsAlwaysThere() {
    assertTrue(all.get(3).available());
  }

  @Test
  void saysWhyOneIsNotAvailable() {
    for (Backends.Backend backend : all) {
      assertFalse(!backend.available() && backend.detail().isEmpty(), backend.name());
    }
  }
}
