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

  /** All but "cuda" are named first; what runs here was built. */
  @Test
  void saysWhatTheLibraryWasBuiltFor() {
    String[] cpuAndGpu = Backends.ofThisBuild().split("; ", 2);
    List<String> cpu = Arrays.asList(cpuAndGpu[0].split(", "));
    for (Backends.Backend backend : all.subList(1, all.size())) {
      assertTrue(!backend.available() || cpu.contains(backend.name()), cpuAndGpu[0]);
    }
    assertTrue(
        cpuAndGpu[1].matches("no GPU \\(.+\\)|(sm|compute)_\\d+(, (sm|compute)_\\d+)*"),
        cpuAndGpu[1]);
    assertTrue(!all.get(0).available() || all.get(0).detail().contains(cpuAndGpu[1]));
  }
}
