// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.bitvox.BinaryVolume;
import org.bitvox.ProgressListener;
import org.bitvox.UnsuitableImageException;
import org.bitvox.files.InputFiles;
import org.bitvox.files.OutputFiles;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Parameter;
import org.bitvox.parameters.Parameters;
import org.bitvox.parameters.Values;

/**
 * What an operation sees of the outside: its values, the images that it reads, where its {@link
 * Results} go, and who hears its {@link Messages}.
 *
 * <p>The images are open and the outputs begun before the operation runs. What it reads is locked
 * meanwhile and freed afterwards.
 */
public abstract class Call implements AutoCloseable {
  private final Parameters parameters;
  private final Values values;
  private final Map<String, InputImage> images = new LinkedHashMap<>();
  private final Map<String, Path> files = new LinkedHashMap<>();
  private OutputFiles outputs;
  private Results results;
  private BinaryVolume mask;
  private final HeapNeeds heap = new HeapNeeds();

  Call(Parameters parameters, Values values) {
    this.parameters = parameters;
    this.values = values;
  }

  /** Opens and locks the inputs, checks and begins the outputs. */
  final void begin() throws IOException {
    images.putAll(open(parameters.keys(Parameter.Kind.IMAGE)));
    for (String key : parameters.keys(Parameter.Kind.FILE)) {
      boolean open = parameters.takesOpenText(key) && OpenTexts.isOpen(values.text(key));
      if (values.has(key) && !open) {
        files.put(key, InputFiles.existing(values.text(key)));
      }
    }
    List<Path> inputs = new ArrayList<>(files.values());
    inputs.addAll(parameters.namedFiles(values));
    for (InputImage image : images.values()) {
      image.lock();
      inputs.addAll(image.files());
    }
    for (String key : parameters.keysOfSameSize()) {
      noteScale(images.get(key));
    }
    messages().note(scaleNote());
    outputs = outputs(inputs);
    begun(outputs);
    results = new Results(this, outputs, display());
  }

  /** The files that are asked for, of which none may overwrite an input. */
  OutputFiles outputs(List<Path> inputs) throws IOException {
    return OutputFiles.begin(
        values, parameters.keys(Parameter.Kind.OUTPUT), parameters.folders(), inputs, progress());
  }

  /** What is not known of the size of a voxel of the input; or empty. */
  final String scaleNote() {
    return input() == null ? "" : input().scaleNote();
  }

  /** Voxel lies on voxel: the other image's own size of a voxel, which may be wrong, is unused. */
  private void noteScale(InputImage other) {
    Scale own = input().scale();
    if (other != null && !own.sameAs(other.scale())) {
      messages()
          .noteOfInput(
              "Voxels of "
                  + input().name()
                  + " are "
                  + own.words()
                  + ", those of "
                  + other.name()
                  + " "
                  + other.scale().words()
                  + "; the former size is used.");
    }
  }

  /** The images that the keys name, by key. */
  abstract Map<String, InputImage> open(List<String> keys) throws IOException;

  /**
   * The operation has ended well: files appear, results are shown. Who stops it until then has no
   * file; afterwards it can no longer be stopped.
   */
  final void finish() throws IOException {
    outputs.complete();
    if (!progress().keepGoing(1, 1)) {
      throw new CancellationException("stopped");
    }
    outputs.commit();
    present();
  }

  abstract void present();

  /** The outputs are begun; nothing is in them yet. */
  void begun(OutputFiles begun) {}

  /**
   * Tells, before it is there, what the operation keeps in the Java heap beside slices.
   *
   * @param what it is, in words for the user
   * @throws OutOfMemoryError if the Java heap can never hold so many bytes
   */
  public final void needs(String what, long bytes) {
    heap.add(what, bytes);
  }

  /**
   * Checks, before a long computation, that the Java heap can hold the new images that are to be
   * shown.
   *
   * @throws OutOfMemoryError if it cannot
   */
  public final void requireShown() {
    heap.requireShown();
  }

  /** Says which image is not as the operation needs it, and what is in it. */
  UnsuitableImageException explained(UnsuitableImageException failure) throws IOException {
    if (images.values().stream().anyMatch(InputImage::isInBlocks)) {
      return failure; // to look for such values may take hours
    }
    UnsuitableImageException explained =
        new UnsuitableImageException(FoundValues.sentence(failure.getMessage(), images.values()));
    explained.initCause(failure);
    return explained;
  }

  /** The same failure, about files as the user calls them. */
  final IOException explained(IOException failure) {
    return outputs == null ? failure : outputs.named(failure);
  }

  /** Says what needs how much Java heap, where it was the Java heap that was too small. */
  final OutOfMemoryError explained(OutOfMemoryError failure) {
    return heap.explained(failure, images.values());
  }

  /** Frees all that was read, unlocks it, and removes files that are not finished. */
  @Override
  public final void close() {
    images.values().forEach(InputImage::close);
    if (outputs != null) {
      outputs.close();
    }
  }

  /** The same of a new image. */
  final void needs(ResultImage image) {
    heap.add(image);
  }

  /** The keys that the operation declares. */
  final Parameters parameters() {
    return parameters;
  }

  /** The values of the operation's keys. */
  public final Values values() {
    return values;
  }

  /** All images. */
  final Collection<InputImage> images() {
    return images.values();
  }

  /** The image that the operation works on. */
  public final InputImage input() {
    return image("input");
  }

  /** The image that a key names; null where it is optional and not given. */
  public final InputImage image(String key) {
    return images.get(key);
  }

  /**
   * Which voxels are counted: the foreground of {@code mask=}, in ImageJ else what is selected in
   * the input. The whole input decides what objects, openings, balls and distances are.
   *
   * @return null for all
   * @throws IllegalArgumentException if its size is not the input's, or it has no foreground
   */
  public BinaryVolume mask() throws IOException {
    InputImage image = image(Keys.MASK);
    if (mask == null && image != null) {
      image.requireSizeOf(input());
      mask = image.mask();
      if (mask.isEmpty(progress())) {
        throw new IllegalArgumentException(
            image.name()
                + " is empty as a mask: it has no voxel of value 255, so nothing is counted");
      }
    }
    return mask;
  }

  /** The file that a key of another kind names; null where it is not given, or a window is. */
  public final Path file(String key) {
    return files.get(key);
  }

  /** To be told of the operation's progress; stops it when the user wants that. */
  public abstract ProgressListener progress();

  /** Where results go. */
  public final Results results() {
    return results;
  }

  /** What results are shown on besides files. */
  abstract Display display();

  /** What the user is told. */
  public abstract Messages messages();
}
