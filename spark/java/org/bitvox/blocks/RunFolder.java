// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.blocks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.function.Predicate;
import org.bitvox.zarr.FolderStore;
import org.bitvox.zarr.OmeLevels;
import org.bitvox.zarr.Store;

/** A folder beside an image. It gets the name of the image when that is complete. */
final class RunFolder implements Run {
  private static final String DONE = Markers.FOLDER;
  private static final String LOCK = "lock";

  private final Path folder;
  private final Store store;
  private final FileChannel lock;
  private boolean isPlaced;

  private RunFolder(Path folder, String name, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
    store = new FolderStore(folder, name);
  }

  /** Where that of an image is. */
  static Path of(Path image) {
    return image.resolveSibling(image.getFileName() + ENDING);
  }

  /** What is known of the run that left a folder; empty if there is none. */
  static List<String> about(Path folder) throws IOException {
    Path file = folder.resolve(ABOUT);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  /**
   * Begins a run, or goes on with one.
   *
   * @param image its place
   * @param name what the user calls it
   * @param about what the run is of, in lines
   * @param resume whether the folder of another run is taken
   */
  static RunFolder begin(Path image, String name, List<String> about, boolean resume)
      throws IOException {
    Path folder = of(image);
    boolean old = Files.exists(folder.resolve(ABOUT));
    Files.createDirectories(folder);
    FileChannel lock = lock(folder, name);
    try {
      if (old && !resume) {
        throw new IOException(
            name
                + ": "
                + folder.getFileName()
                + " is what another run has left; say resume to go on with it, or remove it");
      }
      if (old) {
        Run.requireSame(about(folder), about, name);
      }
      RunFolder run = new RunFolder(folder, name, lock);
      Markers.write(run.store, ABOUT, about);
      return run;
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private static FileChannel lock(Path folder, String name) throws IOException {
    FileChannel file =
        FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (file.tryLock() != null) {
        return file;
      }
    } catch (OverlappingFileLockException e) {
      // by this process
    }
    file.close();
    throw new IOException(name + ": another run is writing it");
  }

  @Override
  public String path() {
    return folder.toString();
  }

  @Override
  public RunStores stores() {
    return new RunStores(store, store);
  }

  /** The lock sees to that. */
  @Override
  public void requireOwn() {}

  /** How many blocks of a run that left a folder are done. */
  static long doneIn(Path folder) throws IOException {
    Path done = folder.resolve(DONE);
    if (!Files.isDirectory(done)) {
      return 0;
    }
    try (var files = Files.list(done)) {
      return files.filter(file -> !isPart(file)).count();
    }
  }

  private static boolean isPart(Path file) {
    return file.getFileName().toString().startsWith(".bitvox-");
  }

  @Override
  public List<String> aboutStep(int step) throws IOException {
    return about(folder.resolve(RunStores.place(step)));
  }

  @Override
  public void beginStep(int step, String about) throws IOException {
    Markers.write(store.below(RunStores.place(step)), ABOUT, List.of(about));
  }

  @Override
  public void keepStep(int last) throws IOException {
    Path picture = folder.resolve(RunStores.place(last)).resolve(LARGEST);
    if (last > 0 && Files.exists(picture)) { // else a run before has come so far
      remove(folder.resolve(LARGEST), file -> true);
      Files.move(picture, folder.resolve(LARGEST));
    }
    for (int step = 1; step <= last; step++) {
      remove(folder.resolve(RunStores.place(step)).resolve(LARGEST), file -> true);
    }
  }

  @Override
  public void removeParts() throws IOException {
    remove(folder, RunFolder::isPart);
  }

  @Override
  public void finish(OmeLevels.Metadata metadata) throws IOException {
    metadata.write();
  }

  @Override
  public void place(Path image) throws IOException {
    Files.delete(image);
    Files.move(folder, image);
    isPlaced = true;
    remove(image.resolve(DONE), file -> true);
    for (int step = 1; Files.exists(image.resolve(RunStores.place(step))); step++) {
      remove(image.resolve(RunStores.place(step)), file -> true);
    }
    Files.deleteIfExists(image.resolve(ABOUT));
    Files.deleteIfExists(image.resolve(LOCK));
  }

  /** Removes the files of a folder for which that holds, and folders that are empty then. */
  private static void remove(Path folder, Predicate<Path> which) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (which.test(file)) {
              Files.delete(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            if (which.test(visited)) {
              Files.delete(visited);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  @Override
  public void close() throws IOException {
    try {
      if (!isPlaced && doneIn(folder) == 0) {
        remove(folder, file -> true);
      }
    } finally {
      lock.close();
    }
  }
}
