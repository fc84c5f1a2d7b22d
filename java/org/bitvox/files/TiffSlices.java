// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which pages of a TIFF are the slices of the image that is read, as far as one file has them: what
 * OME-XML says goes first, then what ImageJ or tifffile says, then that pages of a stack are alike.
 */
final class TiffSlices {
  /** Of the pages, from 0, in ImageJ's order of channels, slices and frames. */
  final int[] pages;

  /** Slices behind one another, of which only the first has a directory; else 0. */
  final int contiguous;

  final int channels;
  final int frames;

  /** Told by OME; null where there is none. */
  final OmeImage image;

  /** Where the slices of a set of files are; null where all are in this one. */
  final OmePlaces set;

  /** Sentences about what is not read. */
  final List<String> notes = new ArrayList<>();

  private final FileBytes in;
  private final String name;
  private final TiffPages all;
  private final ReadOptions options;

  /** Of the first page, and of the first of the stack. */
  private final TiffDescription description;

  private TiffSlices(FileBytes in, String name, String fileName, TiffPages all, ReadOptions options)
      throws IOException {
    this.in = in;
    this.name = name;
    this.all = all;
    this.options = options;
    OmeXml ome = OmeXml.of(all.firstDirectory());
    if (!ome.images().isEmpty() && options != ReadOptions.PAGES) {
      image = image(ome.images());
      OmePlaces places = OmePlaces.of(in, ome, image, fileName, all.count());
      description = TiffDescription.of(all.firstDirectory());
      set = places.inOneFile() ? null : places;
      pages = places.inOneFile() ? inside(places.pageOf) : new int[] {0};
      channels = image.channels / image.samples();
      frames = image.frames;
      contiguous = 0;
      noteUnused();
      return;
    }
    image = null;
    set = null;
    TiffSeries series = series();
    TiffDirectory first = all.directory(in, series.pages()[0]);
    description = TiffDescription.of(first, all.firstDirectory());
    TiffShape shape = TiffShape.of(first, description);
    contiguous = contiguous(TiffPage.of(first), first, shape, series);
    int found = contiguous > 0 ? contiguous : series.count();
    if (shape.images() > 1 && shape.images() != found) {
      throw in.problem(TiffMessages.pages(shape.images(), found));
    }
    channels = shape.channels;
    frames = shape.frames;
    pages = contiguous > 0 ? series.pages() : shape.inOrder(series.pages());
    noteUnused();
    endOf(series, shape);
  }

  /**
   * Finds them.
   *
   * @param name what the user calls the file
   * @param fileName its own
   */
  static TiffSlices of(
      FileBytes in, String name, String fileName, TiffPages pages, ReadOptions options)
      throws IOException {
    return new TiffSlices(in, name, fileName, pages, options);
  }

  /** Where they are not told by OME. */
  TiffDescription description() {
    return description;
  }

  /** The image that is meant, or the only one whose slices are larger than those of all others. */
  private OmeImage image(List<OmeImage> images) throws IOException {
    int chosen = options.series(images.size(), in);
    if (chosen >= 0) {
      return images.get(chosen);
    }
    long most = images.stream().mapToLong(OmeImage::sliceSize).max().orElse(0);
    OmeImage[] largest =
        images.stream().filter(one -> one.sliceSize() == most).toArray(OmeImage[]::new);
    if (largest.length > 1) {
      throw in.problem(OmeMessages.severalImages(images.size()));
    }
    if (images.size() > 1) {
      int number = images.indexOf(largest[0]) + 1;
      notes.add(name + ": " + OmeMessages.imageChosen(number, images.size()));
    }
    return largest[0];
  }

  /** The pages that are meant, or those with the most voxels; of a movie all. */
  private TiffSeries series() throws IOException {
    List<TiffSeries> several = all.series();
    if (options.movie && several.size() > 1) {
      throw in.problem(TiffMessages.unequalFrames(several.get(0), several.get(1)));
    }
    int chosen = options.series(several.size(), in);
    if (chosen >= 0) {
      return several.get(chosen);
    }
    TiffSeries largest = several.get(0);
    for (TiffSeries one : several) {
      largest = one.voxels() > largest.voxels() ? one : largest;
    }
    if (several.size() > 1) {
      notes.add(name + ": " + TiffMessages.seriesChosen(several, largest));
    }
    return largest;
  }

  private int[] inside(int[] told) throws IOException {
    for (int page : told) {
      if (page >= all.count()) {
        throw in.problem(TiffMessages.pages(told.length, all.count()));
      }
    }
    return told;
  }

  private void noteUnused() {
    int reduced = all.reduced();
    if (reduced > 0) {
      notes.add(name + ": " + TiffMessages.reduced(reduced));
    }
    long others = image == null || set != null ? 0 : all.count() - reduced - pages.length;
    if (others > 0) {
      notes.add(name + ": " + OmeMessages.unmentioned(others));
    }
  }

  private int contiguous(TiffPage page, TiffDirectory first, TiffShape shape, TiffSeries series)
      throws IOException {
    int images = shape.images();
    boolean alone = series.count() == 1 && (all.count() == 1 || all.missing() != 0);
    if (images <= 1 || !alone || !page.contiguous()) {
      return 0;
    }
    long start = page.offsets[0];
    long slice = page.layout.sliceBytes();
    long behind = Math.max(0, in.size() - start);
    if (behind / slice < images) {
      throw in.problem(TiffMessages.slicesMissing(behind / slice, images));
    }
    if (all.areWithin(first, start, start + images * slice)) {
      throw in.problem(TiffMessages.noRoom(images));
    }
    return images;
  }

  /** Says what is missing behind the last page, or that nothing is which has a slice. */
  private void endOf(TiffSeries series, TiffShape shape) throws IOException {
    if (all.missing() == 0 || contiguous > 0) {
      return;
    }
    boolean announced = shape.images() == series.count() && shape.images() > 1;
    if (!announced && !TiffEnd.isCertain(in, all, series)) {
      throw in.problem(
          all.isEmptyDirectory()
              ? TiffMessages.entries(all.count() + 1, 0)
              : TiffMessages.directoryMissing(all.count() + 1));
    }
    notes.add(name + ": " + TiffMessages.endsElsewhere(all.count()));
  }

  /** How many there are in this file. */
  int count() {
    return contiguous > 0 ? contiguous : pages.length;
  }

  @Override
  public String toString() {
    return Arrays.toString(pages);
  }
}
