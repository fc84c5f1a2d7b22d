// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.bitvox.ProgressListener;

/** Writes a stack slice by slice, little-endian; how the file is laid out is the format's. */
abstract class SliceWriter implements AutoCloseable {
  private static final int BAND_BYTES = 1 << 20;

  final StackFormat format;
  private final ProgressListener listener;
  private final ByteSink sink;
  private final ByteBuffer band =
      ByteBuffer.allocateDirect(BAND_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  SliceWriter(ByteSink sink, StackFormat format, ProgressListener listener) {
    this.format = format;
    this.listener = listener;
    this.sink = sink;
  }

  /** Writes to the same file. */
  SliceWriter(SliceWriter other) {
    this(other.sink, other.format, other.listener);
  }

  /**
   * Begins a stack in an existing file.
   *
   * @param name the user's, which says by its ending of which format
   * @param listener may stop the writing, by a CancellationException
   */
  static SliceWriter create(Path path, String name, StackFormat format, ProgressListener listener)
      throws IOException {
    OutputFormat output = OutputFormat.of(name);
    if (output == OutputFormat.ZARR) {
      return FolderWriter.create(path, name, format, listener);
    }
    if (format.type == PixelType.RGB && !output.hasColours()) {
      return new ColourWriter(create(path, output, ColourWriter.channels(format), listener));
    }
    ShownPixels shown = output.hasCalibration() ? null : ShownPixels.of(format);
    return shown == null
        ? create(path, output, format, listener)
        : new ShownWriter(shown, create(path, output, shown.format, listener));
  }

  /** The header of a format that has the voxels in another file, beside it. */
  static byte[] header(String name, StackFormat format) {
    String beside = OutputFormat.beside(name);
    String voxels = Names.last(beside);
    ShownPixels shown = ShownPixels.of(format);
    StackFormat written = shown == null ? format : shown.format;
    written = format.type == PixelType.RGB ? ColourWriter.channels(format) : written;
    return OutputFormat.of(name) == OutputFormat.NRRD_BESIDE
        ? NrrdOutput.header(written, voxels)
        : MetaOutput.header(written, voxels);
  }

  private static SliceWriter create(
      Path path, OutputFormat output, StackFormat format, ProgressListener listener)
      throws IOException {
    boolean packed = output == OutputFormat.NIFTI_PACKED;
    ByteSink sink = packed ? new GzipSink(path) : new ChannelSink(path);
    try {
      switch (output) {
        case RAW:
          return new RawWriter(sink, format, listener);
        case NIFTI:
        case NIFTI_PACKED:
          return new VolumeWriter(sink, format, NiftiOutput.header(format), listener);
        case NRRD:
          return new VolumeWriter(sink, format, NrrdOutput.header(format, null), listener);
        case META:
          return new MetaWriter(sink, format, MetaOutput.header(format, "LOCAL"), listener);
        case NRRD_BESIDE:
          return new VolumeWriter(sink, format, new byte[0], listener);
        case META_BESIDE:
          return new MetaWriter(sink, format, new byte[0], listener);
        case OME_TIFF:
          return new TiffWriter(sink, format, new OmeText(format), listener);
        default:
          return new TiffWriter(sink, format, new TiffText(format), listener);
      }
    } catch (IOException | RuntimeException e) {
      sink.close();
      throw e;
    }
  }

  /**
   * Writes a slice, from 0.
   *
   * @param pixels width * height values of the format's type, x fastest
   */
  void write(int slice, Object pixels) throws IOException {
    int pixelBytes = format.type.bytes;
    int count = Math.multiplyExact(format.width, format.height);
    int most = BAND_BYTES / pixelBytes;
    for (long from = 0; from < count; from += most) {
      int length = (int) Math.min(most, count - from);
      band.clear();
      format.type.put(band, pixels, (int) from, length);
      band.position(0);
      band.limit(length * pixelBytes);
      writeFully(band, offset(slice) + from * pixelBytes);
    }
  }

  /** Where a slice begins in the file. */
  abstract long offset(int slice);

  /** Writes what is not pixels. */
  abstract void finish() throws IOException;

  /** All slices are there. */
  final void complete() throws IOException {
    finish();
    sink.complete();
  }

  final void writeFully(ByteBuffer buffer, long position) throws IOException {
    listener.throwIfStopped();
    sink.write(buffer, position);
  }

  /** Gives the file up, unless it is complete. */
  @Override
  public final void close() {
    sink.close();
  }
}
