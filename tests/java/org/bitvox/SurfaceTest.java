// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SurfaceTest implements OperationContract, FieldsContract<Surface> {
  private static final ProgressListener NONE = ProgressListener.NONE;

  @Override
  public void run(ProgressListener listener) {
    new Surface().extract(TestVolume.blobs(90, 60, 40, 1).pixels(), listener).close();
  }

  @Override
  public List<Runnable> runsWithoutAnInput() {
    return Arrays.asList(
        () -> new Surface().extract((BinaryVolume) null, NONE),
        () -> new Surface().extract((GreyImage) null, NONE));
  }

  @Override
  public Surface options() {
    return new Surface().kind(Surface.Kind.LABELS);
  }

  @Override
  public Fields outcome(Surface options) {
    GreyImage image = new GreyStack(3, 2, 1, new Object[] {new byte[] {1, 1, 0, 7, 0, 7}});
    try (Surface.Result result = options.extract(image, NONE)) {
      return Fields.of(result);
    }
  }

  private static BinaryVolume voxel() {
    return new PixelStack(1, 1, 1, new Object[] {new byte[] {(byte) 255}}, Foreground.binary());
  }

  @Test
  void aVoxelIsAnOctahedron(@TempDir Path folder) throws IOException {
    try (Surface.Result result = new Surface().spacing(2, 3, 4).extract(voxel(), NONE)) {
      assertEquals(1, result.count());
      assertEquals(1, result.label(0));
      assertEquals(6, result.vertices(0));
      assertEquals(8, result.triangles(0));
      assertEquals(4, result.volume(0), 1e-12);
      assertEquals(2, result.eulerNumber(0));
      assertTrue(result.isClosed(0));
      Path stl = folder.resolve("växel.stl");
      result.write(stl, Surface.Format.STL, NONE);
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(stl)).order(ByteOrder.LITTLE_ENDIAN);
      assertEquals(84 + 8 * 50, bytes.capacity());
      assertEquals(8, bytes.getInt(80));
      Path ply = folder.resolve("voxel.ply");
      result.write(ply, Surface.Format.PLY, NONE);
      assertTrue(
          new String(Files.readAllBytes(ply), StandardCharsets.ISO_8859_1)
              .startsWith("ply\nformat binary_little_endian 1.0\n"));
      Path obj = folder.resolve("voxel.obj");
      result.write(obj, Surface.Format.OBJ, NONE);
      assertEquals(
          6, Files.readAllLines(obj).stream().filter(line -> line.startsWith("v ")).count());
      assertTrue(Files.readAllLines(obj).contains("v 0 0 -2"));
      assertEquals(
          FolderAsFile.REASON,
          assertThrows(
                  FileSystemException.class, () -> result.write(folder, Surface.Format.STL, NONE))
              .getReason());
      assertThrows(
          CancellationException.class,
          () -> result.write(stl, Surface.Format.STL, (done, total) -> false));
    }
  }

  @Test
  void labelsAreObjectsOfAnObjFile(@TempDir Path folder) throws IOException {
    GreyImage image = new GreyStack(4, 1, 1, new Object[] {new float[] {300, 300, 0, 7}});
    try (Surface.Result result = options().extract(image, NONE)) {
      assertEquals(2, result.count());
      assertEquals(7, result.label(0));
      assertEquals(300, result.label(1));
      assertEquals(8, result.triangles(0));
      Path obj = folder.resolve("labels.obj");
      result.write(obj, Surface.Format.OBJ, NONE);
      List<String> lines = Files.readAllLines(obj);
      assertEquals(9, lines.indexOf("o label_300") - lines.indexOf("o label_7"));
    }
  }

  @Test
  void aLevelIsInterpolated() {
    GreyImage image = new GreyStack(3, 1, 1, new Object[] {new float[] {0, 10, 0}});
    Surface surface = new Surface().kind(Surface.Kind.GREY);
    try (Surface.Result low = surface.level(1).extract(image, NONE);
        Surface.Result high = surface.level(9).extract(image, NONE)) {
      assertEquals(9, low.volume(0) / high.volume(0), 0.01);
    }
  }

  @Test
  void refusesWhatHasNoSurface() {
    BinaryVolume empty = new PixelStack(2, 2, 1, new Object[] {new byte[4]}, Foreground.binary());
    assertEquals(
        "the image has no foreground voxels, so it has no surface",
        assertThrows(UnsuitableImageException.class, () -> new Surface().extract(empty, NONE))
            .getMessage());
    assertEquals(
        "the image has the value 0.5, which is no label; labels are whole numbers from 0, which is"
            + " background, to 16777216",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    options()
                        .extract(new GreyStack(1, 1, 1, new Object[] {new float[] {.5f}}), NONE))
            .getMessage());
    assertEquals(
        "no image is given",
        assertThrows(IllegalArgumentException.class, () -> options().extract(voxel(), NONE))
            .getMessage());
  }

  @Test
  void aClosedSurfaceIsNotWritten(@TempDir Path folder) {
    Surface.Result result = new Surface().extract(voxel(), NONE);
    result.close();
    result.close();
    assertEquals(
        "the surface is closed",
        assertThrows(
                IllegalStateException.class,
                () -> result.write(folder.resolve("a.stl"), Surface.Format.STL, NONE))
            .getMessage());
  }
}
