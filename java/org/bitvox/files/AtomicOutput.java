// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/** A file or folder that appears under its name only when it is complete. */
abstract class AtomicOutput {
  private static final Set<AtomicOutput> UNFINISHED = ConcurrentHashMap.newKeySet();

  /** Is removed by {@link #discardAll} from now on. */
  final void begun() {
    UNFINISHED.add(this);
  }

  /** Gives all of them their names or, where discardAll came first, none. */
  static void commit(Collection<? extends AtomicOutput> outputs) throws IOException {
    synchronized (UNFINISHED) {
      if (!UNFINISHED.containsAll(outputs)) {
        throw new CancellationException("stopped");
      }
      for (AtomicOutput output : outputs) {
        output.commit();
      }
    }
  }

  /** Gives it its name; what had that name is replaced. */
  final void commit() throws IOException {
    giveName();
    UNFINISHED.remove(this);
  }

  /** Removes it unless it was committed. */
  final void discard() {
    if (UNFINISHED.remove(this)) {
      remove();
    }
  }

  /** Removes what is not committed: for a process that is being stopped. */
  static void discardAll() {
    synchronized (UNFINISHED) {
      UNFINISHED.forEach(AtomicOutput::discard);
    }
  }

  abstract void giveName() throws IOException;

  abstract void remove();
}
