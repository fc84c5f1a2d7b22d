// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.zarr;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.bitvox.ProgressListener;
import org.bitvox.files.FolderFormat;
import org.bitvox.files.LengthUnits;
import org.bitvox.files.Names;
import org.bitvox.files.PixelType;
import org.bitvox.files.Placement;
import org.bitvox.files.StackFormat;
import org.bitvox.parameters.Keys;

/** OME-Zarr for the command line. */
public final class ZarrFormat implements FolderFormat {
  @Override
  public boolean isThere(String name) throws IOException {
    Store store = Stores.of(name);
    for (String file : new String[] {"zarr.json", ".zattrs", ".zgroup", ".zarray"}) {
      if (store.read(file, Json.MOST_BYTES) != null) {
        return true;
      }
    }
    return false;
  }

  @Override
  public Source open(Path folder, String name) throws IOException {
    return ZarrSource.open(Stores.of(folder, name), ZarrSettings.current);
  }

  @Override
  public Sink create(Path folder, String name, StackFormat format, ProgressListener listener)
      throws IOException {
    BooleanSupplier stopped =
        () -> {
          listener.throwIfStopped();
          return false;
        };
    Store image = imageOf(name);
    WriteOptions options = ZarrSettings.current.options();
    if (image != null && image.read("zarr.json", Json.MOST_BYTES) != null) {
      options = options.withVersion("0.5"); // as the image is
    }
    BlockFormat blocks = ZarrSettings.current.blocks;
    if (blocks != null) {
      return blocks.create(name, form(format, name), options, image != null, stopped);
    }
    OmeWriter writer = new OmeWriter(Stores.of(folder, name), form(format, name), options, stopped);
    return new Sink() {
      @Override
      public void write(int channel, int frame, int z, byte[] values) throws IOException {
        writer.slice(channel, frame, z, values);
      }

      @Override
      public void finish() throws IOException {
        writer.finish(image != null);
      }
    };
  }

  /** The image to which labels of that name belong; null if they belong to none. */
  private static Store imageOf(String name) throws IOException {
    if (Names.isRemote(name)) {
      String above = name.replaceFirst("/+labels/+[^/]+/*$", "");
      return !above.equals(name) && Keys.isImageFolder(above) ? Stores.of(above) : null;
    }
    Path labels = Path.of(name).toAbsolutePath().getParent();
    Path image = labels == null ? null : labels.getParent();
    boolean inImage = image != null && labels.endsWith("labels");
    return inImage && Keys.isImageFolder(image.toString())
        ? new FolderStore(image, image.toString())
        : null;
  }

  private static OmeForm form(StackFormat format, String name) throws IOException {
    boolean label = imageOf(name) != null;
    boolean whole = format.type != PixelType.FLOAT32 && format.type != PixelType.RGB;
    boolean labels = whole && (label || format.colours() != null);
    VoxelType type = VoxelType.named(format.type.word());
    if (type == null || format.type == PixelType.RGB) {
      throw new ZarrException(
          name,
          format.type.word()
              + " is no type that is written; use type=float32 or another whole number of up to 32"
              + " bits");
    }
    if (label && !labels) {
      throw new ZarrException(name, "labels are whole numbers, not " + type.word());
    }
    Calibration voxels = LengthUnits.inOne(format.calibration());
    Placement place = format.placement();
    double[] origin = {
      -voxels.zOrigin * voxels.pixelDepth,
      -voxels.yOrigin * voxels.pixelHeight,
      -voxels.xOrigin * voxels.pixelWidth
    };
    for (int axis = 0; axis < 3; axis++) {
      origin[axis] = 0 + (place == null ? origin[axis] : place.origin[2 - axis]); // never -0
    }
    boolean timed = voxels.frameInterval > 0 && voxels.getTimeUnit().startsWith("s");
    return new OmeForm(
        format.channels(),
        format.frames(),
        new int[] {format.depth, format.height, format.width},
        labels && type == VoxelType.INT32 ? VoxelType.UINT32 : type,
        new double[] {
          timed ? voxels.frameInterval : 1, voxels.pixelDepth, voxels.pixelHeight, voxels.pixelWidth
        },
        origin,
        voxels.getUnit(),
        timed ? "second" : null,
        labels);
  }

  @Override
  public void placed(Path place, String name) throws IOException {
    if (ZarrSettings.current.blocks != null) {
      ZarrSettings.current.blocks.placed(place);
    }
    Store image = imageOf(Names.isRemote(name) ? name : place.toString());
    if (image != null) {
      OmeMetadata.addLabel(image, place.getFileName().toString());
    }
  }
}
