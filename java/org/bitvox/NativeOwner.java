// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;

/**
 * Owns one native handle: freed once, by close() or after its Java object became unreachable.
 *
 * <p>java.lang.ref.Cleaner would do this, but the plugin runs on Java 8.
 */
final class NativeOwner extends PhantomReference<Object> {
  private static final ReferenceQueue<Object> UNREACHABLE = new ReferenceQueue<>();
  private static final Set<NativeOwner> ALIVE = ConcurrentHashMap.newKeySet();

  private final LongConsumer destroy;
  private final String what;
  private long handle;
  private int users;
  private boolean abandoned;

  private NativeOwner(Object javaObject, long handle, LongConsumer destroy, String what) {
    super(javaObject, UNREACHABLE);
    this.handle = handle;
    this.destroy = destroy;
    this.what = what;
  }

  /** Takes over the handle; destroy must not refer to javaObject. */
  static NativeOwner register(Object javaObject, long handle, LongConsumer destroy) {
    return register(javaObject, handle, destroy, "the volume");
  }

  /** The same of something else, for messages: "the matrix". */
  static NativeOwner register(Object javaObject, long handle, LongConsumer destroy, String what) {
    freeUnreachable();
    NativeOwner owner = new NativeOwner(javaObject, handle, destroy, what);
    ALIVE.add(owner);
    return owner;
  }

  /** Frees what the garbage collector found: no thread of its own, so no class loader leak. */
  static void freeUnreachable() {
    for (Object found = UNREACHABLE.poll(); found != null; found = UNREACHABLE.poll()) {
      ((NativeOwner) found).abandon();
    }
  }

  /** The number of handles not yet freed. */
  static int aliveCount() {
    return ALIVE.size();
  }

  /** Runs body with the handle, which is not freed before it returns. */
  <R> R use(LongFunction<R> body) {
    long borrowed = borrow();
    try {
      return body.apply(borrowed);
    } finally {
      giveBack();
    }
  }

  synchronized void close() {
    if (users > 0) {
      throw new IllegalStateException(what + " is in use");
    }
    free();
  }

  private synchronized long borrow() {
    if (handle == 0) {
      throw new IllegalStateException(what + " is closed");
    }
    users++;
    return handle;
  }

  private synchronized void giveBack() {
    users--;
    if (abandoned && users == 0) {
      free();
    }
  }

  /** The Java object may be collected while its last call still runs: that call frees then. */
  private synchronized void abandon() {
    abandoned = true;
    if (users == 0) {
      free();
    }
  }

  private void free() {
    if (handle != 0) {
      destroy.accept(handle);
      handle = 0;
    }
    ALIVE.remove(this);
  }
}
