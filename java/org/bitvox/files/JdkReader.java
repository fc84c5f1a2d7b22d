// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.awt.image.DataBufferByte;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.imageio.ImageReader;
import javax.imageio.spi.IIORegistry;
import javax.imageio.spi.ImageReaderSpi;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

/**
 * An image reader that Java itself has, to decode single strips and tiles; for one thread. Those of
 * plugins are not taken, so that a file is read alike everywhere.
 */
final class JdkReader implements AutoCloseable {
  private static final String OF_THE_JDK = "com.sun.imageio.plugins.";

  /** Fax codes that begin with filling, which they may. */
  private static final String HARMLESS = "T.4 compressed data should begin with EOL.";

  private static final Map<String, Optional<ImageReaderSpi>> FOUND = new ConcurrentHashMap<>();

  private final ImageReader reader;
  private final String packing;
  private boolean warned;

  /**
   * Makes one, if it is there.
   *
   * @param packing its name in messages
   */
  JdkReader(String format, String packing) {
    this.packing = packing;
    try {
      reader = find(format).get().createReaderInstance();
    } catch (IOException e) {
      throw new IllegalStateException(e); // it has been made before
    }
    reader.addIIOReadWarningListener((source, text) -> warned |= !HARMLESS.equals(text));
  }

  /** Whether this Java reads the format; TIFF from 9 on. */
  static boolean isThere(String format) {
    return find(format).isPresent();
  }

  private static Optional<ImageReaderSpi> find(String format) {
    return FOUND.computeIfAbsent(format, JdkReader::look);
  }

  private static Optional<ImageReaderSpi> look(String format) {
    IIORegistry registry = IIORegistry.getDefaultInstance();
    Iterator<ImageReaderSpi> all = registry.getServiceProviders(ImageReaderSpi.class, true);
    while (all.hasNext()) {
      ImageReaderSpi one = all.next();
      boolean own = one.getClass().getName().startsWith(OF_THE_JDK);
      if (own && Arrays.asList(one.getFormatNames()).contains(format)) {
        try {
          one.createReaderInstance().dispose();
          return Optional.of(one);
        } catch (IOException | LinkageError e) { // Java was installed without its library
          continue;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * Puts the rows of a grey image into the first needed bytes of the pixels.
   *
   * @param file that has the image
   * @param width that it must have
   * @param rows that it must have at least
   * @param mostRows that it may have
   * @throws DamagedBlock if it has another size or is not whole, in whatever way
   */
  void read(byte[] file, int width, int rows, int mostRows, byte[] pixels, int needed)
      throws DamagedBlock {
    warned = false;
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      reader.setInput(in, true, true);
      int height = reader.getHeight(0);
      if (reader.getWidth(0) != width || height < rows || height > mostRows) { // before it is read
        throw new DamagedBlock(
            TiffBlockMessages.otherSize(reader.getWidth(0), height, width, rows));
      }
      Raster raster =
          reader.canReadRaster() ? reader.readRaster(0, null) : reader.read(0).getRaster();
      byte[] found = ((DataBufferByte) raster.getDataBuffer()).getData();
      if (warned || raster.getNumBands() != 1) {
        throw new DamagedBlock(TiffBlockMessages.notDecoded(packing));
      }
      System.arraycopy(found, 0, pixels, 0, needed);
    } catch (IOException | RuntimeException e) { // damaged data lead to any of them
      throw new DamagedBlock(TiffBlockMessages.notDecoded(packing));
    } finally {
      reader.setInput(null);
    }
  }

  @Override
  public void close() {
    reader.dispose();
  }
}
