// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import ij.measure.Calibration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * An image in a TIFF file, classic or BigTIFF, read slice by slice, by several threads if need be.
 *
 * <p>Pixels, calibration and the number of slices are as ImageJ has them. Unlike ImageJ it takes
 * nothing that is not whole: what is missing, damaged or contradicts itself is an IOException whose
 * sentence names the file and the tag, strip or tile. What it allocates and how long it takes are
 * bounded by the size of the file.
 */
final class TiffStack extends StackFile {
  private final TiffPages pages;
  private final TiffLayout layout;
  private final PlainPixels plain;
  private final Calibration calibration;
  private final int channels;
  private final int frames;
  private final int announcedSlices;
  private final OmeXml ome;
  private final Looks looks;
  private final boolean invertedLut;
  private final List<String> notes = new ArrayList<>();

  /** Slices behind one another, of which only the first has a directory; else 0. */
  private final int contiguous;

  private TiffStack(Path path, String name, FileBytes in) throws IOException {
    super(path, name);
    pages = TiffPages.find(in);
    if (pages.count() == 0) {
      throw in.problem(TiffMessages.TRUNCATED);
    }
    layout = pages.first().layout;
    plain = new PlainPixels(pages.first().form.order);
    TiffDirectory first = pages.firstDirectory();
    if (first.has(TiffTag.IPLAB) || first.has(TiffTag.NIH_IMAGE)) {
      throw in.problem(TiffMessages.OLD_PROGRAM); // they count slices and calibrate in their way
    }
    TiffDescription description = TiffDescription.of(first);
    contiguous = contiguous(in, description);
    ome = OmeXml.of(first);
    if (ome.hasSeries(depth())) {
      throw in.problem(TiffMessages.SERIES);
    }
    if (ome.announced() > depth()) {
      throw in.problem(TiffMessages.pages(ome.announced(), depth()));
    }
    if (ome.isShuffled(depth())) {
      throw in.problem(Hyperstacks.OTHER_ORDER);
    }
    channels = Math.max(ome.channels(), description.count("channels"));
    frames = Math.max(ome.frames(), description.count("frames"));
    announcedSlices = description.count("slices");
    boolean several = Hyperstacks.is(channels, frames) && channels <= depth();
    looks = several ? TiffLooks.read(first, description, channels) : null;
    invertedLut = TiffColours.inverted(first);
    long orientation = first.number(TiffTag.ORIENTATION, 1);
    if (orientation != 1) {
      notes.add(TiffMessages.orientation(name, orientation));
    }
    calibration = TiffCalibration.of(first, layout.type, description);
    checkHeap(name);
  }

  /**
   * Reads what the file says of its image.
   *
   * @param name what the user calls the file
   */
  static TiffStack open(Path path, String name) throws IOException {
    try (FileBytes in = FileBytes.open(path, name)) {
      return new TiffStack(path, name, in);
    }
  }

  private int contiguous(FileBytes in, TiffDescription description) throws IOException {
    TiffPage first = pages.first();
    boolean ofImageJ = !pages.firstDirectory().has(TiffTag.ORIENTATION);
    int images = ofImageJ ? description.images() : 1;
    if (images > 1 && first.contiguous() && (pages.count() == 1 || pages.cutOff())) {
      long start = first.offsets[0];
      long behind = Math.max(0, in.size() - start);
      if (behind / layout.sliceBytes() < images) {
        throw in.problem(TiffMessages.slicesMissing(behind / layout.sliceBytes(), images));
      }
      if (pages.areWithin(start, start + images * layout.sliceBytes())) {
        throw in.problem(TiffMessages.noRoom(images));
      }
      return images;
    }
    if (pages.cutOff()) {
      throw in.problem(TiffMessages.directoryMissing(pages.count() + 1));
    }
    if (images > 1 && images != pages.count()) {
      throw in.problem(TiffMessages.pages(images, pages.count()));
    }
    if (pages.complete() < pages.count()) {
      throw in.problem(TiffMessages.slicesMissing(pages.complete(), pages.count()));
    }
    return 0;
  }

  /**
   * Checks that the slices are those of so many channels and frames, in ImageJ's order.
   *
   * @param name what the user calls the file
   */
  void checkSeries(String name) throws IOException {
    ome.checkSeries(name, depth());
    if (!Hyperstacks.is(channels, frames)) {
      return;
    }
    long volumes = (long) channels * frames;
    boolean whole = depth() % volumes == 0;
    if (!whole || announcedSlices > 0 && announcedSlices != depth() / volumes) {
      throw new IOException(
          name + ": " + Hyperstacks.uneven(channels, announcedSlices, frames, depth()));
    }
  }

  private void checkHeap(String name) throws IOException {
    if (heap() > Runtime.getRuntime().maxMemory()) {
      throw new IOException(Messages.heap(name, heap()));
    }
  }

  @Override
  public int width() {
    return layout.width;
  }

  @Override
  public int height() {
    return layout.height;
  }

  @Override
  public int depth() {
    return contiguous > 0 ? contiguous : pages.count();
  }

  @Override
  public int channels() {
    return channels;
  }

  @Override
  public int frames() {
    return frames;
  }

  @Override
  public SampleType sampleType() {
    return layout.type;
  }

  @Override
  public Calibration calibration() {
    return calibration;
  }

  @Override
  public boolean invertedLut() {
    return invertedLut;
  }

  @Override
  public Looks looks() {
    return looks;
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  long heap() {
    return pages.first().heap();
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    try (FileBytes in = bytes(stopped)) {
      if (contiguous == 0) {
        TiffPixels.read(in, pages.read(in, z), target, plain);
      } else {
        long first = pages.first().offsets[0];
        target.read(in, first + z * layout.sliceBytes(), 0, layout.pixels(), plain);
      }
    }
  }
}
