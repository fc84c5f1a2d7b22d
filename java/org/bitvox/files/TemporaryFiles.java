// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Files that a process removes before it ends. Their names say whose they are, so that those of a
 * process that was killed can be removed later without touching those of one that lives.
 */
public final class TemporaryFiles {
  /** {@code .bitvox-SYSTEM-PROCESS-NUMBER.EXTENSION}. */
  private static final Pattern NAME =
      Pattern.compile("\\.bitvox-([0-9a-f]{8})-([0-9]+)-[0-9a-f]+\\.(part|old|so|dll|dylib)");

  /** Process numbers of another system, as in a shared folder, say nothing: then age decides. */
  private static final long SURELY_DEAD_MILLIS = TimeUnit.DAYS.toMillis(7);

  /** A folder is set aside for no longer than two renames take. */
  private static final long SURELY_FORGOTTEN_MILLIS = TimeUnit.MINUTES.toMillis(10);

  static final Set<StandardOpenOption> NEW_FILE =
      EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  /** Nothing where the system has no such rights: there the folder's are given to new files. */
  private static final FileAttribute<?>[] PRIVATE = FileRights.attributes("rw-------");

  private static final Set<Path> CLEANED = ConcurrentHashMap.newKeySet();

  private TemporaryFiles() {}

  /** A name that no other file has, short whatever the file will be called later. */
  public static String newName(String extension) {
    String number = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Processes here = Processes.HERE;
    return ".bitvox-" + here.system() + "-" + here.own() + "-" + number + "." + extension;
  }

  /**
   * Creates a file that nobody else may read or write, whatever the umask is.
   *
   * @return where to write it
   */
  public static SeekableByteChannel create(Path file) throws IOException {
    return Files.newByteChannel(file, NEW_FILE, PRIVATE);
  }

  /**
   * Removes from a folder, once in this process, what this user's dead processes have left. A
   * folder that one of them was just replacing gets its name back.
   */
  public static void removeLeftOvers(Path folder) {
    if (!CLEANED.add(folder)) {
      return;
    }
    // No glob, and no owner before there is a file to judge: loading what they need takes
    // milliseconds, at every start.
    String[] names = folder.toFile().list();
    if (names == null) {
      return;
    }
    List<Path> ours = new ArrayList<>();
    for (String name : names) {
      if (name.startsWith(".bitvox-")) {
        ours.add(folder.resolve(name));
      }
    }
    ours.stream().filter(SetAside::isOne).forEach(TemporaryFiles::removeLeftOver);
    ours.stream().filter(file -> !SetAside.isOne(file)).forEach(TemporaryFiles::removeLeftOver);
  }

  private static void removeLeftOver(Path file) {
    try {
      if (!isLeftOver(file) || !isOfThisUser(file)) {
        return;
      }
      if (SetAside.isOne(file)) {
        SetAside.settle(file);
      } else if (SetAside.isNewOfOne(file)) {
        return;
      } else if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
        removeTree(file);
      } else {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      // a file too many hurts nobody, and another process may have removed it
    }
  }

  /** Removes a folder and the files in it, as far as that can be done; folders in it stay. */
  static void removeFolder(Path folder) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        file.toFile().delete();
      }
    } catch (IOException | DirectoryIteratorException e) {
      // a folder too many hurts nobody
    }
    folder.toFile().delete();
  }

  /** Removes a folder with all that is in it; links are not followed. */
  public static void removeTree(Path folder) throws IOException {
    if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
        for (Path file : files) {
          removeTree(file);
        }
      } catch (DirectoryIteratorException e) {
        throw e.getCause();
      }
    }
    Files.deleteIfExists(folder);
  }

  private static boolean isLeftOver(Path file) throws IOException {
    Matcher name = NAME.matcher(file.getFileName().toString());
    boolean ours =
        Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
            || Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS);
    if (!name.matches() || !ours) {
      return false;
    }
    long changed = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis();
    if (name.group(1).equals(Processes.HERE.system())) {
      return !Processes.HERE.mayLive(name.group(2), changed);
    }
    long dead = SetAside.isOne(file) ? SURELY_FORGOTTEN_MILLIS : SURELY_DEAD_MILLIS;
    return System.currentTimeMillis() - changed > dead;
  }

  private static boolean isOfThisUser(Path file) throws IOException {
    return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(thisUser(file.getParent()));
  }

  /** Who owns what this process creates in a folder: file systems have users of their own. */
  static UserPrincipal thisUser(Path folder) throws IOException {
    Path file = folder.resolve(newName("part"));
    create(file).close();
    try {
      return Files.getOwner(file);
    } finally {
      Files.delete(file);
    }
  }
}
