// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/** The files with the voxels of a volume, as blocks: slices, of all channels if interleaved. */
final class VolumeFiles {
  /** Takes the bytes of some voxels, those from at on. */
  interface Taker {
    void take(ByteBuffer bytes, int at);
  }

  /** Two bits of Deflate are 258 bytes at most. */
  private static final int MOST_PACKED = 1032;

  /** A block of 45 bytes is 900,000 at most, and five of these 259. */
  private static final int MOST_BZIP2_BITS = 20;

  private static final int BAND_BYTES = 1 << 18;

  /** Values of a voxel that lie side by side. */
  private static final int MOST_TOGETHER = BAND_BYTES / 8;

  private final Path header;
  private final String called;
  private final VolumeData data;
  private final SampleType type;
  private final int voxelBytes;
  private final long blockBytes;
  private final long blocks;

  /** Of what one voxel more along one of the axes would take. */
  private final long smallestBytes;

  private final List<String> notes;
  private final Map<Integer, UnpackedBytes> unpacked = new ConcurrentHashMap<>();
  private final Queue<ByteBuffer> bands = new ConcurrentLinkedQueue<>(); // one for each thread

  /** Checks that the files are there, and large enough. */
  VolumeFiles(Path path, VolumeHeader header, int voxels, int slices) throws IOException {
    this.header = path;
    called = header.name;
    data = header.data;
    type = header.type;
    int together = header.interleaved ? (int) header.channels : 1;
    if (together > MOST_TOGETHER) {
      throw new IOException(called + ": " + VolumeMessages.sizes(voxels + " x " + together));
    }
    voxelBytes = type.bits / 8 * together;
    blockBytes = (long) voxels * voxelBytes; // below 2^49
    long all = slices / together;
    if (all % data.count != 0) {
      throw new IOException(called + ": " + VolumeMessages.files(all, data.count));
    }
    blocks = all / data.count;
    long width = header.sizes[0];
    long height = header.sizes[1];
    smallestBytes = Math.min(width * height, blocks * Math.min(width, height)) * voxelBytes;
    notes = header.notes;
    if (data.encoding != VolumeData.Encoding.RAW && blockBytes > StackFile.MOST_VOXELS) {
      throw new IOException(called + ": " + StackFile.SLICE_TOO_LARGE);
    }
    for (int i = 0; i < data.count; i++) {
      checkSize(i);
    }
  }

  private void checkSize(int file) throws IOException {
    long size;
    try {
      size = Files.size(InputFiles.existing(path(file).toString()));
    } catch (InvalidPathException e) {
      throw new IOException(
          called + ": " + VolumeMessages.noData(data.names.apply(file), "it is no name of a file"));
    } catch (IOException e) {
      String reason = Messages.reason(e).replace(path(file) + ": ", "");
      throw new IOException(called + ": " + VolumeMessages.noData(data.names.apply(file), reason));
    }
    BigInteger bytes = BigInteger.valueOf(blockBytes).multiply(BigInteger.valueOf(blocks));
    BigInteger needed = bytes.add(BigInteger.valueOf(Math.max(0, data.skip)));
    long found = Math.max(0, size - data.start);
    BigInteger most = BigInteger.valueOf(found);
    switch (data.encoding) {
      case RAW:
        break;
      case TEXT: // a digit and what lies between
        most = most.add(BigInteger.ONE).multiply(BigInteger.valueOf(type.bits / 8)).shiftRight(1);
        break;
      case HEX:
        most = most.shiftRight(1);
        break;
      case BZIP2:
        most = most.shiftLeft(MOST_BZIP2_BITS);
        break;
      default:
        most = most.multiply(BigInteger.valueOf(MOST_PACKED));
        break;
    }
    if (needed.compareTo(most) > 0) {
      throw problem(tooFew(needed, found));
    }
    if (data.encoding == VolumeData.Encoding.RAW && data.lines == 0 && data.skip >= 0) {
      checkRest(needed, found);
    }
    long said = data.packedBytes();
    if (said >= 0 && said != found) {
      String sentence = VolumeMessages.otherBytes("CompressedDataSize", said, found);
      if (said > found) {
        throw problem(sentence);
      }
      notes.add(called + ": " + sentence + ".");
    }
  }

  private String tooFew(BigInteger needed, long found) {
    switch (data.encoding) {
      case RAW:
        return VolumeMessages.tooFew(needed, found);
      case TEXT:
      case HEX:
        return VolumeMessages.tooFewAsText(needed, found);
      default:
        return VolumeMessages.tooFewPacked(needed, found);
    }
  }

