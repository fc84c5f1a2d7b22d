// SPDX-License-Identifier: BSD-2-Clause

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bitvox.ClassifyColours;
import org.bitvox.ColourModel;
import org.bitvox.FrameSource;
import org.bitvox.ProgressListener;

/**
 * Movies of 1388 x 1036 pixels, as Java has them, to tables of objects: frames a second of one
 * movie, and of several at once, all together.
 *
 * <pre>
 * java -Xmx8g -cp Bitvox_.jar FramesFromJava.java [backend] [frames] [threads,...] [movies,...]
 * </pre>
 *
 * <p>The first movie of the process pays for loading the library and for CUDA's start-up, and is
 * not counted. Each movie has the table of all colours made for it. 32 frames are different; they
 * come again and again.
 */
final class FramesFromJava {
  private static final int WIDTH = 1388;
  private static final int HEIGHT = 1036;
  private static final int DIFFERENT = 32;

  private FramesFromJava() {}

  public static void main(String[] args) throws Exception {
    String backend = args.length > 0 ? args[0] : "auto";
    int frames = args.length > 1 ? Integer.parseInt(args[1]) : 3200;
    int[] threads = numbers(args.length > 2 ? args[2] : "1,4");
    int[] movies = numbers(args.length > 3 ? args[3] : "1,2,4");
    for (boolean mosaic : new boolean[] {true, false}) {
      Object[] different = new Object[DIFFERENT];
      for (int z = 0; z < DIFFERENT; z++) {
        different[z] = frame(mosaic, z);
      }
      FrameSource background = source(new Object[] {frame(false, -1)}, 1);
      FrameSource movie = source(different, frames);
      classify(source(different, DIFFERENT), background, mosaic, 4, backend);
      for (int of : threads) {
        for (int many : movies) {
          double[] rates = new double[5];
          for (int run = 0; run < rates.length; run++) {
            rates[run] =
                frames
                    * many
                    / seconds(many, () -> classify(movie, background, mosaic, of, backend));
          }
          Arrays.sort(rates);
          System.out.printf(
              "%s, %d threads a movie, %d movies at once: median %.0f frames/s, %.0f to %.0f%n",
              mosaic ? "mosaic" : "RGB", of, many, rates[2], rates[0], rates[4]);
        }
      }
    }
  }

  private static int[] numbers(String text) {
    return Arrays.stream(text.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private static double seconds(int many, Runnable call) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(many);
    long start = System.nanoTime();
    List<Future<?>> runs = new ArrayList<>();
    for (int i = 0; i < many; i++) {
      runs.add(executor.submit(call));
    }
    for (Future<?> run : runs) {
      run.get();
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    executor.shutdown();
    return seconds;
  }

  private static void classify(
      FrameSource movie, FrameSource background, boolean mosaic, int threads, String backend) {
    try {
      int objects =
          new ClassifyColours()
              .mosaic(mosaic ? ClassifyColours.Mosaic.RGGB : ClassifyColours.Mosaic.NONE)
              .motion(ClassifyColours.Motion.BACKGROUND)
              .background(background)
              .threads(threads)
              .backend(backend)
              .classify(movie, model(), ProgressListener.NONE)
              .objects()
              .count();
      if (objects < movie.depth()) {
        throw new IllegalStateException(objects + " objects in " + movie.depth() + " frames");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Grass, and two teams, as classify_colours_bench.cpp has them. */
  private static ColourModel model() {
    ColourModel model = ColourModel.of(ColourModel.Space.HSV, ColourModel.Covariance.FULL);
    double[][] means = {{480, 170, 148}, {0, 204, 200}, {975, 188, 190}};
    for (int k = 0; k < means.length; k++) {
      model.addClass("class " + (k + 1), 1);
      for (int i = 0; i < 5; i++) {
        double[] mean = {means[k][0] + 6 * i, means[k][1] - 4 * i, means[k][2] + 3 * i};
        model.addGaussian(0.2, mean, new double[] {400, 5, -3, 200, 10, 80});
      }
    }
    return model;
  }

  /** Striped grass with noise, and 22 players who move; without players if z is negative. */
  private static Object frame(boolean mosaic, int z) {
    Random random = new Random(z);
    byte[] bytes = new byte[mosaic ? WIDTH * HEIGHT : 0];
    int[] words = new int[mosaic ? 0 : WIDTH * HEIGHT];
    for (int y = 0, i = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++, i++) {
        int rgb = colour(x, y, z);
        int noise = random.nextInt(15) - 7;
        if (mosaic) {
          bytes[i] = (byte) ((rgb >> 16 - 8 * (x % 2 + y % 2) & 255) + noise);
        } else {
          words[i] = rgb + noise * 0x010101;
        }
      }
    }
    return mosaic ? bytes : words;
  }

  private static int colour(int x, int y, int z) {
    int column = x / 60;
    int left = column * 60 + z % 30;
    int top = column % 7 * 140 + 30;
    if (z >= 0 && x >= left && x < left + 20 && y >= top && y < top + 50) {
      return column % 2 == 0 ? 0xc82828 : 0x323cbe;
    }
    return x / 100 % 2 == 0 ? 0x3c8c32 : 0x469b3c;
  }

  private static FrameSource source(Object[] different, int depth) {
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
        return depth;
      }

      @Override
      public Object pixels(int frame) {
        return different[frame % different.length];
      }
    };
  }
}
