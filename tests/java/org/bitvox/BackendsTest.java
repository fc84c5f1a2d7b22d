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
  private int chosen;
  private int stillChosen;
  private boolean isThere = true;

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

  @Test
  void aThreadChoosesItsGpu() throws InterruptedException {
    assertTrue(Gpus.count() >= Gpus.usable().size());
    assertTrue(!all.get(0).available() || Gpus.usable().contains(0));
    Thread other =
        new Thread(
            () -> {
              Gpus.use(70);
              chosen = Gpus.used();
              isThere = Backends.list().get(0).available();
              Gpus.usable();
              stillChosen = Gpus.used();
            });
    other.start();
    other.join();
    assertEquals(70, chosen);
    assertFalse(isThere);
    assertEquals(70, stillChosen);
    assertEquals(0, Gpus.used());
    assertFalse(Gpus.isLost(0));
    assertEquals(
        "the number of a GPU must be 0 or more, not -1",
        assertThrows(IllegalArgumentException.class, () -> Gpus.use(-1)).getMessage());
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
