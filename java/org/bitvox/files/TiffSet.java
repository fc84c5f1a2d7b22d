// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** An image of OME whose slices lie in several TIFF files beside one another. */
final class TiffSet extends DerivedStack {
  private final TiffStack first;
  private final OmePlaces places;
  private final List<TiffStack> files = new ArrayList<>();

  private TiffSet(TiffStack first, String name) throws IOException {
    super(first.path(), name, first);
    this.first = first;
    places = first.set();
    int[] last = lastPages();
    requireFiles(name);
    for (int i = 0; i < places.files.size(); i++) {
      files.add(i == 0 ? first : open(places.files.get(i), name));
      int pages = files.get(i).pageCount();
      if (last[i] >= pages) {
        String file = i == 0 ? first.name() : places.files.get(i);
        throw new IOException(name + ": " + OmeMessages.pageOfSet(file, last[i] + 1, pages));
      }
    }
  }

  /** Name is what the user calls the file. */
  static TiffSet open(TiffStack first, String name) throws IOException {
    return new TiffSet(first, name);
  }

  private int[] lastPages() {
    int[] last = new int[places.files.size()];
    for (int plane = 0; plane < places.pageOf.length; plane++) {
      int file = places.fileOf[plane];
      last[file] = Math.max(last[file], places.pageOf[plane]);
    }
    return last;
  }

  private void requireFiles(String name) throws IOException {
    List<String> missing = new ArrayList<>();
    for (String file : places.files.subList(1, places.files.size())) {
      if (file.matches("(?s).*[/\\\\\\x00].*|\\.\\.?")) {
        throw new IOException(name + ": " + OmeMessages.outside(file));
      }
      if (!Files.isRegularFile(path().resolveSibling(file))) {
        missing.add(file);
      }
    }
    if (missing.size() == 1) {
      throw new IOException(name + ": " + OmeMessages.notBeside(missing.get(0)));
    } else if (!missing.isEmpty()) {
      String sentence = OmeMessages.moreNotBeside(missing.get(0), missing.size());
      throw new IOException(name + ": " + sentence);
    }
  }

  private TiffStack open(String file, String name) throws IOException {
    TiffStack other =
        TiffStack.open(path().resolveSibling(file), name + " (" + file + ")", ReadOptions.PAGES);
    boolean like =
        other.width() == width()
            && other.height() == height()
            && other.sampleType() == sampleType()
            && other.colours() == first.colours();
    if (!like) {
      throw new IOException(name + ": " + OmeMessages.unlikeSet(file));
    }
    return other;
  }

  @Override
  public int depth() {
    return Math.multiplyExact(places.pageOf.length, first.colours());
  }

  @Override
  public int channels() {
    return first.channels();
  }

  @Override
  public int frames() {
    return first.frames();
  }

  @Override
  public boolean isRgb() {
    return first.isRgb();
  }

  @Override
  public List<String> notes() {
    return first.notes();
  }

  @Override
  public List<Path> paths() {
    List<Path> paths = new ArrayList<>();
    files.forEach(file -> paths.add(file.path()));
    return paths;
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    int plane = z / first.colours();
    TiffStack file = files.get(places.fileOf[plane]);
    file.read(places.pageOf[plane], z % first.colours(), target, stopped);
  }
}
