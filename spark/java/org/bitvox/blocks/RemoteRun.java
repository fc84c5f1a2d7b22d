// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.bitvox.zarr.InParallel;
import org.bitvox.zarr.OmeLevels;
import org.bitvox.zarr.Store;

/**
 * A run whose image is in another file system than this computer's, such as an object store, where
 * nothing is renamed. Files of the image are written in their places; its metadata come last, so
 * that it cannot be opened before. What is known of the run is beside it.
 */
final class RemoteRun implements Run {
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private final String name;
  private final RunStores stores;
  private final Lease lease;
  private OmeLevels.Metadata metadata;
  private boolean isPlaced;

  private RemoteRun(String name, RunStores stores, Lease lease) {
    this.name = name;
    this.stores = stores;
    this.lease = lease;
  }

  /** Where a run writes an image of that name. */
  static RunStores stores(String name) throws IOException {
    return RunStores.of(name, Run.withEnding(name));
  }

  /**
   * Begins a run, or goes on with one.
   *
   * @param about what the run is of, in lines
   * @param resume whether what another run has left is taken
   */
  static RemoteRun begin(String name, List<String> about, boolean resume) throws IOException {
    RunStores stores = stores(name);
    List<String> old = Markers.lines(stores.notes(), ABOUT);
    if (!old.isEmpty() && !resume) {
      throw new IOException(
          name
              + ": "
              + Run.withEnding(name)
              + " is of another run; if that has ended, say resume to go on with it, or remove it and "
              + name);
    }
    if (old.isEmpty() && !stores.image().folders("", 1).isEmpty()) {
      throw new IOException(
          name
              + ": there is something, of no run that is known; remove it, or choose another name");
    }
    Lease lease = Lease.take(stores.notes(), name);
    try {
      if (!old.isEmpty()) {
        Run.requireSame(old, about, name);
      }
      Markers.write(stores.notes(), ABOUT, about);
      return new RemoteRun(name, stores, lease);
    } catch (IOException | RuntimeException e) {
      lease.close();
      throw e;
    }
  }

  @Override
  public String path() {
    return Run.withEnding(name);
  }

  @Override
  public RunStores stores() {
    return stores;
  }

  @Override
  public void requireOwn() throws IOException {
    if (lease.isLost()) {
      throw new IOException(name + ": another run has gone on with it, so this one ends");
    }
  }

  @Override
  public List<String> aboutStep(int step) throws IOException {
    return Markers.lines(stores.notes(step), ABOUT);
  }

  @Override
  public void beginStep(int step, String about) throws IOException {
    Markers.write(stores.notes(step), ABOUT, List.of(about));
  }

  /** Copies it, as often as the run is interrupted: until it ends, the picture stays. */
  @Override
  public void keepStep(int last) throws IOException {
    Store picture = stores.picture(last).below(LARGEST);
    List<String> files = last == 0 ? List.of() : picture.files("");
    Store image = stores.image().below(LARGEST);
    InParallel.run(
        files.size(),
        lease::isLost,
        number -> {
          String file = files.get(number);
          image.write(file, List.of(picture.read(file, MOST_BYTES)));
        });
  }

  @Override
  public void removeParts() throws IOException {
    stores.image().remove(Store.PARTS);
    stores.notes().remove(Store.PARTS);
  }

  /** They are written when all else that the command writes is there, too. */
  @Override
  public void finish(OmeLevels.Metadata last) {
    metadata = last;
  }

  @Override
  public void place(Path image) throws IOException {
    requireOwn();
    metadata.write();
    isPlaced = true;
    stores.image().remove(Store.PARTS);
  }

  @Override
  public void close() throws IOException {
    boolean own = lease.end();
    if (own && !isPlaced && new Markers(stores.notes()).done().isEmpty()) {
      stores.image().remove("");
      stores.notes().remove("");
    } else if (own && isPlaced) {
      stores.notes().remove("");
    }
    lease.close();
  }
}
