// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.commands;

import static java.util.stream.Collectors.joining;

import org.bitvox.Backends;

/** The backends of this machine in words. */
final class BackendsText {
  /** It has no keys. */
  static final Parameters PARAMETERS =
      new Parameters("backends", "what can compute on this machine, the fastest first");

  private BackendsText() {}

  /** One line a backend: "cuda: not available, no NVIDIA driver found". */
  static String text() {
    return Backends.list().stream().map(BackendsText::line).collect(joining("\n"));
  }

  private static String line(Backends.Backend backend) {
    String detail = backend.detail().isEmpty() ? "" : ", " + backend.detail();
    return backend.name() + ": " + (backend.available() ? "available" : "not available") + detail;
  }
}
