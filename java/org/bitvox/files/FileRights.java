// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Who may do what with a file. */
final class FileRights {
  /** What the system gives to new files. */
  static final FileRights OF_NEW_FILES = new FileRights(null, 0);

  private static final int STICKY = 01000;
  private static final int MODE = 07777;
  private static final int OF_FOLDERS = 03000; // files in it get its group, and only owners remove

  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private final PosixFileAttributes attributes;
  private final int folderBits;

  private FileRights(PosixFileAttributes attributes, int folderBits) {
    this.attributes = attributes;
    this.folderBits = folderBits;
  }

  static FileRights of(Path file) throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(file, PosixFileAttributes.class);
    boolean folder = attributes.isDirectory();
    return new FileRights(attributes, folder ? mode(file) & OF_FOLDERS : 0);
  }

  private static int mode(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:mode");
  }

  /** Nobody may write: that is meant, though the system lets root write. */
  boolean readOnly() {
    Set<PosixFilePermission> writing =
        EnumSet.of(
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_WRITE);
    return Collections.disjoint(attributes.permissions(), writing);
  }

  /** In folders like /tmp nobody but root replaces another user's file, even with all rights. */
  boolean mayReplace(Path file) throws IOException {
    Path folder = file.getParent();
    if ((mode(folder) & STICKY) == 0) {
      return true;
    }
    UserPrincipal user = Files.getOwner(Paths.get("/proc/self"));
    return user.getName().equals("root")
        || user.equals(attributes.owner())
        || user.equals(Files.getOwner(folder));
  }

  /** Creates a new file. The rights of an existing one are given to it when it is complete. */
  SeekableByteChannel create(Path file) throws IOException {
    return attributes == null
        ? Files.newByteChannel(file, TemporaryFiles.NEW_FILE)
        : TemporaryFiles.create(file);
  }

  /**
   * Creates a new folder. That of an existing one that gives files its group does so at once; its
   * other rights are given to it when it is complete.
   */
  void createFolder(Path folder) throws IOException {
    if (attributes == null) {
      Files.createDirectory(folder);
      return;
    }
    Files.createDirectory(folder, PRIVATE);
    if (folderBits != 0 && succeeds(() -> view(folder).setGroup(attributes.group()))) {
      succeeds(() -> addFolderBits(folder));
    }
  }

  /** Gives these rights to a file, as far as the user may give them. */
  void giveTo(Path file) {
    if (attributes == null) {
      return;
    }
    PosixFileAttributeView view = view(file);
    Set<PosixFilePermission> permissions = new HashSet<>(attributes.permissions());
    boolean sameGroup = succeeds(() -> view.setGroup(attributes.group()));
    if (!sameGroup) {
      limitGroup(permissions);
    }
    succeeds(() -> view.setOwner(attributes.owner()));
    succeeds(() -> view.setPermissions(permissions));
    if (sameGroup && folderBits != 0) {
      succeeds(() -> addFolderBits(file));
    }
  }

  private static PosixFileAttributeView view(Path file) {
    return Files.getFileAttributeView(file, PosixFileAttributeView.class);
  }

  private void addFolderBits(Path folder) throws IOException {
    Files.setAttribute(folder, "unix:mode", mode(folder) & MODE | folderBits);
  }

  /** The group may not do more than everybody. */
  private static void limitGroup(Set<PosixFilePermission> permissions) {
    if (!permissions.contains(PosixFilePermission.OTHERS_READ)) {
      permissions.remove(PosixFilePermission.GROUP_READ);
    }
    if (!permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      permissions.remove(PosixFilePermission.GROUP_WRITE);
    }
    if (!permissions.contains(PosixFilePermission.OTHERS_EXECUTE)) {
      permissions.remove(PosixFilePermission.GROUP_EXECUTE);
    }
  }

  private interface Change {
    void make() throws IOException;
  }

  /** What a file system without users does not take is no reason to lose the file. */
  private static boolean succeeds(Change change) {
    try {
      change.make();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
