// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImagePlus;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.Values;

/** Some slices of an open image, for a preview: it neither locks the image nor writes files. */
final class PreviewImage extends OpenImage {
  private final int[] indices;

  /**
   * Takes slices of an image.
   *
   * @param channel from 1; 0 for an image of one
   * @param indices of the slices, from 0
   */
  PreviewImage(
      ImagePlus image, int channel, int[] indices, Values values, ProgressListener progress) {
    super(image, channel, values, progress);
    this.indices = indices;
  }

  @Override
  public boolean isPreview() {
    return true;
  }

  @Override
  public int depth() {
    return indices.length;
  }

  @Override
  public int indexOf(int z) {
    return indices[z];
  }

  @Override
  public int wholeDepth() {
    return super.depth();
  }

  @Override
  public Object slice(int z) {
    return super.slice(indices[z]);
  }

  @Override
  String label(int z) {
    return super.label(indices[z]);
  }

  @Override
  Object[] arrays() {
    Object[] arrays = new Object[indices.length];
    for (int z = 0; z < arrays.length; z++) {
      arrays[z] = slice(z);
    }
    return arrays;
  }

  @Override
  void lock() {}

  @Override
  public List<Path> files() {
    return Collections.emptyList();
  }
}
