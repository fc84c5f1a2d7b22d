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
    private String name; // all are written by native code
    private boolean available;
    private String detail;

    Backend() {}

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
    return list(ProgressListener.NONE);
  }

  /**
   * The same; the driver of a GPU may need a second to start when it is first asked.
   *
   * @throws java.util.concurrent.CancellationException if the listener stops it
   */
  public static List<Backend> list(ProgressListener listener) {
    NativeLibrary.load();
    int count = count(listener);
    List<Backend> backends = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Backend backend = new Backend();
      describe(i, backend);
      backends.add(backend);
    }
    return Collections.unmodifiableList(backends);
  }

  /**
   * What the native library has code for, whatever this machine has: instruction sets of CPUs, then
   * GPUs in NVIDIA's words, as in "avx512, avx2, scalar; sm_90, compute_90".
   */
  public static String ofThisBuild() {
    NativeLibrary.load();
    return builtFor();
  }

  private static native String builtFor();

  private static native int count(ProgressListener listener);

  /** Writes the fields of the backend at this place of the list. */
  private static native void describe(int place, Backend backend);
}
