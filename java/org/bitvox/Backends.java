// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The ways to compute on this machine, best first: cuda, avx512, avx2, scalar. */
public final class Backends {
  private Backends() {}

  /** One way to compute. */
  public static final class Backend {
    private final String name;
    private final boolean available;
    private final String detail;

    Backend(String name, boolean available, String detail) {
      this.name = name;
      this.available = available;
      this.detail = detail;
    }

    /** What the option backend calls it. */
    public String name() {
      return name;
    }

    /** Whether it works on this machine. */
    public boolean available() {
      return available;
    }

    /** The name of the device, or why it is not available; may be empty. */
    public String detail() {
      return detail;
    }
  }

  /** All backends of this build, the fastest first. */
  public static List<Backend> list() {
    NativeLibrary.load();
    String[] triples = describe();
    List<Backend> backends = new ArrayList<>();
    for (int i = 0; i < triples.length; i += 3) {
      backends.add(new Backend(triples[i], triples[i + 1].equals("yes"), triples[i + 2]));
    }
    return Collections.unmodifiableList(backends);
  }

  /** Returns name, "yes" or "no" (available), detail for each. */
  private static native String[] describe();
}
