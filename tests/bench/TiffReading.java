// SPDX-License-Identifier: BSD-2-Clause

import com.sun.management.OperatingSystemMXBean;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.zip.Deflater;
import org.bitvox.GreyVolume;
import org.bitvox.ProgressListener;
import org.bitvox.files.SliceLoader;
import org.bitvox.files.StackFile;

/**
 * Reads packed TIFF stacks from the page cache into a grey volume, by one thread and by several,
 * and says how much of the cores the several had.
 *
 * <pre>java -cp Bitvox_.jar:ij.jar TiffReading.java [side] [slices] [threads] [runs]</pre>
 *
 * <p>The image is smooth with some noise, 8-bit, in strips of 64 KiB. LZW and Deflate are packed
 * here.
 */
final class TiffReading {
  private static final int STRIP_BYTES = 1 << 16;

  private TiffReading() {}

  public static void main(String[] args) throws IOException {
    int side = args.length > 0 ? Integer.parseInt(args[0]) : 512;
    int slices = args.length > 1 ? Integer.parseInt(args[1]) : 256;
    int threads =
        args.length > 2 ? Integer.parseInt(args[2]) : Runtime.getRuntime().availableProcessors();
    int runs = args.length > 3 ? Integer.parseInt(args[3]) : 5;
    for (int compression : new int[] {1, 5, 8}) {
      Path file = Files.createTempFile("bench", ".tif");
      try {
        write(file, side, slices, compression);
        String name = compression == 1 ? "plain" : compression == 5 ? "LZW" : "Deflate";
        measure(name, file, threads, runs);
      } finally {
        Files.delete(file);
      }
    }
  }

  private static void measure(String name, Path file, int threads, int runs) throws IOException {
    double megabytes = 0;
    double[] wall = {1e9, 1e9};
    double[] cpu = new double[2];
    for (int run = 0; run < 2 * runs; run++) {
      int which = run % 2;
      long cpuBefore = cpuNanos();
      long start = System.nanoTime();
      StackFile stack = StackFile.open(file.toString());
      stack.keepOpen();
      try (GreyVolume volume =
          SliceLoader.loadGrey(
              stack,
              8,
              (pixels, stopped) -> pixels,
              which == 0 ? 1 : threads,
              ProgressListener.NONE)) {
        megabytes = (double) stack.width() * stack.height() * stack.depth() / 1e6;
      }
      stack.close();
      double seconds = (System.nanoTime() - start) / 1e9;
      if (seconds < wall[which]) {
        wall[which] = seconds;
        cpu[which] = (cpuNanos() - cpuBefore) / 1e9;
      }
    }
    System.out.printf(
        "%-8s 1 thread %5.0f MB/s, %d threads %5.0f MB/s (%.2f x); CPU time %.2f and %.2f s,"
            + " CPU time / wall %.2f%n",
        name,
        megabytes / wall[0],
        threads,
        megabytes / wall[1],
        wall[0] / wall[1],
        cpu[0],
        cpu[1],
        cpu[1] / wall[1]);
  }

  private static long cpuNanos() {
    return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static void write(Path path, int side, int slices, int compression) throws IOException {
    int rows = Math.max(1, Math.min(side, STRIP_BYTES / side));
    int strips = (side + rows - 1) / rows;
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(new byte[] {'I', 'I', 42, 0, 0, 0, 0, 0});
      long link = 4; // where the place of the next directory stands
      Random random = new Random(1);
      for (int z = 0; z < slices; z++) {
        byte[] pixels = slice(side, z, random);
        long[] offsets = new long[strips];
        long[] counts = new long[strips];
        for (int strip = 0; strip < strips; strip++) {
          int from = strip * rows * side;
          int length = Math.min(rows * side, pixels.length - from);
          byte[] packed = pack(pixels, from, length, compression);
          offsets[strip] = file.getFilePointer();
          counts[strip] = packed.length;
          file.write(packed);
        }
        long lists = file.getFilePointer();
        ByteBuffer list = buffer(8 * strips);
        for (long offset : offsets) {
          list.putInt((int) offset);
        }
        for (long count : counts) {
          list.putInt((int) count);
        }
        file.write(list.array());
        long directory = file.getFilePointer();
        file.write(
            directory(side, rows, strips, compression, lists, (int) offsets[0], (int) counts[0]));
        file.seek(link);
        file.write(buffer(4).putInt((int) directory).array());
        link = directory + 2 + 9 * 12;
        file.seek(file.length());
      }
    }
  }

  private static byte[] directory(
      int side, int rows, int strips, int compression, long lists, int offset, int count) {
    int[][] tags = {
      {256, 4, 1, side},
      {257, 4, 1, side},
      {258, 3, 1, 8},
      {259, 3, 1, compression},
      {262, 3, 1, 1},
      {273, 4, strips, strips == 1 ? offset : (int) lists},
      {277, 3, 1, 1},
      {278, 4, 1, rows},
      {279, 4, strips, strips == 1 ? count : (int) lists + 4 * strips},
    };
    ByteBuffer bytes = buffer(2 + 12 * tags.length + 4);
    bytes.putShort((short) tags.length);
    for (int[] tag : tags) {
      bytes.putShort((short) tag[0]).putShort((short) tag[1]).putInt(tag[2]).putInt(tag[3]);
    }
    return bytes.array();
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] slice(int side, int z, Random random) {
    byte[] pixels = new byte[side * side];
    for (int i = 0; i < pixels.length; i++) {
      int smooth = (int) (100 + 60 * Math.sin(i % side / 30.0) * Math.cos((i / side + z) / 40.0));
      pixels[i] = (byte) (smooth + (random.nextInt(4) == 0 ? 1 : 0));
    }
    return pixels;
  }

  private static byte[] pack(byte[] pixels, int from, int length, int compression)
      throws IOException {
    byte[] own = Arrays.copyOfRange(pixels, from, from + length);
    if (compression == 1) {
      return own;
    }
    return compression == 5 ? lzw(own) : deflate(own);
  }

  private static byte[] deflate(byte[] bytes) {
    Deflater deflater = new Deflater();
    deflater.setInput(bytes);
    deflater.finish();
    byte[] packed = new byte[bytes.length + 1000];
    int length = deflater.deflate(packed);
    deflater.end();
    return Arrays.copyOf(packed, length);
  }

  /** Codes as TIFF 6.0 has them: the table is cleared before it is full. */
  private static byte[] lzw(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(packed);
    Map<Integer, Integer> codes = new HashMap<>();
    long bits = 256;
    int count = 9;
    int free = 258;
    int width = 9;
    int code = -1;
    for (int i = 0; i <= bytes.length; i++) {
      int next = i < bytes.length ? bytes[i] & 0xff : -1;
      Integer longer = code < 0 || next < 0 ? null : codes.get(code << 8 | next);
      if (code < 0 || longer != null) {
        code = longer == null ? next : longer;
        continue;
      }
      bits = bits << width | code;
      count += width;
      codes.put(code << 8 | next, free++);
      width = free >= 2048 ? 12 : free >= 1024 ? 11 : free >= 512 ? 10 : 9;
      if (free == 4094) {
        bits = bits << 12 | 256;
        count += 12;
        codes.clear();
        free = 258;
        width = 9;
      }
      for (; count >= 8; count -= 8) {
        out.write((int) (bits >> count - 8));
      }
      code = next;
    }
    bits = bits << width | 257;
    for (count += width; count > 0; count -= 8) {
      out.write((int) (count >= 8 ? bits >> count - 8 : bits << 8 - count));
    }
    return packed.toByteArray();
  }
}
