// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import ij.ImagePlus;
import ij.ImageStack;
import ij.VirtualStack;
import ij.process.ByteProcessor;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;

/**
 * Frames of noisy grass on which a red square of 4 x 4 pixels goes right by 2 pixels a frame, and a
 * blue one of 5 x 5 goes down by 1; and the model of their colours.
 */
public final class TestMovie implements FrameSource {
  /** Pixels along x, an odd number. */
  public static final int WIDTH = 41;

  /** Pixels along y. */
  public static final int HEIGHT = 30;

  private static final int[][] COLOURS = {{40, 120, 30}, {200, 30, 30}, {40, 40, 200}};

  private final int[][] frames;

  private TestMovie(int[][] frames) {
    this.frames = frames;
  }

  /** So many frames. */
  public static TestMovie of(int count) {
    Random random = new Random(7);
    int[][] frames = new int[count][WIDTH * HEIGHT];
    for (int t = 0; t < count; t++) {
      for (int i = 0; i < frames[t].length; i++) {
        int rgb = 0;
        for (int level : COLOURS[classAt(i % WIDTH, i / WIDTH, t) - 1]) {
          rgb = rgb << 8 | level + random.nextInt(9) - 4;
        }
        frames[t][i] = rgb;
      }
    }
    return new TestMovie(frames);
  }

  /** From 1: grass, red, blue. */
  public static int classAt(int x, int y, int frame) {
    boolean red = x >= 3 + 2 * frame && x < 7 + 2 * frame && y >= 4 && y < 8;
    boolean blue = x >= 20 && x < 25 && y >= 12 + frame && y < 17 + frame;
    return red ? 2 : blue ? 3 : 1;
  }

  /** Three classes. */
  public static ColourModel model() {
    ColourModel model = ColourModel.of(ColourModel.Space.RGB, ColourModel.Covariance.DIAGONAL);
    String[] names = {"grass", "red, team A", "blue"};
    for (int k = 0; k < names.length; k++) {
      model.addClass(names[k], 1);
      model.addGaussian(
          1,
          Arrays.stream(COLOURS[k]).asDoubleStream().toArray(),
          new double[] {30, 0, 0, 30, 0, 30});
    }
    return model;
  }

  /** What a camera with a mosaic RGGB sees of it. */
  public FrameSource mosaic() {
    byte[][] bytes = new byte[frames.length][WIDTH * HEIGHT];
    for (int t = 0; t < frames.length; t++) {
      for (int i = 0; i < bytes[t].length; i++) {
        int blues = i % WIDTH % 2 + i / WIDTH % 2; // 0 at red, 2 at blue pixels
        bytes[t][i] = (byte) (frames[t][i] >> 16 - 8 * blues);
      }
    }
    return source(bytes.length, frame -> bytes[frame]);
  }

  /** What reads a frame. */
  public interface Reader {
    /** From 0. */
    Object read(int frame) throws IOException;
  }

  /** Frames of the same size that come from elsewhere. */
  public static FrameSource source(int count, Reader reader) {
    return new FrameSource() {
      @Override
      public int width() {
        return WIDTH;
      }

      @Override
      public int height() {
        return HEIGHT;
      }

      @Override
      public int depth() {
        return count;
      }

      @Override
      public Object pixels(int frame) throws IOException {
        return reader.read(frame);
      }
    };
  }

  @Override
  public int width() {
    return WIDTH;
  }

  @Override
  public int height() {
    return HEIGHT;
  }

  @Override
  public int depth() {
    return frames.length;
  }

  @Override
  public Object pixels(int frame) {
    return frames[frame];
  }

  /** The same as an image. */
  public static ImagePlus image(FrameSource movie) throws IOException {
    ImageStack stack = new ImageStack(movie.width(), movie.height());
    for (int t = 0; t < movie.depth(); t++) {
      stack.addSlice(processor(movie.pixels(t)));
    }
    return new ImagePlus("movie.tif", stack);
  }

  private static ImageProcessor processor(Object pixels) {
    return pixels instanceof int[]
        ? new ColorProcessor(WIDTH, HEIGHT, ((int[]) pixels).clone())
        : new ByteProcessor(WIDTH, HEIGHT, ((byte[]) pixels).clone());
  }

  /** The same as a movie that is read from its file while it is shown, frame by frame. */
  public static ImagePlus virtual(ImagePlus image) {
    ImageStack slices = image.getStack();
    VirtualStack stack =
        new VirtualStack(image.getWidth(), image.getHeight(), null, "") {
          @Override
          public ImageProcessor getProcessor(int slice) {
            return slices.getProcessor(slice).duplicate();
          }

          @Override
          public int getSize() {
            return slices.getSize();
          }

          @Override
          public String getSliceLabel(int slice) {
            return slices.getSliceLabel(slice);
          }
        };
    stack.setBitDepth(image.getBitDepth());
    return new ImagePlus(image.getTitle(), stack);
  }
}
