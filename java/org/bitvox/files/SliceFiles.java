// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.files;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A volume of which each slice is a file: those of a folder, or of a pattern. */
final class SliceFiles extends DerivedStack {
  private final List<String> names;
  private final StackFile first;
  private final ReadOptions options;

  /** Values of a pixel: those of an RGB image for a command that takes colours. */
  private final int colours;

  /** The file that was read last, whose colours are read one after the other. */
  private volatile Opened last;

  private final List<String> notes = new ArrayList<>();

  private SliceFiles(
      Path folder, String called, List<String> names, StackFile first, ReadOptions options)
      throws IOException {
    super(folder, called, first);
    this.names = names;
    this.first = first;
    this.options = options;
    colours = options.hyperstacks && first.isRgb() ? first.channels() : 1;
    last = new Opened(0, first);
    check(names.get(0), first);
    for (String name : names.subList(1, names.size())) {
      check(name, slice(name, options));
    }
    notes.addAll(first.notes());
    List<String> files = new ArrayList<>();
    names.forEach(name -> files.add(Paths.get(name).getFileName().toString()));
    String gaps = SliceNumbers.gaps(files);
    if (!gaps.isEmpty()) {
      notes.add(gaps);
    }
  }

  /** Opens the files that a value names: a folder, a pattern, or several with commas. */
  static StackFile open(String value, ReadOptions options) throws IOException {
    boolean folder = Names.isFolder(value);
    List<String> names = folder ? within(value) : new ArrayList<>(FileList.of(value));
    names.removeIf(name -> isOfSystem(name, value));
    if (names.isEmpty()) {
      throw new IOException(value + ": the folder has no files");
    }
    names.sort(new NaturalOrder());
    Path path = Paths.get(names.get(0)).toAbsolutePath().normalize().getParent();
    Path named = path.getFileName() == null ? Paths.get(names.get(0)) : path;
    StackFile first = slice(names.get(0), options);
    return new SliceFiles(named, value, names, first, options);
  }

  /** What systems put into folders, unless it is named. */
  private static boolean isOfSystem(String file, String value) {
    String name = Paths.get(file).getFileName().toString();
    return name.matches("(?i)thumbs\\.db|ehthumbs\\.db|desktop\\.ini") && !value.contains(name);
  }

  /** A file of which the caller, who named a folder or a pattern, may not know. */
  private static StackFile slice(String name, ReadOptions options) throws IOException {
    try {
      return ImageFormats.open(name, options);
    } catch (IOException e) {
      boolean unknown = e.getMessage().equals(Messages.unknownFormat(name));
      throw unknown ? new IOException(Messages.noSlice(name), e) : e;
    }
  }

  /** All that are not hidden. */
  private static List<String> within(String folder) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(Paths.get(folder))) {
      for (Path file : files) {
        if (!file.getFileName().toString().startsWith(".") && !Files.isDirectory(file)) {
          names.add(file.toString());
        }
      }
    } catch (DirectoryIteratorException e) {
      throw new IOException(Messages.notReadable(folder, e.getCause()), e);
    } catch (IOException e) {
      throw new IOException(Messages.notReadable(folder, e), e);
    }
    return names;
  }

  private void check(String name, StackFile slice) throws IOException {
    if (slice.isRgb() == first.isRgb() && slice.depth() != colours) {
      throw new IOException(
          name
              + ": has "
              + slice.depth() / colours
              + " slices, but with stack each file is one slice");
    }
    if (!words(slice).equals(words(first))) {
      throw new IOException(
          name
              + ": has "
              + words(slice)
              + ", but "
              + Paths.get(names.get(0)).getFileName()
              + " has "
              + words(first)
              + "; the slices of a stack have one size and type");
    }
  }

  private static String words(StackFile slice) {
    String rgb = slice.isRgb() ? "RGB " : "";
    return slice.width() + " x " + slice.height() + " " + rgb + slice.sampleType().words();
  }

  @Override
  public int depth() {
    return Math.multiplyExact(names.size(), colours);
  }

  @Override
  public int channels() {
    return colours;
  }

  @Override
  public boolean isRgb() {
    return colours > 1;
  }

  @Override
  public int[] readColours(int z) throws IOException {
    return opened(z).readColours(0);
  }

  /** A file of one slice need not say it; 1 is what it has then. */
  @Override
  public boolean isDepthKnown() {
    return first.isDepthKnown() && first.calibration().pixelDepth != 1;
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public List<Path> paths() {
    List<Path> paths = new ArrayList<>();
    names.forEach(name -> paths.add(Paths.get(name).toAbsolutePath()));
    return paths;
  }

  @Override
  void read(int z, SliceTarget target, BooleanSupplier stopped) throws IOException {
    opened(z / colours).read(z % colours, target, stopped);
  }

  /** A file is opened again, and must be as it was. */
  private StackFile opened(int index) throws IOException {
    Opened before = last;
    if (before.index == index) {
      return before.file;
    }
    StackFile slice = index == 0 ? first : ImageFormats.open(names.get(index), options);
    check(names.get(index), slice);
    last = new Opened(index, slice);
    return slice;
  }

  private static final class Opened {
    final int index;
    final StackFile file;

    Opened(int index, StackFile file) {
      this.index = index;
      this.file = file;
    }
  }
}
