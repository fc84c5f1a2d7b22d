// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RadiographTest implements BackendContract, FieldsContract<Radiograph> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @TempDir Path folder;

  private static Radiograph small() {
    return new Radiograph().cone(150, 300).detector(40, 30, 4, 4).angles(10, 360, 3);
  }

  @Override
  public RunReport run(String backend, int threads, ProgressListener listener) {
    BinaryVolume volume = TestVolume.blobs(90, 60, 40, 1).pixels();
    return small()
        .backend(backend)
        .threads(threads)
        .project(volume, null, (z, pixels) -> {}, null, null, listener)
        .run();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> small().project(null, null, null, null, null, NONE),
        () -> small().project((GreyImage) null, new double[] {1}, null, null, null, null, NONE),
        () -> small().project((Meshes) null, new int[] {0}, null, null, null, null, NONE));
  }

  private static PhotonBeam beam(double... coefficients) {
    List<Material> materials = new ArrayList<>();
    for (double coefficient : coefficients) {
      materials.add(Material.constant(coefficient));
    }
    return PhotonBeam.of(
        Spectrum.of(60), PhotonBeam.Detector.ENERGY, materials, 0, BuildUp.of(1, 0.1));
  }

  @Override
  public Radiograph options() {
    return small();
  }

  @Override
  public Fields outcome(Radiograph options) {
    List<Object> all = new ArrayList<>();
    BinaryVolume volume = TestVolume.blobs(90, 60, 40, 2).pixels();
    Radiograph.Result result =
        options.project(
            volume,
            beam(0.001),
            (z, pixels) -> all.add(Double.valueOf(((float[]) pixels)[15 * 40 + 20])),
            null,
            null,
            NONE);
    assertEquals(3, all.size());
    Radiograph.Result thick = // some pixels get no photon
        options.noise(5, 3).project(volume, beam(1), null, null, null, NONE);
    return Fields.of(
        result.rays(),
        result.through(),
        result.voxels(),
        result.longest(),
        result.projected(),
        result.least(),
        result.most(),
        thick.dark());
  }

  /** A slice of 4 x 2 voxels; the beam goes along y. */
  private static GreyStack labels() {
    return new GreyStack(4, 2, 1, new Object[] {new byte[] {1, 0, 7, 1, 7, 7, 0, 1}});
  }

  @Test
  void lengthsOfLabels() {
    List<float[]> images = new ArrayList<>();
    Radiograph.Result result =
        new Radiograph()
            .parallel()
            .detector(4, 1, 1, 1)
            .spacing(1, 0.5, 1)
            .project(
                labels(),
                new double[] {7, 1},
                null,
                (i, pixels) -> images.add((float[]) pixels),
                null,
                null,
                NONE);
    assertArrayEquals(new float[] {0.5f, 0.5f, 0.5f, 0}, images.get(0));
    assertArrayEquals(new float[] {0.5f, 0, 0, 1}, images.get(1));
    assertArrayEquals(new long[] {3, 3}, result.voxels());
    assertArrayEquals(new double[] {0.5, 1}, result.longest());
    assertArrayEquals(new double[] {1.5, 1.5}, result.projected());
    assertEquals(4, result.rays());
    assertEquals(4, result.through());
    assertArrayEquals(new double[] {1, 7}, Radiograph.labelsOf(labels(), 1, NONE));
  }

  @Test
  void photonsAreAttenuated() {
    List<float[]> images = new ArrayList<>();
    PhotonBeam narrow =
        PhotonBeam.of(
            Spectrum.of(60),
            PhotonBeam.Detector.ENERGY,
            Collections.singletonList(Material.constant(0.25)),
            0,
            null);
    Radiograph.Result result =
        new Radiograph()
            .parallel()
            .detector(4, 1, 1, 1)
            .project(
                labels(),
                new double[] {7},
                narrow,
                null,
                (i, pixels) -> images.add((float[]) pixels),
                (i, pixels) -> images.add((float[]) pixels),
                NONE);
    assertEquals(Math.exp(-0.25), images.get(0)[0], 1e-6);
    assertArrayEquals(new float[] {0.25f, 0.25f, 0.25f, 0}, images.get(1));
    assertEquals(0.25, result.most());
    assertEquals(Math.exp(-0.25), result.least(), 1e-6);
  }

  /** A corner of a cube; the beam goes along y. */
  @Test
  void lengthsOfMeshes() throws IOException {
    String corner = "v 0 0 0\nv 4 0 0\nv 0 4 0\nv 0 0 4\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    Path file =
        Files.write(folder.resolve("corner.obj"), corner.getBytes(StandardCharsets.US_ASCII));
    List<float[]> images = new ArrayList<>();
    try (Meshes meshes = Meshes.read(Arrays.asList(file, file), NONE)) {
      assertEquals(2, meshes.count());
      assertEquals(4, meshes.triangles(1));
      assertEquals("", meshes.fault(0));
      assertEquals(64.0 / 6, meshes.enclosed(0), 1e-9);
      assertArrayEquals(new double[] {4, 4, 4}, meshes.size());
      assertArrayEquals(new double[] {2, 2, 2}, meshes.middle());
      Radiograph parallel = new Radiograph().parallel().detector(4, 4, 1, 1);
      Radiograph.Result result =
          parallel.project(
              meshes,
              new int[] {1},
              null,
              (i, pixels) -> images.add((float[]) pixels),
              null,
              null,
              NONE);
      assertEquals(1, images.size());
      for (int i = 0; i < 16; i++) { // x + y + z < 4 is inside
        assertEquals(Math.max(0, 3 - i % 4 - i / 4), images.get(0)[i], 1e-6);
      }
      assertEquals(0, result.oddRays() + result.touched());
      assertEquals(0, result.voxels().length);
      assertEquals(3, result.longest()[0], 1e-6);
      assertEquals(
          "mesh 1 has two materials",
          assertThrows(
                  IllegalArgumentException.class,
                  () -> parallel.project(meshes, new int[] {0, 0}, null, null, null, null, NONE))
              .getMessage());
    }
  }

  @Test
  void saysWhatIsWrong() {
    String photons =
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    small().project(labels(), new double[] {1}, beam(1, 2), null, null, null, NONE))
            .getMessage();
    assertEquals("the number of materials is 1, the photons have coefficients of 2", photons);
    GreyStack halves = new GreyStack(2, 1, 1, new Object[] {new float[] {0, 0.5f}});
    assertEquals(
        "the image has the value 0.5, which is no label; labels are whole numbers from 0 to"
            + " 16777216; of a grey image give a threshold (threshold=T)",
        assertThrows(IllegalArgumentException.class, () -> Radiograph.labelsOf(halves, 1, NONE))
            .getMessage());
  }
}
