// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import org.bitvox.zarr.Store;

/**
 * A file that says which run writes an image. Object stores have no locks that end with the process
 * that has them, so the run changes the file every few seconds. Who finds one that does not change
 * takes it; who finds another run in it has lost it.
 */
final class Lease implements AutoCloseable {
  static final String FILE = "lock";

  /** Milliseconds between two changes. */
  static int beat = 5_000;

  /** So many of them without a change, and the run has ended. */
  private static final int PATIENCE = 4;

  private static final int MOST_BYTES = 1000;

  private final Store store;
  private final String own = UUID.randomUUID().toString();
  private final Thread thread = new Thread(this::renew, "lease");
  private long changes;
  private boolean hasEnded;
  private volatile boolean isLost;

  private Lease(Store store) {
    this.store = store;
    thread.setDaemon(true);
  }

  /**
   * Takes that of an image; waits to see whether another run still has it.
   *
   * @param store of what is known of runs
   * @param name of the image
   * @throws IOException if another run has it
   */
  static Lease take(Store store, String name) throws IOException {
    Lease lease = new Lease(store);
    String before = read(store);
    if (before.isEmpty() && !store.writeNew(FILE, lease.text())) {
      throw taken(name);
    }
    if (!before.isEmpty()) {
      for (int i = 0; i < 2 * PATIENCE; i++) {
        sleep(beat / 2);
        String now = read(store);
        if (!now.equals(before)) {
          throw taken(name);
        }
      }
      store.write(FILE, List.of(lease.text()));
    }
    sleep(beat / 2); // in which another run, which saw the same, has written it if it does
    if (!lease.isOwn()) {
      throw taken(name);
    }
    lease.thread.start();
    return lease;
  }

  private static IOException taken(String name) {
    return new IOException(name + ": another run is writing it");
  }

  private static void sleep(int millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("stopped");
    }
  }

  /** Empty if there is none. */
  private static String read(Store store) throws IOException {
    byte[] text = store.read(FILE, MOST_BYTES);
    return text == null ? "" : new String(text, StandardCharsets.UTF_8);
  }

  private byte[] text() {
    return (own + " " + changes++ + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private boolean isOwn() throws IOException {
    return read(store).startsWith(own);
  }

  private synchronized void renew() {
    while (!hasEnded && !isLost) {
      try {
        wait(beat);
        if (!hasEnded) {
          isLost = !isOwn();
        }
        if (!hasEnded && !isLost) {
          store.write(FILE, List.of(text()));
        }
      } catch (IOException e) {
        continue; // the store cannot be reached, and perhaps it can later
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Whether another run has taken it, since this one did not answer for long. */
  boolean isLost() {
    return isLost;
  }

  /** The run changes it no more; says whether it still had it. */
  synchronized boolean end() throws IOException {
    hasEnded = true;
    notifyAll();
    return isOwn();
  }

  /** Nobody has it now, if the run still had it. */
  @Override
  public void close() throws IOException {
    if (end()) {
      store.remove(FILE);
    }
  }
}