  /**
   * What lies behind the voxels is no part of them if it is less than one more row or slice would
   * be, or if the header says by its own wish where they begin.
   */
  private void checkRest(BigInteger needed, long found) throws IOException {
    long rest = found - needed.longValueExact();
    if (rest >= smallestBytes && data.skip == 0) {
      throw problem(VolumeMessages.tooMany(needed, found));
    }
    if (rest > 0) {
      notes.add(called + ": " + VolumeMessages.leftOut(rest));
    }
  }

  private IOException problem(String sentence) {
    return new IOException(called + ": " + sentence);
  }

  private Path path(int file) {
    return data.folder.resolve(data.names.apply(file));
  }

  /** All of them, the header first. */
  List<Path> paths() {
    List<Path> paths = new ArrayList<>();
    paths.add(header);
    for (int i = 0; i < data.count; i++) {
      if (!path(i).equals(header)) {
        paths.add(path(i));
      }
    }
    return paths;
  }

  /** Bytes of Java heap for a block. */
  long heap() {
    return data.encoding == VolumeData.Encoding.RAW ? BAND_BYTES : 2 * blockBytes;
  }

  /** Opens the file with the header, which may be open already. */
  interface Opener {
    FileBytes open() throws IOException;
  }

  /** Reads a block of all, from 0. */
  void read(long block, BooleanSupplier stopped, Opener opener, Taker taker) throws IOException {
    int file = (int) (block / blocks);
    try (FileBytes in = data.within ? opener.open() : open(file, stopped)) {
      if (data.encoding == VolumeData.Encoding.RAW) {
        readPlain(in, block % blocks, taker);
      } else {
        readUnpacked(in, file, block % blocks, taker);
      }
    }
  }

  private FileBytes open(int file, BooleanSupplier stopped) throws IOException {
    String beside = Names.folder(called);
    return FileBytes.open(path(file), beside + data.names.apply(file), stopped);
  }

  private void readPlain(FileBytes in, long block, Taker taker) throws IOException {
    long start = data.skip < 0 ? in.size() - blocks * blockBytes : behindLines(in) + data.skip;
    if (!in.holds(start + block * blockBytes, blockBytes)) {
      BigInteger needed = BigInteger.valueOf(start + blocks * blockBytes);
      throw in.problem(VolumeMessages.tooFew(needed, in.size()));
    }
    ByteBuffer band = bands.poll();
    if (band == null) {
      band = ByteBuffer.allocateDirect(BAND_BYTES);
    }
    int most = band.capacity() / voxelBytes;
    int voxels = (int) (blockBytes / voxelBytes);
    for (int done = 0; done < voxels; ) {
      int some = Math.min(most, voxels - done);
      band.clear();
      band.limit(some * voxelBytes);
      in.read(start + block * blockBytes + (long) done * voxelBytes, band);
      band.flip();
      taker.take(band, done);
      done += some;
    }
    bands.add(band);
  }

  private void readUnpacked(FileBytes in, int file, long block, Taker taker) throws IOException {
    UnpackedBytes bytes = unpacked.get(file);
    if (bytes == null) {
      UnpackedBytes fresh = unpacked(behindLines(in));
      UnpackedBytes other = unpacked.putIfAbsent(file, fresh);
      bytes = other == null ? fresh : other;
    }
    byte[] found = bytes.block(in, block);
    if (block == blocks - 1 && data.count > 1) {
      unpacked.remove(file); // of many files few are begun at a time
    }
    taker.take(ByteBuffer.wrap(found), 0);
  }

  private UnpackedBytes unpacked(long start) {
    return new UnpackedBytes(start, data.skip, (int) blockBytes, blocks, this::unpacking);
  }

  private InputStream unpacking(PackedStream packed) throws IOException {
    switch (data.encoding) {
      case TEXT:
        return new NumberStream(packed, type);
      case HEX:
        return new HexStream(packed);
      case BZIP2:
        return new Bzip2Stream(packed);
      case ZLIB:
        return packed.startsWith(0x1f, 0x8b) ? gzip(packed) : new InflaterInputStream(packed);
      default:
        return gzip(packed);
    }
  }

  private static InputStream gzip(InputStream packed) throws IOException {
    return new GZIPInputStream(packed, 1 << 16);
  }

  /** Where the file goes on behind the lines that are skipped. */
  private long behindLines(FileBytes in) throws IOException {
    if (data.lines == 0) {
      return data.start;
    }
    PackedStream bytes = new PackedStream(in, data.start);
    long at = data.start;
    for (long left = data.lines; left > 0; at++) {
      int letter = bytes.read();
      if (letter < 0) {
        throw in.problem(VolumeMessages.wrong("line skip", Long.toString(data.lines)));
      }
      left -= letter == '\n' ? 1 : 0;
    }
    return at;
  }
}
