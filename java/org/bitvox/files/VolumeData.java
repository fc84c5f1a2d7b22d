// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.nio.file.Path;
import java.util.function.IntFunction;

/** Where the voxels of a volume are: in one file, or in several of as many slices each. */
final class VolumeData {
  /** How they are written. */
  enum Encoding {
    RAW,
    GZIP,
    /** Also gzip, which its beginning says. */
    ZLIB,
    BZIP2,
    TEXT,
    HEX
  }

  /** Of the files, from 0; a name is relative to the folder. */
  final IntFunction<String> names;

  final int count;

  /** Whether the one file is that with the header. */
  final boolean within;

  final Path folder;
  final Encoding encoding;

  /** Bytes before the voxels, of what is unpacked; -1 where they are the last bytes of the file. */
  final long skip;

  /** Lines before that, of the file. */
  final long lines;

  /** Bytes before these, of the file. */
  final long start;

  /** Of the file, behind start, by what its header says; -1 if it says nothing. */
  private long packedBytes = -1;

  private VolumeData(
      Path folder,
      IntFunction<String> names,
      int count,
      boolean within,
      Encoding encoding,
      long start,
      long lines,
      long skip) {
    this.folder = folder;
    this.names = names;
    this.count = count;
    this.within = within;
    this.encoding = encoding;
    this.start = start;
    this.lines = lines;
    this.skip = skip;
  }

  /** In the file itself, from that byte on. */
  static VolumeData within(Path file, Encoding encoding, long start) {
    String name = file.getFileName().toString();
    return new VolumeData(file.getParent(), i -> name, 1, true, encoding, start, 0, 0);
  }

  /** In other files of a folder. */
  static VolumeData beside(Path folder, IntFunction<String> names, int count, Encoding encoding) {
    return new VolumeData(folder, names, count, false, encoding, 0, 0, 0);
  }

  /** Says how many bytes of the file are packed voxels. */
  VolumeData packedIn(long bytes) {
    packedBytes = bytes;
    return this;
  }

  /** That; or -1. */
  long packedBytes() {
    return packedBytes;
  }

  /** The same behind so many lines, and bytes; -1 for the last bytes of the file. */
  VolumeData behind(long newLines, long newSkip) {
    return new VolumeData(folder, names, count, within, encoding, start, newLines, newSkip);
  }
}
