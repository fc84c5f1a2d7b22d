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
 * <p>What programs write who keep to the letter less than others is read where the voxels are
 * certain. It takes nothing that is not whole: what is missing, damaged or contradicts itself is an
 * IOException whose sentence names the file and the tag, strip or tile. What it allocates and how
 * long it takes are bounded by the size of the file.
 */
final class TiffStack extends StackFile {
  private static final int RGB = 3; // values of a pixel

  private final TiffPages pages;
  private final TiffSlices slices;
  private final TiffPage first;
  private final TiffLayout layout;
  private final PlainPixels plain;
  private final Calibration calibration;
  private final String sizeless;

  /** Values of a pixel that are channels of the image. */
  private final int colours;

  private final boolean rgb;
  private final Looks looks;
  private final boolean invertedLut;
  private final List<String> notes = new ArrayList<>();

  private TiffStack(Path path, String name, FileBytes in, ReadOptions options) throws IOException {
    super(path, name);
    pages = TiffPages.find(in);
    TiffDirectory start = pages.firstDirectory();
    if (start.has(TiffTag.IPLAB) || start.has(TiffTag.NIH_IMAGE)) {
      throw in.problem(TiffMessages.OLD_PROGRAM); // they count slices and calibrate in their way
    }
    slices = TiffSlices.of(in, name, path.getFileName().toString(), pages, options);
    TiffDirectory directory = pages.directory(in, slices.pages[0]);
    first = TiffPage.of(directory);
    layout = first.layout;
    checkPages(in);
    colours = TiffColours.channels(directory);
    rgb = TiffColours.isRgb(directory);
    plain = new PlainPixels(first.form.order);
    TiffDescription description = slices.description();
    boolean several = channels() * (long) frames() > 1 && channels() <= depth();
    looks = several ? TiffLooks.read(directory, description, channels()) : null;
    invertedLut = TiffColours.inverted(directory);
    calibration = TiffCalibration.of(directory, layout.type, description, slices.image);
    boolean omeSize = slices.image != null && OmeScale.hasWidth(slices.image);
    sizeless = omeSize ? "" : TiffCalibration.axesWithoutSize(directory);
    note(directory, name);
    if (heap() > Runtime.getRuntime().maxMemory()) {
      throw new IOException(Messages.heap(name, heap()));
    }
  }

  /**
   * Reads what the file says of its image.
   *
   * @param name what the user calls the file
   */
  static TiffStack open(Path path, String name, ReadOptions options) throws IOException {
    try (FileBytes in = FileBytes.open(path, name)) {
      return new TiffStack(path, name, in, options);
    }
  }

  private void checkPages(FileBytes in) throws IOException {
    if (slices.contiguous > 0) {
      return;
    }
    TiffSharing sharing = new TiffSharing(in, pages.directoryBytes());
    int complete = 0;
    for (int slice = 0; slice < slices.pages.length; slice++) {
      TiffPage page = page(in, slice);
      sharing.add(page);
      complete += complete == slice && page.complete() ? 1 : 0;
    }
    if (sharing.isNeeded()) {
      for (int slice = 0; slice < slices.pages.length; slice++) {
        sharing.place(page(in, slice));
      }
      sharing.check();
    }
    if (complete < slices.pages.length) {
      throw in.problem(TiffMessages.slicesMissing(complete, slices.pages.length));
    }
  }

  private TiffPage page(FileBytes in, int slice) throws IOException {
    TiffPage page = TiffPage.of(pages.directory(in, slices.pages[slice]));
    if (!page.layout.like(layout)) {
      throw in.problem(TiffMessages.unequalPages(slices.pages[slice] + 1, slices.pages[0] + 1));
    }
    return page;
  }

