// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;

/** A file or folder that appears under its name only when it is complete. */
abstract class AtomicOutput {
  /** Also the lock for what may not happen once they are discarded. */
  private static final Set<AtomicOutput> UNFINISHED = ConcurrentHashMap.newKeySet();

  private static final int MOST_NAMES = 99; // to try, for one that is kept
  private static final int SHORT_NAME = 60; // letters, of up to four bytes

  private static boolean discarded;

  final String name;
  final Path target;
  final FileRights rights;
  final Path beside;

  AtomicOutput(String name, Path target, FileRights rights) {
    this.name = name;
    this.target = target;
    this.rights = rights;
    beside = target.resolveSibling(TemporaryFiles.newName("part"));
  }

  /** What the user calls it. */
  final String name() {
    return name;
  }

  /** Where it will be, without symbolic links. */
  final Path target() {
    return target;
  }

  /** Where to write or fill it. */
  final Path beside() {
    return beside;
  }

  /**
   * Creates it beside its place; {@link #discardAll} removes it from now on.
   *
   * @throws CancellationException where discardAll came first
   */
  final void start() throws IOException {
    synchronized (UNFINISHED) {
      if (discarded) {
        throw new CancellationException("stopped");
      }
      UNFINISHED.add(this);
      create();
    }
  }

  /**
   * Gives all of them their names or, where discardAll came first, none.
   *
   * @throws IOException if one cannot have its name; what then has none is complete, and stays
   *     under another name, which the sentence says
   */
  static void commit(Collection<? extends AtomicOutput> outputs) throws IOException {
    synchronized (UNFINISHED) {
      if (!UNFINISHED.containsAll(outputs)) {
        throw new CancellationException("stopped");
      }
      for (AtomicOutput output : outputs) { // while it may fail, nothing is replaced
        output.store();
      }
      try {
        for (AtomicOutput output : outputs) {
          output.requirePlace();
        }
        for (AtomicOutput output : outputs) {
          output.giveName();
          UNFINISHED.remove(output);
        }
      } catch (IOException e) {
        throw keptBeside(e, outputs);
      }
    }
  }

  /** Gives it its name; what had that name is replaced. */
  final void commit() throws IOException {
    commit(Collections.singletonList(this));
  }

  private static IOException keptBeside(
      IOException problem, Collection<? extends AtomicOutput> outputs) {
    List<String> names = new ArrayList<>();
    for (AtomicOutput output : outputs) {
      String place = UNFINISHED.contains(output) ? output.keepBeside() : null;
      if (place != null) {
        names.add(place);
      }
    }
    return names.isEmpty()
        ? problem
        : new IOException(Messages.keptBeside(problem.getMessage(), names), problem);
  }

  /** Gives it a name that nothing has. */
  private String keepBeside() {
    String name = target.getFileName().toString();
    String place = keepBeside(name);
    if (place != null || name.length() <= SHORT_NAME) {
      return place;
    }
    int start = name.length() - SHORT_NAME; // with more before it the name may be too long
    return keepBeside(
        name.substring(Character.isLowSurrogate(name.charAt(start)) ? start + 1 : start));
  }

  private String keepBeside(String name) {
    for (int i = 1; i <= MOST_NAMES; i++) {
      Path place = target.resolveSibling("new-" + (i > 1 ? i + "-" : "") + name);
      try {
        Files.move(beside, place);
        UNFINISHED.remove(this);
        return place.toString();
      } catch (FileAlreadyExistsException e) {
        continue;
      } catch (IOException e) {
        break;
      }
    }
    return null;
  }

  /** Removes it unless it was committed. */
  final void discard() {
    if (UNFINISHED.remove(this)) {
      remove();
    }
  }

  /** Removes what is not committed and lets no more begin: for a process that is being stopped. */
  static void discardAll() {
    synchronized (UNFINISHED) {
      discarded = true;
      UNFINISHED.forEach(AtomicOutput::discard);
    }
  }

  /** For tests, whose process goes on. */
  static void beginAgain() {
    synchronized (UNFINISHED) {
      discarded = false;
    }
  }

  /** Makes it, empty. */
  abstract void create() throws IOException;

  /** Whatever is in its place may still be replaced, so far as that can be known. */
  abstract void requirePlace() throws IOException;

  abstract void giveName() throws IOException;

  /** Gives it its rights and, if it replaces something, waits until it is on the disk. */
  abstract void store() throws IOException;

  abstract void remove();
}
