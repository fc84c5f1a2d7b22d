// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.bitvox.ProgressListener;

/** Writes an image that is a folder. */
final class FolderWriter extends SliceWriter {
  private final FolderFormat.Sink sink;

  private FolderWriter(FolderFormat.Sink sink, StackFormat format, ProgressListener listener) {
    super(new NoFile(), format, listener);
    this.sink = sink;
  }

  /** Begins an image in an empty folder. */
  static SliceWriter create(Path folder, String name, StackFormat format, ProgressListener listener)
      throws IOException {
    StackFormat own = format.type == PixelType.RGB ? ColourWriter.channels(format) : format;
    ShownPixels shown = ShownPixels.of(own);
    StackFormat written = shown == null ? own : shown.format;
    FolderFormat.Sink sink = FolderFormat.required(name).create(folder, name, written, listener);
    SliceWriter writer = new FolderWriter(sink, written, listener);
    writer = shown == null ? writer : new ShownWriter(shown, writer);
    return format.type == PixelType.RGB ? new ColourWriter(writer) : writer;
  }

  @Override
  void write(int slice, Object pixels) throws IOException {
    byte[] values = new byte[Math.toIntExact(format.sliceBytes())];
    ByteBuffer bytes = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
    format.type.put(bytes, pixels, 0, format.width * format.height);
    int channels = format.channels();
    int z = slice / channels % format.depth;
    sink.write(slice % channels, slice / channels / format.depth, z, values);
  }

  @Override
  long offset(int slice) {
    throw new UnsupportedOperationException(); // of a file
  }

  @Override
  void finish() throws IOException {
    sink.finish();
  }

  /** What is written goes to files of the folder. */
  private static final class NoFile implements ByteSink {
    @Override
    public void write(ByteBuffer bytes, long position) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void complete() {}

    @Override
    public void close() {}
  }
}
