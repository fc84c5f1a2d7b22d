// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RegisterMiTest implements BackendContract, FieldsContract<RegisterMi> {
  private static final int WIDTH = 50;
  private static final int HEIGHT = 44;
  private static final int DEPTH = 24;
  private static final ProgressListener NONE = ProgressListener.NONE;
  private static final SliceReceiver NOWHERE = (z, pixels) -> {};

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    return new RegisterMi()
        .maxShift(3, 3, 3)
        .backend(backend)
        .threads(threads)
        .register(blobs(8, 1, 0, 0), blobs(8, 0, 0, 0), NOWHERE, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    GreyStack image = blobs(8, 0, 0, 0);
    return Arrays.asList(
        () -> new RegisterMi().register(null, image, NOWHERE, NONE),
        () -> new RegisterMi().register(image, null, NOWHERE, NONE));
  }

  @Override
  public RegisterMi options() {
    return new RegisterMi().maxShift(4, 4, 4).maxAngle(5).axes(RegisterMi.Axes.XYZ);
  }

  @Override
  public Fields outcome(RegisterMi options) {
    List<Object> slices = new ArrayList<>();
    Object[] turned = new Object[DEPTH];
    new RegisterMi()
        .apply(
            blobs(32, 2.3, -1.4, 1.2),
            RegisterMiMotion.of(0, 0, 0, -4, 3, 4),
            WIDTH,
            HEIGHT,
            DEPTH,
            (z, pixels) -> turned[z] = pixels,
            NONE);
    return Fields.of(
        options.register(
            new GreyStack(WIDTH, HEIGHT, DEPTH, turned),
            blobs(8, 0, 0, 0),
            (z, pixels) -> slices.add(pixels),
            NONE),
        slices.toArray());
  }

  /** A shift that is allowed along one axis only is found along that axis only. */
  @Test
  void eachReachIsOfItsAxis() {
    double[] limits = {0, 0, 0};
    for (int axis = 0; axis < 3; axis++) {
      limits[axis] = 4;
      RegisterMiResult result =
          new RegisterMi()
              .maxShift(limits[0], limits[1], limits[2])
              .register(blobs(8, 3, 3, 3), blobs(8, 0, 0, 0), NOWHERE, NONE);
      double[] found = {result.dx(), result.dy(), result.dz()};
      for (int other = 0; other < 3; other++) {
        assertEquals(other == axis, Math.abs(found[other]) > 1, "axis " + axis + ", " + other);
      }
      limits[axis] = 0;
    }
  }

  private static GreyStack blobs(int bits, double dx, double dy, double dz) {
    Object[] slices = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, bits, dx, dy, dz);
    return new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void findsAShiftBetweenModalities(String backend) {
    RegisterMi registration = new RegisterMi().maxShift(6, 6, 6).backend(backend).threads(2);
    for (int bits : new int[] {8, 32}) {
      try (GreyVolume fixed = new GreyVolume(WIDTH, HEIGHT, DEPTH, 16)) {
        Object[] slices = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 16, 0, 0, 0);
        for (int z = 0; z < DEPTH; z++) {
          fixed.setSlice(z, slices[z]);
        }
        RegisterMiResult result =
            registration.register(blobs(bits, 3.4, -2.5, 1.2), fixed, NOWHERE, NONE);
        assertEquals(3.4, result.dx(), 0.15);
        assertEquals(-2.5, result.dy(), 0.15);
        assertEquals(1.2, result.dz(), 0.15);
        assertEquals(0, result.angle());
        assertEquals(64, result.bins());
        assertTrue(result.after() > result.before(), result.after() + " " + result.before());
      }
    }
  }

  /** Beyond the mask there is noise, which changes nothing. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void comparesOnlyWhatIsInTheMask(String backend) {
    Object[] slices = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 8, 0, 0, 0);
    Random random = new Random(5);
    byte[] inside = new byte[WIDTH * HEIGHT];
    for (int i = 0; i < inside.length; i++) {
      inside[i] = (byte) (i % WIDTH < 38 ? 255 : 0);
    }
    Object[] rows = new Object[DEPTH];
    Arrays.fill(rows, inside);
    PixelStack mask = new PixelStack(WIDTH, HEIGHT, DEPTH, rows, Foreground.binary());
    RegisterMi registration = new RegisterMi().maxShift(4, 4, 4).backend(backend).threads(2);
    RegisterMiResult[] results = new RegisterMiResult[2];
    for (int run = 0; run < 2; run++) {
      GreyStack fixed = new GreyStack(WIDTH, HEIGHT, DEPTH, slices);
      results[run] = registration.mask(mask).find(blobs(16, 2.4, -1.5, 1.2), fixed, NONE);
      for (Object slice : slices) {
        for (int i = 0; i < inside.length; i++) {
          if (inside[i] == 0) {
            ((byte[]) slice)[i] = (byte) random.nextInt(256);
          }
        }
      }
    }
    assertEquals(2.4, results[0].dx(), 0.15);
    assertEquals(-1.5, results[0].dy(), 0.15);
    assertEquals(1.2, results[0].dz(), 0.15);
    assertEquals(results[0].dx(), results[1].dx());
    assertEquals(results[0].after(), results[1].after());
    assertEquals(results[0].before(), results[1].before());
  }

  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void resamplesOnTheVoxelsOfTheFixedImage(String backend) {
    GreyStack moving = blobs(8, 4, -3, 2);
    Object[] fixed = TestBlobs.slices(WIDTH, HEIGHT, DEPTH - 4, 32, 0, 0, 0);
    Object[] expected = TestBlobs.slices(WIDTH, HEIGHT, DEPTH, 8, 0, 0, 0);
    Object[] received = new Object[DEPTH - 4];
    RegisterMiResult result =
        new RegisterMi()
            .maxShift(5, 5, 5)
            .interpolation(RegisterMi.Interpolation.NEAREST)
            .fill(7)
            .backend(backend)
            .register(
                moving,
                new GreyStack(WIDTH, HEIGHT, DEPTH - 4, fixed),
                (z, pixels) -> received[z] = pixels,
                NONE);
    int inside = 0;
    for (int z = 0; z < DEPTH - 4; z++) {
      byte[] pixels = (byte[]) received[z];
      byte[] wanted = ((byte[]) expected[z]).clone();
      for (int i = 0; i < wanted.length; i++) {
        boolean there = i % WIDTH - result.dx() >= 0 && z - result.dz() >= 0;
        there &= i / WIDTH - result.dy() <= HEIGHT - 1 && z - result.dz() <= DEPTH - 1;
        wanted[i] = there ? wanted[i] : 7;
        inside += there ? 1 : 0;
      }
      assertArrayEquals(wanted, pixels, "slice " + z);
    }
    assertEquals(inside, result.overlap());
  }

  @Test
  void findsATurn() {
    int side = 64;
    double radians = Math.toRadians(8);
    float[] pixels = new float[side * side];
    for (int i = 0; i < pixels.length; i++) {
      double x = i % side - (side - 1) / 2.0;
      double y = (double) (i / side) - (side - 1) / 2.0;
      double right = Math.cos(radians) * x - Math.sin(radians) * y + (side - 1) / 2.0;
      double down = Math.sin(radians) * x + Math.cos(radians) * y + (side - 1) / 2.0;
      pixels[i] = (float) TestBlobs.value(right + 2, down - 1, 12, side);
    }
    GreyStack moving = new GreyStack(side, side, 1, new Object[] {pixels});
    float[] straight = new float[side * side];
    for (int i = 0; i < straight.length; i++) {
      straight[i] = (float) TestBlobs.value(i % side, i / side, 12, side);
    }
    GreyStack fixed = new GreyStack(side, side, 1, new Object[] {straight});
    RegisterMiResult result = new RegisterMi().maxAngle(15).register(moving, fixed, NOWHERE, NONE);
    assertEquals(8, result.angle(), 0.4);
    assertEquals(2, result.dx(), 0.2);
    assertEquals(-1, result.dy(), 0.2);
    assertNotEquals(
        0, new RegisterMi().register(moving, fixed, NOWHERE, NONE).dx()); // without an angle
  }

  /** What one call finds and moves, two calls find and then move, also onto another size. */
  @ParameterizedTest
  @MethodSource("org.bitvox.BackendContract#backends")
  void findsAndAppliesWhatItRegisters(String backend) {
    GreyStack moving = blobs(16, 2.3, -1.4, 1.2);
    GreyStack fixed = blobs(8, 0, 0, 0);
    RegisterMi registration =
        new RegisterMi().maxShift(4, 4, 4).maxAngle(4).fill(5).backend(backend);
    Object[] registered = new Object[DEPTH];
    RegisterMiResult result =
        registration.register(moving, fixed, (z, pixels) -> registered[z] = pixels, NONE);
    RegisterMiResult found = registration.find(moving, fixed, NONE);
    assertEquals(result.motion(), found.motion());
    assertEquals(result.after(), found.after());
    assertEquals(0, found.overlap());
    Object[] applied = new Object[DEPTH];
    RegisterMiMoved moved =
        registration.apply(
            moving, found.motion(), WIDTH, HEIGHT, DEPTH, (z, pixels) -> applied[z] = pixels, NONE);
    assertEquals(result.overlap(), moved.overlap());
    assertEquals(backend, moved.run().backend());
    for (int z = 0; z < DEPTH; z++) {
      assertArrayEquals((short[]) registered[z], (short[]) applied[z]);
    }
    // Half a turn about the corner leaves nothing but the corner.
    RegisterMiMotion turn = RegisterMiMotion.of(0, 0, 0, 0, 0, 180).about(0, 0, 0);
    short[][] corner = new short[1][];
    moved =
        registration.apply(
            moving, turn, 3, 3, 1, (z, pixels) -> corner[z] = (short[]) pixels, NONE);
    assertEquals(1, moved.overlap());
    assertEquals(5, corner[0][1]);
    assertTrue(corner[0][0] > 100);
  }

  @Test
  void findsTurnsAboutAnyAxis() {
    int side = 48;
    RegisterMiMotion motion = RegisterMiMotion.of(1.5, -1, 0.5, 5, -4, 6);
    Object[] turned = new Object[side / 2];
    new RegisterMi()
        .sliceAspect(2)
        .apply(
            large(side),
            RegisterMiMotion.of(-1.5, 1, -0.5, 0, 0, 0)
                .then(RegisterMiMotion.of(0, 0, 0, 0, 0, -6), 1, 2)
                .then(RegisterMiMotion.of(0, 0, 0, 0, 4, 0), 1, 2)
                .then(RegisterMiMotion.of(0, 0, 0, -5, 0, 0), 1, 2),
            side,
            side,
            side / 2,
            (z, pixels) -> turned[z] = pixels,
            NONE);
    RegisterMiResult result =
        new RegisterMi()
            .maxShift(4, 4, 4)
            .maxAngle(10)
            .axes(RegisterMi.Axes.XYZ)
            .sliceAspect(2)
            .find(new GreyStack(side, side, side / 2, turned), large(side), NONE);
    assertEquals(motion.dx(), result.dx(), 0.15);
    assertEquals(motion.dy(), result.dy(), 0.15);
    assertEquals(motion.dz(), result.dz(), 0.15);
    assertEquals(motion.angleX(), result.angleX(), 0.5);
    assertEquals(motion.angleY(), result.angleY(), 0.5);
    assertEquals(motion.angle(), result.angle(), 0.5);
  }

  /** Blobs in voxels that are twice as deep as wide. */
  private static GreyStack large(int side) {
    Object[] slices = new Object[side / 2];
    for (int z = 0; z < slices.length; z++) {
      float[] pixels = new float[side * side];
      for (int i = 0; i < pixels.length; i++) {
        pixels[i] = (float) TestBlobs.value(i % side, i / side, 2 * z - 12, side);
      }
      slices[z] = pixels;
    }
    return new GreyStack(side, side, side / 2, slices);
  }

  @Test
  void refusesWhatItCannotDo() {
    GreyStack image = blobs(8, 0, 0, 0);
    assertRefuses("bins=1 is not allowed; use 2 to 128", new RegisterMi().bins(1), image, image);
    assertRefuses(
        "max_angle=181 is not allowed; use 0 to 180", new RegisterMi().maxAngle(181), image, image);
    GreyStack flat = new GreyStack(10, 10, 1, new Object[] {new byte[100]});
    assertRefuses(
        "a single slice can only be registered to a single slice, not 1 to 24",
        new RegisterMi(),
        flat,
        image);
    assertRefuses(
        "the input has one value only: there is nothing to align", new RegisterMi(), flat, flat);
    GreyVolume closed = new GreyVolume(WIDTH, HEIGHT, DEPTH, 8);
    closed.close();
    assertThrows(
        IllegalStateException.class, () -> new RegisterMi().register(image, closed, NOWHERE, NONE));
  }

  private static void assertRefuses(
      String sentence, RegisterMi registration, GreyImage moving, GreyImage fixed) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> registration.register(moving, fixed, NOWHERE, NONE));
    assertEquals(sentence, refusal.getMessage());
  }

  @Test
  void whatTheReceiverThrowsComesBack() {
    GreyStack image = blobs(8, 0, 0, 0);
    IllegalStateException full =
        assertThrows(
            IllegalStateException.class,
            () ->
                new RegisterMi()
                    .maxShift(2, 2, 2)
                    .register(
                        image,
                        image,
                        (z, pixels) -> {
                          throw new IllegalStateException("full");
                        },
                        NONE));
    assertEquals("full", full.getMessage());
  }
}
