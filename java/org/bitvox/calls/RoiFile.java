// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.gui.PolygonRoi;
import ij.gui.Roi;
import ij.io.RoiDecoder;
import ij.process.FloatPolygon;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;
import org.bitvox.ProgressListener;

/** ROIs in a file of ImageJ, .roi or .zip. */
public final class RoiFile {
  /** Of a ROI: millions of corners. */
  private static final int MOST_BYTES = 64 << 20;

  /** Of the line along which ImageJ lays a curve, in pixels. */
  private static final int LONGEST_CURVE = 1_000_000;

  private final Path file;
  private final ProgressListener listener;

  private RoiFile(Path file, ProgressListener listener) {
    this.file = file;
    this.listener = listener;
  }

  /**
   * Reads all.
   *
   * @throws IllegalArgumentException if it has none, or something that is none
   * @throws IOException if it cannot be read
   */
  public static List<Roi> read(Path file, ProgressListener listener) throws IOException {
    List<Roi> rois = new RoiFile(file, listener).read();
    if (rois.isEmpty()) {
      throw new IllegalArgumentException(file + " has no ROI: .roi or .zip of ImageJ is needed");
    }
    return rois;
  }

  private List<Roi> read() throws IOException {
    List<Roi> rois = new ArrayList<>();
    if (file.toString().toLowerCase(Locale.ROOT).endsWith(".zip")) {
      try (ZipInputStream zip =
          new ZipInputStream(Files.newInputStream(file), StandardCharsets.ISO_8859_1)) {
        for (ZipEntry entry = next(zip); entry != null; entry = next(zip)) {
          if (entry.getName().endsWith(".roi")) {
            rois.add(decode(zip, file + ": " + entry.getName()));
          }
        }
      } catch (EOFException e) {
        throw new IOException(file + " is cut off", e);
      } catch (ZipException e) {
        throw new IOException(file + " is damaged: " + e.getMessage(), e);
      }
    } else {
      try (InputStream in = Files.newInputStream(file)) {
        rois.add(decode(in, file.toString()));
      }
    }
    return rois;
  }

  /** Names are UTF-8, where an entry says so, or bytes. */
  private static ZipEntry next(ZipInputStream zip) throws IOException {
    try {
      return zip.getNextEntry();
    } catch (IllegalArgumentException e) {
      throw new ZipException("the name of an entry is not UTF-8");
    }
  }

  /** The bytes of a ROI, which a small zip may announce any number of. */
  private byte[] bytes(InputStream in, String name) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] part = new byte[8192];
    for (int count = in.read(part); count >= 0; count = in.read(part)) {
      listener.throwIfStopped();
      if (out.size() + count > MOST_BYTES) {
        throw new IOException(name + " has more than " + (MOST_BYTES >> 20) + " MiB: it is no ROI");
      }
      out.write(part, 0, count);
    }
    return out.toByteArray();
  }

  private Roi decode(InputStream in, String name) throws IOException {
    byte[] bytes = bytes(in, name);
    RoiHeader header = new RoiHeader(bytes);
    Roi roi = null;
    if (header.isComplete()) {
      header.requireNear(name);
      header.dropCounters();
      boolean curved = header.takeCurve(); // which waits until it is not too long
      roi = decode(bytes);
      if (curved && roi instanceof PolygonRoi) {
        layCurve((PolygonRoi) roi, name);
      }
    }
    if (roi == null) {
      throw new IllegalArgumentException(name + " is no ROI of ImageJ, or is damaged");
    }
    return roi;
  }

  /** Null where it is none. */
  private static Roi decode(byte[] bytes) {
    try {
      return RoiDecoder.openFromByteArray(bytes);
    } catch (RuntimeException e) { // ImageJ's reader has no exception of its own
      return null;
    }
  }

  private static void layCurve(PolygonRoi roi, String name) {
    FloatPolygon corners = roi.getFloatPolygon();
    for (int i = 0; i < corners.npoints; i++) {
      RoiPixels.requireNear(corners.xpoints[i], name);
      RoiPixels.requireNear(corners.ypoints[i], name);
    }
    if (roi.getLength() > LONGEST_CURVE) {
      throw new IllegalArgumentException(
          name
              + " is a curve of "
              + (float) roi.getLength()
              + " pixels, "
              + LONGEST_CURVE
              + " is most");
    }
    roi.fitSpline();
  }
}
