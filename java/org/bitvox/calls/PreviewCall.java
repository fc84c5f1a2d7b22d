// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.process.ImageProcessor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.UnsuitableImageException;
import org.bitvox.files.OutputFiles;
import org.bitvox.parameters.OpenImages;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/**
 * A call from which one slice of the new image is wanted: the operation gets the slices that this
 * one depends on, and all its other results are dropped.
 */
final class PreviewCall extends Call {
  private final OpenImage input;
  private final int[] indices;
  private final int position;
  private final ProgressListener progress;
  private ResultImage result;

  /**
   * Of slice z.
   *
   * @param reach is known
   */
  PreviewCall(
      Parameters parameters,
      Values values,
      OpenImage input,
      int z,
      Reach reach,
      ProgressListener progress) {
    super(parameters, values);
    this.input = input;
    this.progress = progress;
    indices = reach.of(z, input.depth());
    position = reach.position(z);
  }

  /** The slice, as the window of the new image would have it; null if there is no such image. */
  ImageProcessor slice() {
    return result == null ? null : result.keptSlice();
  }

  /** But for vectors, which lead to what comes after the first frame. */
  @Override
  Map<String, InputImage> open(List<String> keys) {
    Map<String, InputImage> open = new LinkedHashMap<>();
    for (String key : keys) {
      if (key.equals("input")) {
        open.put(key, input.slices(indices));
      } else if (values().has(key) && !parameters().keysOfVectors().contains(key)) {
        OpenImage other =
            OpenImage.of(key, OpenImages.named(values().text(key)), values(), progress);
        boolean sameSize = parameters().keysOfSameSize().contains(key);
        if (sameSize) {
          other.requireSizeOf(input);
        }
        open.put(key, other.slices(sameSize ? indices : all(other)));
      }
    }
    return open;
  }

  private static int[] all(OpenImage image) {
    return IntStream.range(0, image.stackSize()).toArray();
  }

  /** None, whatever is asked for. */
  @Override
  OutputFiles outputs(List<Path> inputs) throws IOException {
    return OutputFiles.begin(values(), Collections.emptyList(), inputs, progress);
  }

  /** What is counted is not shown. */
  @Override
  public BinaryVolume mask() {
    return null;
  }

  /** Names the slices: the operation takes them for the image. */
  @Override
  UnsuitableImageException explained(UnsuitableImageException failure) {
    int last = indices.length - 1;
    String slices =
        last == 0
            ? "slice " + (indices[0] + 1)
            : "slices " + (indices[0] + 1) + " to " + (indices[last] + 1);
    return new UnsuitableImageException(slices + ": " + failure.getMessage());
  }

  @Override
  public ProgressListener progress() {
    return progress;
  }

  /** Only the first new image. */
  @Override
  Display display() {
    return new Display() {
      @Override
      public void showSlices(ResultImage image) {
        if (result == null) {
          image.keep(position);
          result = image;
        }
      }
    };
  }

  @Override
  public Messages messages() {
    return new Messages() {};
  }

  @Override
  void present() {}
}
