// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Who may do what with a file. */
final class FileRights {
  /** What the system gives to new files. */
  static final FileRights OF_NEW_FILES = new FileRights(null);

  private static final int STICKY = 01000;

  private final PosixFileAttributes attributes;

  private FileRights(PosixFileAttributes attributes) {
    this.attributes = attributes;
  }

  static FileRights of(Path file) throws IOException {
    return new FileRights(Files.readAttributes(file, PosixFileAttributes.class));
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
    if (((int) Files.getAttribute(folder, "unix:mode") & STICKY) == 0) {
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

  /** Gives these rights to a file, as far as the user may give them. */
  void giveTo(Path file) {
    if (attributes == null) {
      return;
    }
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    Set<PosixFilePermission> permissions = new HashSet<>(attributes.permissions());
    if (!succeeds(() -> view.setGroup(attributes.group()))) {
      limitGroup(permissions); // which is another one
    }
    succeeds(() -> view.setOwner(attributes.owner()));
    succeeds(() -> view.setPermissions(permissions));
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
