// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.bitvox.zarr.Store;

/** A place in a file system that Hadoop knows: s3a://bucket/bone.zarr, hdfs://head/bone.zarr. */
final class HadoopStore implements Store {
  private final HadoopFiles files;
  private final Path root;
  private final String name;

  private HadoopStore(HadoopFiles files, Path root, String name) {
    this.files = files;
    this.root = root;
    this.name = name;
  }

  /** The place of that name, whether there is something or not. */
  static Store open(String name) throws IOException {
    Path root;
    try {
      root = new Path(name);
    } catch (IllegalArgumentException e) {
      throw new IOException(name + ": is no name of a place: " + e.getMessage(), e);
    }
    return new HadoopStore(HadoopFiles.of(root, name), root, name);
  }

  @Override
  public String name() {
    return name;
  }

  private Path path(String key) {
    return key.isEmpty() ? root : new Path(root + "/" + key);
  }

  private IOException failed(String key, String what, Exception problem) {
    return new IOException(
        named(key) + ": cannot be " + what + ": " + HadoopReason.of(problem), problem);
  }

  @Override
  public byte[] read(String key, long most) throws IOException {
    FileStatus file = status(key);
    if (file == null) {
      return null;
    }
    if (file.getLen() > most) {
      throw new IOException(named(key) + ": has " + file.getLen() + " bytes, more than " + most);
    }
    return read(key, file, 0, Math.toIntExact(file.getLen()), "sequential");
  }

  @Override
  public byte[] read(String key, long from, int length) throws IOException {
    FileStatus file = status(key);
    if (file == null) {
      return null;
    }
    long start = from < 0 ? file.getLen() + from : from;
    if (start < 0 || start > file.getLen() - length) {
      throw new IOException(named(key) + ": ends before the bytes that its index names");
    }
    return read(key, file, start, length, "random");
  }

  /** Null if there is no such file. */
  private FileStatus status(String key) throws IOException {
    try {
      FileStatus status = files.system().getFileStatus(path(key));
      return status.isFile() ? status : null;
    } catch (FileNotFoundException e) {
      return null;
    } catch (IOException | RuntimeException e) {
      throw failed(key, "read", e);
    }
  }

  private byte[] read(String key, FileStatus file, long from, int length, String order)
      throws IOException {
    byte[] bytes = new byte[length];
    try (FSDataInputStream in =
        files
            .system()
            .openFile(path(key))
            .opt("fs.s3a.experimental.input.fadvise", order)
            .opt("fs.option.openfile.read.policy", order)
            .withFileStatus(file)
            .build()
            .get()) {
      in.readFully(from, bytes);
      return bytes;
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw failed(key, "read", cause instanceof Exception reason ? reason : e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(key, "read", e);
    } catch (IOException | RuntimeException e) {
      throw failed(key, "read", e);
    }
  }

  @Override
  public void write(String key, List<byte[]> parts) throws IOException {
    Path file = path(key);
    try {
      if (files.showsWhenClosed()) {
        put(file, parts, true);
        return;
      }
      Path beside = path(PARTS + "/" + UUID.randomUUID());
      put(beside, parts, false);
      files.rename(beside, file);
    } catch (IOException | RuntimeException e) {
      throw failed(key, "written", e);
    }
  }

  @Override
  public boolean writeNew(String key, byte[] bytes) throws IOException {
    try {
      put(path(key), List.of(bytes), false);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException | RuntimeException e) {
      throw failed(key, "written", e);
    }
  }

  /** A stream that is closed leaves a file, and so a failure must not close it. */
  private void put(Path file, List<byte[]> parts, boolean replace) throws IOException {
    FSDataOutputStreamBuilder<?, ?> builder = files.system().createFile(file);
    FSDataOutputStream out =
        builder.overwrite(replace).recursive().opt("fs.s3a.create.performance", "true").build();
    try {
      for (byte[] part : parts) {
        out.write(part);
      }
    } catch (IOException | RuntimeException | Error e) {
      if (out.hasCapability("fs.capability.outputstream.abortable")) {
        out.abort();
      }
      throw e;
    }
    out.close();
  }

  @Override
  public List<String> folders(String key, int most) throws IOException {
    List<String> names = new ArrayList<>();
    try {
      RemoteIterator<FileStatus> all = files.system().listStatusIterator(path(key));
      while (names.size() < most && all.hasNext()) {
        FileStatus one = all.next();
        if (one.isDirectory()) {
          names.add(one.getPath().getName());
        }
      }
    } catch (FileNotFoundException e) {
      return names;
    } catch (IOException | RuntimeException e) {
      throw failed(key, "listed", e);
    }
    Collections.sort(names);
    return names;
  }

  @Override
  public List<String> files(String key) throws IOException {
    List<String> keys = new ArrayList<>();
    String above = path(key).toUri().getPath() + "/";
    try {
      RemoteIterator<LocatedFileStatus> all = files.system().listFiles(path(key), true);
      while (all.hasNext()) {
        keys.add(all.next().getPath().toUri().getPath().substring(above.length()));
      }
    } catch (FileNotFoundException e) {
      return keys;
    } catch (IOException | RuntimeException e) {
      throw failed(key, "listed", e);
    }
    return keys;
  }

  @Override
  public void remove(String key) throws IOException {
    try {
      files.system().delete(path(key), true);
    } catch (IOException | RuntimeException e) {
      throw failed(key, "removed", e);
    }
  }
}