  private void note(TiffDirectory directory, String name) throws IOException {
    notes.addAll(slices.notes);
    if (slices.image != null) {
      String type = slices.image.compare(layout);
      if (!type.isEmpty()) {
        notes.add(name + ": " + type);
      }
      OmeScale.notes(slices.image).forEach(note -> notes.add(name + ": " + note));
    }
    long orientation = directory.number(TiffTag.ORIENTATION, 1);
    if (orientation != 1) {
      notes.add(TiffMessages.orientation(name, orientation));
    }
    if (colours < layout.samples) {
      notes.add(name + ": " + TiffMessages.alphaLeftOut());
    }
  }

  /** Of a set of files, of which this one says where the slices are; else null. */
  OmePlaces set() {
    return slices.set;
  }

  /** What OME-XML says of the image; null where there is none. */
  OmeImage ome() {
    return slices.image;
  }

  /** Pages of the file. */
  int pageCount() {
    return pages.count();
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
    return Math.multiplyExact(slices.count(), colours);
  }

  @Override
  public int channels() {
    return slices.channels * colours;
  }

  @Override
  public int frames() {
    return slices.frames;
  }

  @Override
  void checkWhole() throws IOException {
    int announced = slices.image == null ? slices.description().count("slices") : 0;
    if (announced > 0 && (long) announced * channels() * frames() != depth()) {
      throw new IOException(
          called() + ": " + Hyperstacks.uneven(channels(), announced, frames(), depth()));
    }
    super.checkWhole();
  }

  @Override
  public boolean isRgb() {
    return rgb;
  }

  /** Values of a pixel that are channels. */
  int colours() {
    return colours;
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
  public String axesWithoutSize() {
    return sizeless + super.axesWithoutSize();
  }

  @Override
  public boolean isDepthKnown() {
    boolean ome = slices.image != null && OmeScale.hasDepth(slices.image);
    TiffDescription description = slices.description();
    boolean written = !description.text.isEmpty(); // ImageJ leaves out a distance of 1
    return ome || (slices.image == null ? written : description.has("spacing"));
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
    return first.heap();
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    try (FileBytes in = bytes(stopped)) {
      if (slices.contiguous > 0) {
        long at = first.offsets[0] + z * layout.sliceBytes();
        target.read(in, at, 0, layout.pixels(), plain);
      } else {
        read(in, slices.pages[z / colours], z % colours, target);
      }
    }
  }

  /** All three at once where they lie together, and nothing else beside them. */
  @Override
  public int[] readColours(int z) throws IOException {
    int pixels = layout.pixels();
    boolean together = !layout.planar && layout.samples == RGB && layout.type == SampleType.BYTE;
    if (!together || slices.contiguous > 0 || pixels > MOST_VOXELS / RGB) {
      return super.readColours(z);
    }
    int threads = Runtime.getRuntime().availableProcessors();
    SliceTarget target = SliceTarget.pixels(layout.type, RGB * pixels, threads);
    try (FileBytes in = bytes(() -> false)) {
      TiffPixels.readTogether(in, unchanged(in, slices.pages[z]), target);
    }
    byte[] values = (byte[]) target.array;
    int[] colours = new int[pixels];
    for (int i = 0; i < pixels; i++) {
      int at = RGB * i;
      colours[i] = (values[at] & 0xff) << 16 | (values[at + 1] & 0xff) << 8 | values[at + 2] & 0xff;
    }
    return colours;
  }

  /** The same of a page and a value of its pixels, both from 0. */
  void read(int page, int colour, SliceTarget target, BooleanSupplier stopped) throws IOException {
    try (FileBytes in = bytes(stopped)) {
      read(in, page, colour, target);
    }
  }

  private void read(FileBytes in, int number, int colour, SliceTarget target) throws IOException {
    TiffPixels.read(in, unchanged(in, number), colour, target, plain);
  }

  private TiffPage unchanged(FileBytes in, int number) throws IOException {
    TiffPage page = TiffPage.of(pages.directory(in, number));
    if (!page.layout.like(layout)) {
      throw in.problem(TiffMessages.CHANGED);
    }
    return page;
  }
}
