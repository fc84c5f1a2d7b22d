// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which page of which file every plane of an image of OME is, in ImageJ's order. */
final class OmePlaces {
  /** More no set of files has. */
  private static final int MOST_PLANES = 1 << 24;

  /** The files by name; the first is the one that has the text, whose name is empty. */
  final List<String> files = new ArrayList<>();

  /** Of every plane. */
  final int[] fileOf;

  final int[] pageOf;

  private final Map<String, Integer> numbers = new HashMap<>();
  private final String ownId;
  private final String ownName;
  private final boolean oneName;

  private OmePlaces(FileBytes in, OmeXml ome, OmeImage image, String ownName, int pages)
      throws IOException {
    this.ownName = ownName;
    ownId = ome.ownId();
    oneName = image.places().stream().map(planes -> planes.file).distinct().count() == 1;
    boolean several = image.places().stream().anyMatch(planes -> !isOwn(planes));
    if (image.planes() > (several ? MOST_PLANES : pages)) {
      throw in.problem(TiffMessages.pages((long) image.planes(), pages));
    }
    int count = (int) image.planes();
    files.add("");
    fileOf = new int[count];
    pageOf = new int[count];
    Arrays.fill(pageOf, -1);
    if (image.places().isEmpty()) {
      for (int n = 0; n < count; n++) {
        pageOf[image.inOrderOfImageJ(n)] = n;
      }
    }
    for (OmeImage.Planes planes : image.places()) {
      int file = isOwn(planes) ? 0 : number(planes.file);
      double end = planes.count == 0 ? count : planes.first + planes.count;
      for (int n = (int) Math.min(count, planes.first); n < Math.min(count, end); n++) {
        int plane = image.inOrderOfImageJ(n);
        fileOf[plane] = file;
        pageOf[plane] = planes.page + n - (int) planes.first;
      }
    }
    long missing = Arrays.stream(pageOf).filter(page -> page < 0).count();
    if (missing > 0) {
      throw in.problem(OmeMessages.planesWithoutPlace(missing, count));
    }
  }

  /**
   * Finds out.
   *
   * @param ownName of the file that has the text
   * @param pages that the file has
   */
  static OmePlaces of(FileBytes in, OmeXml ome, OmeImage image, String ownName, int pages)
      throws IOException {
    return new OmePlaces(in, ome, image, ownName, pages);
  }

  /** A file that was renamed is still the only one that its text names, or has the same ID. */
  private boolean isOwn(OmeImage.Planes planes) {
    boolean id = !ownId.isEmpty() && ownId.equals(planes.id);
    return planes.file.isEmpty() || planes.file.equals(ownName) || id || oneName;
  }

  private int number(String file) {
    return numbers.computeIfAbsent(
        file,
        name -> {
          files.add(name);
          return files.size() - 1;
        });
  }

  /** Whether all are in the file that has the text. */
  boolean inOneFile() {
    return files.size() == 1;
  }
}
