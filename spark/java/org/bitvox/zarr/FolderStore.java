// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.bitvox.files.Messages;
import org.bitvox.files.TemporaryFiles;

/** A folder of this computer. */
public final class FolderStore implements Store {
  private final Path folder;
  private final String name;

  /** Name is what the user calls it. */
  public FolderStore(Path folder, String name) {
    this.folder = folder;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  /** Where a file of that key is, or would be. */
  Path path(String key) {
    return folder.resolve(key);
  }

  @Override
  public byte[] read(String key, long most) throws IOException {
    try (FileChannel in = FileChannel.open(path(key))) {
      long size = in.size();
      if (size > most) {
        throw new ZarrException(named(key), "has " + size + " bytes, more than " + most);
      }
      return bytes(in, 0, (int) size, key);
    } catch (NoSuchFileException e) {
      return null;
    } catch (ZarrException e) {
      throw e;
    } catch (IOException e) {
      throw failed(key, e);
    }
  }

  @Override
  public byte[] read(String key, long from, int length) throws IOException {
    try (FileChannel in = FileChannel.open(path(key))) {
      long start = from < 0 ? in.size() + from : from;
      if (start < 0 || start > in.size() - length) {
        throw new ZarrException(named(key), "ends before the bytes that its index names");
      }
      return bytes(in, start, length, key);
    } catch (NoSuchFileException e) {
      return null;
    } catch (ZarrException e) {
      throw e;
    } catch (IOException e) {
      throw failed(key, e);
    }
  }

  private byte[] bytes(FileChannel in, long start, int length, String key) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(length);
    while (bytes.hasRemaining()) {
      if (in.read(bytes, start + bytes.position()) < 0) {
        throw new ZarrException(named(key), "became shorter while it was read");
      }
    }
    return bytes.array();
  }

  private IOException failed(String key, IOException problem) {
    return new ZarrException(named(key), "cannot be read: " + Messages.reason(problem), problem);
  }

  @Override
  public void write(String key, List<byte[]> parts) throws IOException {
    Path file = path(key);
    Path beside = file.resolveSibling(TemporaryFiles.newName("part"));
    try {
      Files.createDirectories(file.getParent());
      try (FileChannel out =
          FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        for (byte[] part : parts) {
          ByteBuffer bytes = ByteBuffer.wrap(part);
          while (bytes.hasRemaining()) {
            out.write(bytes);
          }
        }
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      Files.deleteIfExists(beside);
      throw new ZarrException(named(key), "cannot be written: " + Messages.reason(e), e);
    }
  }

  @Override
  public List<String> files(String key) throws IOException {
    Path top = path(key);
    if (!Files.isDirectory(top)) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(top)) {
      return all.filter(Files::isRegularFile)
          .map(file -> top.relativize(file).toString().replace(File.separatorChar, '/'))
          .toList();
    } catch (UncheckedIOException e) {
      throw failed(key, e.getCause());
    } catch (IOException e) {
      throw failed(key, e);
    }
  }

  @Override
  public void remove(String key) throws IOException {
    try {
      TemporaryFiles.removeTree(path(key));
    } catch (IOException e) {
      throw new ZarrException(named(key), "cannot be removed: " + Messages.reason(e), e);
    }
  }

  @Override
  public List<String> folders(String key, int most) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(path(key))) {
      for (Path one : found) {
        if (names.size() < most && Files.isDirectory(one)) {
          names.add(one.getFileName().toString());
        }
      }
    } catch (NoSuchFileException e) {
      return names;
    } catch (IOException e) {
      throw failed(key, e);
    }
    Collections.sort(names);
    return names;
  }
}
