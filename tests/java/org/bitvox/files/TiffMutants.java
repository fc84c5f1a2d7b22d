// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import ij.measure.Calibration;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damaged TIFF files without end: small files of every form, with some bytes made others. */
final class TiffMutants {
  private static final long[] NUMBERS = {
    0,
    1,
    2,
    3,
    8,
    16,
    255,
    256,
    257,
    0x7fff,
    0xffff,
    65536,
    0x7fffffffL,
    0x80000000L,
    0xffffffffL,
    0x100000000L,
    Long.MAX_VALUE,
    Long.MIN_VALUE,
    -1,
  };
  private static final String[] TEXTS = {
    "images=", "ImageJ=", "\n", "\\u", "999999999", "-1", "NaN", "1e99", "c0=", "cf=", "<OME",
  };

  private final List<byte[]> whole = new ArrayList<>();
  private final Random random;
  private byte[] original;

  /** Makes them from these numbers. */
  TiffMutants(Random random) throws IOException {
    this.random = random;
    for (Path sample : TiffSamplesTest.samples()) {
      whole.add(Files.readAllBytes(sample));
    }
    whole.add(Files.readAllBytes(TiffPackedByOthersTest.JPEG_SAMPLE));
    addBuilt();
    addOfOtherPrograms();
    addOfImageJ();
  }

  private void addBuilt() {
    for (SampleType type : SampleType.values()) {
      for (int compression : new int[] {1, 5, 8, 32773}) {
        for (int form = 0; form < 4; form++) {
          TiffBuilder builder = new TiffBuilder();
          builder.type = type;
          builder.width = 13;
          builder.height = 9;
          builder.compression = compression;
          builder.predictor = type.wholeBytes() ? 2 : 1;
          builder.order = form % 2 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
          builder.big = form == 2;
          builder.tileWidth = form == 1 ? 16 : 0;
          builder.tileHeight = builder.tileWidth;
          builder.rowsPerStrip = form == 3 ? 100 : 4;
          builder.description =
              form == 0 ? "ImageJ=1.54p\nimages=3\nslices=3\nunit=mm\nspacing=2.0\n" : null;
          builder.oneDirectory = form == 0 && compression == 1 && type.wholeBytes();
          whole.add(builder.build());
        }
      }
    }
  }

  /**
   * Several values a pixel, tiles that are not there, smaller copies, OME-XML, tifffile's texts.
   */
  private void addOfOtherPrograms() {
    String[] texts = {
      "<OME UUID='urn:a'><Pixels DimensionOrder='XYZCT' SizeX='12' SizeY='9' SizeC='1' SizeZ='3'"
          + " PhysicalSizeX='0.5' PhysicalSizeXUnit='nm' PhysicalSizeZ='2'>"
          + "<TiffData FirstZ='2' IFD='0' PlaneCount='1'><UUID FileName='a.tif'>urn:a</UUID>"
          + "</TiffData><TiffData IFD='1' PlaneCount='2'/></Pixels></OME>",
      "{\"shape\": [3, 9, 12], \"axes\": \"ZYX\"}",
      "ImageJ=1.48v\nslices=3\nunit=\u00b5m\nspacing=2.5\n",
    };
    for (int samples = 1; samples <= 3; samples++) {
      for (int planar = 1; planar <= 2; planar++) {
        for (int compression : new int[] {1, 5, 8}) {
          TiffBuilder builder = new TiffBuilder();
          builder.width = planar == 1 ? 12 * samples : 12;
          builder.height = planar == 1 ? 9 : 9 * samples;
          builder.rowsPerStrip = 3;
          builder.compression = compression;
          builder.description = texts[samples - 1];
          builder.tags.put(254, new long[] {4, 0});
          builder.tags.put(256, new long[] {3, 12});
          builder.tags.put(257, new long[] {3, 9});
          builder.tags.put(277, new long[] {3, samples});
          builder.tags.put(284, new long[] {3, planar});
          builder.tags.put(338, samples == 2 ? new long[] {3, planar} : null);
          whole.add(builder.build());
        }
      }
    }
    TiffBuilder sparse = new TiffBuilder();
    sparse.rowsPerStrip = 100;
    sparse.tagsOf = 1;
    sparse.tags.put(273, new long[] {4, 0});
    sparse.tags.put(279, new long[] {4, 0});
    whole.add(sparse.build());
    sparse.tags.put(273, new long[] {4, 8}); // as the first page
    sparse.tags.put(279, null);
    whole.add(sparse.build());
    sparse.tags.clear();
    sparse.tags.put(254, new long[] {4, 1});
    whole.add(sparse.build());
  }

  private void addOfImageJ() throws IOException {
    for (SampleType type :
        new SampleType[] {SampleType.BYTE, SampleType.UNSIGNED_SHORT, SampleType.FLOAT}) {
      ImageStack stack = new ImageStack(11, 7);
      for (int z = 0; z < 4; z++) {
        stack.addSlice("", TiffSample.pixels(type, 11, 7, z));
      }
      ImagePlus image = new ImagePlus("a", stack);
      Calibration calibration = image.getCalibration();
      calibration.setUnit("µm");
      calibration.pixelDepth = 3;
      calibration.setFunction(Calibration.POLY2, new double[] {1, 2, 3}, "HU");
      whole.add(new FileSaver(image).serialize());
      image.setDimensions(2, 2, 1);
      whole.add(new FileSaver(image).serialize());
    }
  }

  /** The next one. */
  byte[] next() {
    original = whole.get(random.nextInt(whole.size()));
    byte[] mutant = original.clone();
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      mutant = change(mutant);
    }
    return mutant;
  }

  /** What the last one was made of. */
  byte[] original() {
    return original;
  }

  private byte[] change(byte[] file) {
    int at = random.nextInt(Math.max(1, file.length - 16));
    switch (file.length < 20 ? 0 : random.nextInt(9)) {
      case 0:
        return Arrays.copyOf(file, random.nextInt(file.length + 1));
      case 1:
        return Arrays.copyOf(file, file.length + random.nextInt(100));
      case 2:
        file[at] = (byte) random.nextInt();
        return file;
      case 3:
        file[at] ^= (byte) (1 << random.nextInt(8));
        return file;
      case 4:
        byte[] text = TEXTS[random.nextInt(TEXTS.length)].getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, file, at, text.length);
        return file;
      case 5:
        int from = random.nextInt(file.length - 16);
        System.arraycopy(file, from, file, at, 1 + random.nextInt(15));
        return file;
      default:
        return setNumber(file, at);
    }
  }

  /** Most of what is not pixels are numbers of 2, 4 or 8 bytes. */
  private byte[] setNumber(byte[] file, int at) {
    long number =
        random.nextInt(3) == 0
            ? random.nextInt(file.length + 10)
            : NUMBERS[random.nextInt(NUMBERS.length)];
    int bytes = 1 << 1 + random.nextInt(3);
    boolean little = file[0] == 'I';
    for (int i = 0; i < bytes; i++) {
      file[at + i] = (byte) (number >> 8 * (little ? i : bytes - 1 - i));
    }
    return file;
  }
}
