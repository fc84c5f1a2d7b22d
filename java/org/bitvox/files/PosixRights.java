// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** Owner, group and permissions of a file, on Linux and macOS. */
final class PosixRights extends FileRights {
  private static final int STICKY = 01000;
  private static final int MODE = 07777;
  private static final int OF_FOLDERS = 03000; // files in it get its group, and only owners remove

  private static final FileAttribute<?>[] PRIVATE = attributes("rwx------");

  private final PosixFileAttributes attributes;
  private final int folderBits;

  PosixRights(Path file) throws IOException {
    attributes = Files.readAttributes(file, PosixFileAttributes.class);
    folderBits = attributes.isDirectory() ? mode(file) & OF_FOLDERS : 0;
  }

  private static int mode(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:mode");
  }

  @Override
  boolean readOnly() {
    Set<PosixFilePermission> writing =
        EnumSet.of(
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_WRITE);
    return Collections.disjoint(attributes.permissions(), writing);
  }

  /** In folders like /tmp nobody but root replaces another user's file, even with all rights. */
  @Override
  boolean mayReplace(Path file) throws IOException {
    Path folder = file.getParent();
    if ((mode(folder) & STICKY) == 0) {
      return true;
    }
    UserPrincipal user = TemporaryFiles.thisUser(folder);
    return user.getName().equals("root")
        || user.equals(attributes.owner())
        || user.equals(Files.getOwner(folder));
  }

  @Override
  SeekableByteChannel create(Path file) throws IOException {
    return TemporaryFiles.create(file);
  }

  @Override
  void createFolder(Path folder) throws IOException {
    Files.createDirectory(folder, PRIVATE);
    if (folderBits != 0 && succeeds(() -> view(folder).setGroup(attributes.group()))) {
      succeeds(() -> addFolderBits(folder));
    }
  }

  @Override
  void giveTo(Path file) {
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
