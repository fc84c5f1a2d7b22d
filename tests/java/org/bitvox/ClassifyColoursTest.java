// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ClassifyColoursTest implements BackendContract, FieldsContract<ClassifyColours> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    ClassifyColours classifying = new ClassifyColours().backend(backend).threads(threads);
    return classified(classifying, TestMovie.of(9), listener).run();
  }

  private static ClassifyColours.Result classified(
      ClassifyColours classifying, FrameSource frames, ProgressListener listener) {
    try {
      return classifying.classify(frames, TestMovie.model(), listener);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> classified(options(), null, NONE),
        () -> {
          try {
            options().classify(TestMovie.of(1), null, NONE);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public ClassifyColours options() {
    return new ClassifyColours().gate(5).table(5).reject(0.9); // cells of the table are coarse
  }

  @Override
  public Fields outcome(ClassifyColours options) {
    List<Object> slices = new ArrayList<>();
    SliceReceiver receiver = (slice, pixels) -> slices.add(pixels);
    options.classes(receiver).probabilities(receiver).labels(receiver);
    FrameSource frames = withMixedColours(TestMovie.of(3));
    List<Object> all = new ArrayList<>();
    all.add(classified(options, frames, NONE));
    all.addAll(slices);
    return Fields.of(all.toArray());
  }

  /**
   * With a row of all colours between grass and red: somewhere a cell's middle is on the other
   * side.
   */
  private static FrameSource withMixedColours(TestMovie movie) {
    int[] pixels = (int[]) movie.pixels(0);
    for (int x = 0; x < TestMovie.WIDTH; x++) {
      pixels[x] = 40 + 4 * x << 16 | 120 - 2 * x << 8 | 30;
    }
    return movie;
  }

  private static List<Object> maps(ClassifyColours classifying, FrameSource frames) {
    List<Object> maps = new ArrayList<>();
    classified(classifying.classes((z, pixels) -> maps.add(pixels)), frames, NONE);
    return maps;
  }

  @Test
  void mapsAndObjectsAreThoseOfTheMovie() {
    TestMovie movie = TestMovie.of(4);
    List<Object> maps = new ArrayList<>();
    List<Object> labels = new ArrayList<>();
    ClassifyColours.Result result =
        classified(
            new ClassifyColours()
                .gate(5)
                .classes((z, pixels) -> maps.add(pixels))
                .labels((z, pixels) -> labels.add(pixels)),
            movie,
            NONE);
    ColourObjects objects = result.objects();
    assertEquals(12, objects.count()); // grass, red and blue in each frame
    assertEquals(3, result.tracks());
    for (int t = 0; t < 4; t++) {
      byte[] map = (byte[]) maps.get(t);
      float[] ofTracks = (float[]) labels.get(t);
      for (int i = 0; i < map.length; i++) {
        int expected = TestMovie.classAt(i % TestMovie.WIDTH, i / TestMovie.WIDTH, t);
        assertEquals(expected, map[i], "frame " + t + ", pixel " + i);
        assertEquals(expected, ofTracks[i]); // tracks begin in the order of classes here
      }
      int red = 3 * t + 1;
      assertEquals(t + 1, objects.frame(red));
      assertEquals(2, objects.ofClass(red));
      assertEquals(16, objects.area(red));
      assertEquals(4.5 + 2 * t, objects.x(red));
      assertEquals(5.5, objects.y(red));
      assertEquals(3 + 2 * t, objects.left(red));
      assertEquals(4, objects.top(red));
      assertEquals(4, objects.width(red));
      assertEquals(5, objects.height(red + 1));
      assertEquals(1, objects.probability(red), 0.01);
      assertEquals(2, objects.track(red));
    }
  }

  @Test
  void probabilitiesSumToOne() {
    List<float[]> channels = new ArrayList<>();
    classified(
        new ClassifyColours()
            .probabilities(
                (slice, pixels) -> {
                  assertEquals(channels.size(), slice);
                  channels.add((float[]) pixels);
                }),
        TestMovie.of(2),
        NONE);
    assertEquals(6, channels.size());
    for (int i = 0; i < TestMovie.WIDTH * TestMovie.HEIGHT; i++) {
      int ofClass = TestMovie.classAt(i % TestMovie.WIDTH, i / TestMovie.WIDTH, 1) - 1;
      float sum = 0;
      for (int k = 0; k < 3; k++) {
        sum += channels.get(3 + k)[i];
      }
      assertEquals(1, sum, 1e-6);
      assertTrue(channels.get(3 + ofClass)[i] > 0.99);
    }
  }

  /** Nothing is cleaned or dropped. */
  private static ClassifyColours plain() {
    return new ClassifyColours().open(0).close(0).minArea(1);
  }

  @Test
  void mosaicsAreMadeRgb() {
    TestMovie movie = TestMovie.of(2);
    List<Object> ofMosaic = maps(plain().mosaic(ClassifyColours.Mosaic.RGGB), movie.mosaic());
    List<Object> ofRgb = maps(plain(), debayered(movie.mosaic()));
    for (int t = 0; t < 2; t++) {
      assertArrayEquals((byte[]) ofRgb.get(t), (byte[]) ofMosaic.get(t));
      assertEquals(2, ((byte[]) ofMosaic.get(t))[5 * TestMovie.WIDTH + 5 + 2 * t]);
    }
  }

  private static FrameSource debayered(FrameSource mosaic) {
    TestMovie movie = TestMovie.of(mosaic.depth());
    for (int t = 0; t < mosaic.depth(); t++) {
      int frame = t;
      try {
        GreyStack one =
            new GreyStack(mosaic.width(), mosaic.height(), 1, new Object[] {mosaic.pixels(t)});
        new Debayer()
            .apply(
                one,
                (z, rgb) ->
                    System.arraycopy(
                        rgb, 0, movie.pixels(frame), 0, TestMovie.WIDTH * TestMovie.HEIGHT),
                NONE);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return movie;
  }

  @Test
  void onlyWhatMovesIsClassified() {
    TestMovie movie = TestMovie.of(9);
    ClassifyColours median = plain().motion(ClassifyColours.Motion.MEDIAN);
    byte[] map = (byte[]) maps(median, movie).get(4);
    for (int i = 0; i < map.length; i++) {
      int expected = TestMovie.classAt(i % TestMovie.WIDTH, i / TestMovie.WIDTH, 4);
      assertTrue(map[i] == 0 || map[i] == expected, "pixel " + i + " is " + map[i]);
    }
    assertEquals(0, map[0]);
    assertEquals(2, map[5 * TestMovie.WIDTH + 12]);
    ClassifyColours background =
        plain().motion(ClassifyColours.Motion.BACKGROUND).background(TestMovie.of(1));
    map = (byte[]) maps(background, movie).get(4);
    assertEquals(2, map[5 * TestMovie.WIDTH + 12]);
    assertEquals(1, map[5 * TestMovie.WIDTH + 4]); // grass where red was
    ClassifyColours without = new ClassifyColours().motion(ClassifyColours.Motion.BACKGROUND);
    assertThrows(IllegalArgumentException.class, () -> classified(without, movie, NONE));
  }

  /** Whatever a reader throws comes out, and from any thread. */
  @Test
  void passesOnWhatAReaderThrows() {
    TestMovie movie = TestMovie.of(9);
    IOException damaged = new IOException("damaged");
    FrameSource source =
        TestMovie.source(
            movie.depth(),
            frame -> {
              if (frame == 5) {
                throw damaged;
              }
              return movie.pixels(frame);
            });
    assertSame(
        damaged,
        assertThrows(
            IOException.class,
            () -> new ClassifyColours().classify(source, TestMovie.model(), NONE)));
  }

  /** Each has its own maps and objects, whatever the others do meanwhile, on each backend. */
  @Test
  void severalMoviesAtOnce() throws Exception {
    List<Callable<List<Object>>> calls = new ArrayList<>();
    List<List<Object>> alone = new ArrayList<>();
    for (String backend : BackendContract.backends().toArray(String[]::new)) {
      for (int depth : new int[] {40, 23, 31}) {
        Callable<List<Object>> call = () -> mapsAndObjects(backend, depth);
        calls.add(call);
        alone.add(call.call());
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(calls.size());
    try {
      List<Future<List<Object>>> runs = executor.invokeAll(calls);
      for (int i = 0; i < runs.size(); i++) {
        assertArrayEquals(alone.get(i).toArray(), runs.get(i).get().toArray());
      }
    } finally {
      executor.shutdown();
    }
  }

  /** Of a movie that runs backwards, so that movies of two lengths share no frame's number. */
  private static List<Object> mapsAndObjects(String backend, int depth) throws IOException {
    TestMovie movie = TestMovie.of(depth);
    FrameSource backwards = TestMovie.source(depth, t -> movie.pixels(depth - 1 - t));
    List<Object> all = new ArrayList<>();
    ColourObjects objects =
        new ClassifyColours()
            .backend(backend)
            .threads(2)
            .gate(5)
            .classes((z, pixels) -> all.add(pixels))
            .classify(backwards, TestMovie.model(), NONE)
            .objects();
    for (int i = 0; i < objects.count(); i++) {
      all.add(
          Arrays.asList(
              objects.frame(i), objects.ofClass(i), objects.x(i), objects.y(i), objects.track(i)));
    }
    return all;
  }
}
