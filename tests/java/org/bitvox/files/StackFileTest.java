// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import ij.IJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.io.FileSaver;
import ij.io.TiffDecoder;
import ij.measure.Calibration;
import ij.process.ColorProcessor;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.bitvox.TestImages;
import org.bitvox.commands.GranulometryCommand;
import org.bitvox.parameters.Parameters.Caller;
import org.bitvox.parameters.UsageException;
import org.bitvox.parameters.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackFileTest {
  @TempDir Path folder;

  private static StackFile open(String name, String... options) throws IOException {
    String[] all = Arrays.copyOf(options, options.length + 1);
    all[options.length] = "input=" + name;
    Values values =
        new GranulometryCommand().parameters().parse(Arrays.asList(all), Caller.COMMAND_LINE);
    return StackFile.open(values, Arrays.asList("input")).get("input");
  }

  private static String failure(String name, String... options) {
    Exception problem = assertThrows(Exception.class, () -> open(name, options));
    assertTrue(problem instanceof IOException || problem instanceof UsageException, "" + problem);
    return problem.getMessage();
  }

  private static void assertSame(ImagePlus expected, StackFile file) throws IOException {
    assertEquals(expected.getWidth(), file.width());
    assertEquals(expected.getHeight(), file.height());
    assertEquals(expected.getStackSize(), file.depth());
    assertEquals(expected.getBitDepth(), file.bitDepth());
    for (int z = 0; z < file.depth(); z++) {
      Object pixels = expected.getStack().getProcessor(z + 1).getPixels();
      Object read = file.readSlice(z);
      assertTrue(Arrays.deepEquals(new Object[] {pixels}, new Object[] {read}), "slice " + z);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {8, 16, 32})
  void readsWhatImageJWrites(int bits) throws IOException {
    ImagePlus image = TestImages.stack(bits, 3, 200);
    image.getCalibration().setUnit("mm");
    image.getCalibration().pixelWidth = 0.5;
    image.getCalibration().pixelDepth = 2.5;
    StackFile file = open(TestImages.save(image, folder, "a.tif"));
    assertSame(image, file);
    assertEquals("mm", file.calibration().getUnit());
    assertEquals(0.5, file.calibration().pixelWidth);
    assertEquals(2.5, file.calibration().pixelDepth);
    assertEquals("a.tif", file.name());
  }

  @Test
  void readsASingleImage() throws IOException {
    ImagePlus image = new ImagePlus("one", TestImages.binary().getStack().getProcessor(8));
    assertSame(image, open(TestImages.save(image, folder, "one.TIFF")));
  }

  @Test
  void readsSignedImagesWithTheirOffset() throws IOException {
    ImagePlus image = TestImages.stack(16, 32768 - 1000, 32768 + 226);
    image.getCalibration().setSigned16BitCalibration();
    StackFile file = open(TestImages.save(image, folder, "ct.tif"));
    assertSame(image, file);
    assertTrue(file.calibration().isSigned16Bit());
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "LZW", "PackBits", "ZLib", "Deflate"})
  void readsPagesOfOtherPrograms(String compression) throws IOException {
    Path path = writePages(compression, 4, BufferedImage.TYPE_BYTE_GRAY);
    ImagePlus expected = IJ.openImage(path.toString());
    assertEquals(4, expected.getStackSize());
    assertSame(expected, open(path.toString()));
  }

  @Test
  void readsOneBitPages() throws IOException {
    Path path = writePages("none", 3, BufferedImage.TYPE_BYTE_BINARY);
    ImagePlus expected = IJ.openImage(path.toString());
    assertEquals(3, expected.getStackSize());
    assertEquals(255, expected.getProcessor().getMax());
    assertSame(expected, open(path.toString()));
    byte[] all = Files.readAllBytes(path);
    Files.write(path, Arrays.copyOf(all, all.length / 2));
    assertTrue(failure(path.toString()).contains("truncated"));
  }

  @Test
  void readsSixteenBitPages() throws IOException {
    Path path = writePages("LZW", 3, BufferedImage.TYPE_USHORT_GRAY);
    assertSame(IJ.openImage(path.toString()), open(path.toString()));
  }

  private Path writePages(String compression, int pages, int type) throws IOException {
    Path path = folder.resolve(compression + ".tif");
    ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(path.toFile())) {
      writer.setOutput(out);
      writer.prepareWriteSequence(null);
      ImageWriteParam param = writer.getDefaultWriteParam();
      if (!compression.equals("none")) {
        param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        param.setCompressionType(compression);
      }
      for (int page = 0; page < pages; page++) {
        BufferedImage image = new BufferedImage(50, 40, type);
        for (int i = 0; i < 300; i++) {
          image.setRGB(i * (page + 7) % 50, i * 3 % 40, 0xffffff);
        }
        writer.writeToSequence(new IIOImage(image, null, null), param);
      }
      writer.endWriteSequence();
    }
    return path;
  }

  @Test
  void truncatedStacksAreRefused() throws IOException {
    String name = TestImages.save(TestImages.binary(), folder, "a.tif");
    byte[] all = Files.readAllBytes(Path.of(name));
    int slice = TestImages.WIDTH * TestImages.HEIGHT;
    int data = (int) new TiffDecoder(folder + "/", "a.tif").getTiffInfo()[0].getOffset();
    for (int there : new int[] {0, 5, 14}) {
      Files.write(Path.of(name), Arrays.copyOf(all, data + (there + 1) * slice - 1));
      assertEquals(
          name + ": the file is truncated: " + there + " of 15 slices are there", failure(name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "LZW"})
  void truncatedPagesAreRefused(String compression) throws IOException {
    String name = writePages(compression, 4, BufferedImage.TYPE_BYTE_GRAY).toString();
    byte[] all = Files.readAllBytes(Path.of(name));
    for (int length = all.length - 1; length > 20; length -= 97) {
      Files.write(Path.of(name), Arrays.copyOf(all, length));
      String message = failure(name);
      assertTrue(message.startsWith(name + ": the file is truncated"), length + " " + message);
    }
  }

  @Test
  void refusesWhatIsNotThere() throws IOException {
    assertEquals("no.tif: no such file", failure("no.tif"));
    assertEquals("no.raw: no such file", failure("no.raw", "width=3", "height=3"));
    assertEquals("a.png: no such file", failure("a.png"));
    String other = Files.write(folder.resolve("a.png"), new byte[] {1, 2, 3}).toString();
    assertEquals(
        other + ": its format is not known; use TIFF, NIfTI, NRRD or MetaImage, or a .raw file",
        failure(other));
    String name = folder + "/x.tif";
    new File(name).mkdir();
    assertEquals(
        name + ": is a folder; say stack to take its files for the slices of a volume",
        failure(name));
  }

  @Test
  void refusesWhatIsNotTiff() throws IOException {
    String name = folder + "/text.tif";
    Files.write(Path.of(name), "this is not an image at all".getBytes());
    assertEquals(name + ": it does not begin as a TIFF file does", failure(name));
    Files.write(Path.of(name), new byte[0]);
    assertEquals(name + ": it does not begin as a TIFF file does", failure(name));
    Files.write(Path.of(name), new byte[] {'I', 'I', 42, 0, 8, 0, 0, 0});
    assertEquals(name + ": the file is truncated", failure(name));
  }

  @Test
  void theNameDoesNotDecide() throws IOException {
    ImagePlus image = TestImages.stack(8, 3, 200);
    Path tiff = Path.of(TestImages.save(image, folder, "a.tif"));
    for (String name : new String[] {"a.dat", "a", "a.png"}) {
      Path other = Files.copy(tiff, folder.resolve(name));
      assertSame(image, open(other.toString()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"png", "bmp", "gif", "pgm", "fits", "jpg"})
  void imageJReadsOtherFormats(String format) throws IOException {
    assumeFalse(Windows.HERE && format.equals("jpg"), "ImageJ leaves the file open");
    ImagePlus image = new ImagePlus("a", TestImages.stack(8, 1, 200).getProcessor());
    String written = folder.resolve("a." + format).toString();
    FileSaver saver = new FileSaver(image);
    boolean saved =
        format.equals("png")
            ? saver.saveAsPng(written)
            : format.equals("bmp")
                ? saver.saveAsBmp(written)
                : format.equals("gif")
                    ? saver.saveAsGif(written)
                    : format.equals("pgm")
                        ? saver.saveAsPgm(written)
                        : format.equals("fits")
                            ? saver.saveAsFits(written)
                            : saver.saveAsJpeg(written);
    assertTrue(saved);
    Path path = Files.move(Path.of(written), folder.resolve("renamed"));
    ImagePlus expected = IJ.openImage(path.toString());
    StackFile file = open(path.toString());
    assertSame(expected, file);
    assertEquals("[" + path + ": it was read by ImageJ.]", file.notes().toString());
  }

  @Test
  void imageJReadsColours() throws IOException {
    ColorProcessor colours = new ColorProcessor(5, 4);
    colours.setColor(new Color(30, 20, 10));
    colours.fill();
    String name = folder.resolve("a.png").toString();
    new FileSaver(new ImagePlus("a", colours)).saveAsPng(name);
    for (int channel = 1; channel <= 3; channel++) {
      StackFile file = open(name, "channel=" + channel);
      assertEquals(1, file.depth());
      assertEquals(40 - 10 * channel, ((byte[]) file.readSlice(0))[7]);
    }
    Files.write(Path.of(name), Arrays.copyOf(Files.readAllBytes(Path.of(name)), 30));
    assertEquals(name + ": ImageJ, which knows its format, cannot open it", failure(name));
  }

  @Test
  void refusesColour() throws IOException {
    ImagePlus image = new ImagePlus("rgb", new ColorProcessor(5, 4));
    String name = TestImages.save(image, folder, "rgb.tif");
    String colours =
        ": its pixels have the colours red, green and blue; choose one with channel=1, 2 or 3, or"
            + " convert it to grey first";
    assertEquals(name + colours, failure(name));
    image.getProcessor().setColor(new Color(30, 20, 10));
    image.getProcessor().fill();
    TestImages.save(image, folder, "rgb.tif");
    for (int channel = 1; channel <= 3; channel++) {
      StackFile file = open(name, "channel=" + channel);
      assertEquals(40 - 10 * channel, ((byte[]) file.readSlice(0))[7]);
    }
    assertEquals(name + ": channel=4 is not there: it has 3 channels", failure(name, "channel=4"));
  }

  @Test
  void refusesHyperstacks() throws IOException {
    refusesHyperstack("3 channels", "channel=1 to 3", 3, 5, 1);
    refusesHyperstack("3 frames", "frame=1 to 3", 1, 5, 3);
    refusesHyperstack("15 channels", "channel=1 to 15", 15, 1, 1);
    refusesHyperstack("15 frames", "frame=1 to 15", 1, 1, 15);
    refusesHyperstack("3 channels and 5 frames", "channel=1 to 3 and frame=1 to 5", 3, 1, 5);
  }

  private void refusesHyperstack(String has, String wanted, int... shape) throws IOException {
    ImagePlus image = TestImages.binary();
    image.setDimensions(shape[0], shape[1], shape[2]);
    for (boolean shownAsHyperstack : new boolean[] {false, true}) {
      image.setOpenAsHyperStack(shownAsHyperstack);
      String file = TestImages.save(image, folder, "h.tif");
      assertEquals(
          file + ": it has " + has + ", and one volume is needed: choose " + wanted, failure(file));
      String[] last = {"channel=" + shape[0], "frame=" + shape[2]};
      StackFile volume = open(file, last);
      assertEquals(shape[1], volume.depth());
      int z = shape[1] - 1;
      Object pixels = image.getStack().getProcessor(image.getStackSize()).getPixels();
      assertArrayEquals((byte[]) pixels, (byte[]) volume.readSlice(z));
    }
  }

  @Test
  void takesTheLargestOfPagesOfDifferentSizes() throws IOException {
    Path path = folder.resolve("mixed.tif");
    ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(path.toFile())) {
      writer.setOutput(out);
      writer.prepareWriteSequence(null);
      for (int size : new int[] {20, 20, 10}) {
        BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_BYTE_GRAY);
        writer.writeToSequence(new IIOImage(image, null, null), null);
      }
      writer.endWriteSequence();
    }
    String name = path.toString();
    StackFile file = open(name);
    assertEquals(2, file.depth());
    assertEquals(
        "["
            + name
            + ": it has 2 pages of 20 x 20 pixels of 8 bits (series=1) and 1 page of 10 x 10 pixels"
            + " of 8 bits (series=2); series=1 is read, which is the largest.]",
        file.notes().toString());
    assertEquals(10, open(name, "series=2").width());
    assertEquals(name + ": series=3 is not there: it has 2 series", failure(name, "series=3"));
  }

  private Path raw(ByteBuffer content) throws IOException {
    return Files.write(folder.resolve("v.raw"), content.array());
  }

  private static ByteBuffer little(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  @Test
  void readsRawVolumes() throws IOException {
    String name =
        raw(little(12).put(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})).toString();
    StackFile file = open(name, "width=3", "height=2", "depth=2");
    assertArrayEquals(new byte[] {7, 8, 9, 10, 11, 12}, (byte[]) file.readSlice(1));
    raw(little(8).putShort((short) 1).putShort((short) 2).putShort((short) 3).putShort((short) -1));
    file = open(name, "width=2", "height=1", "depth=2", "type=uint16");
    assertArrayEquals(new short[] {3, -1}, (short[]) file.readSlice(1));
    assertEquals(16, file.bitDepth());
    file = open(name, "width=4", "height=1", "type=int16");
    assertArrayEquals(
        new short[] {(short) 32769, (short) 32770, (short) 32771, 32767},
        (short[]) file.readSlice(0));
    assertTrue(file.calibration().isSigned16Bit());
    raw(little(8).putFloat(1.5f).putFloat(-2));
    file = open(name, "width=2", "height=1", "type=float32");
    assertArrayEquals(new float[] {1.5f, -2}, (float[]) file.readSlice(0));
    assertEquals(32, file.bitDepth());
    assertEquals(new Calibration().getUnit(), file.calibration().getUnit());
  }

  @Test
  void rawFilesMustFitExactly() throws IOException {
    String name = raw(little(13)).toString();
    assertEquals(
        name + ": the file has 13 bytes, but 3 x 2 x 2 voxels of uint8 are 12",
        failure(name, "width=3", "height=2", "depth=2"));
    assertEquals(
        name + ": the file has 13 bytes, but 3 x 2 x 1 voxels of int16 are 12",
        failure(name, "width=3", "height=2", "type=int16"));
    assertEquals(
        name
            + ": the file has 13 bytes, but 46340 x 46340 x 2147483647 voxels of float32 are"
            + " 18445987738559012800",
        failure(name, "width=46340", "height=46340", "depth=2147483647", "type=float32"));
    assertEquals(name + ": a raw file needs width= and height=", failure(name, "width=3"));
    assertEquals(
        "a slice may have at most 2147483639 voxels", failure(name, "width=65536", "height=65536"));
  }

  @Test
  void sizesAreForRawFilesOnly() {
    String name = TestImages.save(TestImages.binary(), folder, "a.tif");
    for (String option : new String[] {"width=24", "height=18", "depth=15", "type=uint8"}) {
      String key = option.split("=")[0];
      assertEquals(
          key + "= describes a raw file, but no .raw file is given", failure(name, option));
    }
  }

  @Test
  void stacksOfOneColumnAreStacks() throws IOException {
    ImageStack stack = new ImageStack(1, 1);
    stack.addSlice("", new byte[] {5});
    stack.addSlice("", new byte[] {6});
    ImagePlus image = new ImagePlus("tiny", stack);
    assertSame(image, open(TestImages.save(image, folder, "tiny.tif")));
  }
}
