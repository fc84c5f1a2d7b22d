// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox.calls;

import ij.ImageListener;
import ij.ImagePlus;
import ij.process.ColorProcessor;
import ij.process.ImageProcessor;
import java.awt.EventQueue;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CancellationException;
import org.bitvox.Phase;
import org.bitvox.ProgressListener;
import org.bitvox.parameters.DialogPreview;
import org.bitvox.parameters.Keys;
import org.bitvox.parameters.Values;

/**
 * Shows over the slice of an image that is seen what a command would make of it: exactly that slice
 * of the result, or, where that cannot be told from a few slices, the foreground in red, or what is
 * fluid in blue. It follows the user through the slices and is computed on a thread of its own.
 */
final class SlicePreview implements DialogPreview, ImageListener {
  private static final long SLOW_NANOS = 400_000_000;

  private final Command command;
  private final ImagePlus image;
  private final PreviewOverlay overlay;
  private final boolean on;
  private final NewestTask worker = new NewestTask("Bitvox preview");
  private Dialog dialog;

  /** What is to be shown; null for nothing. Of AWT's thread, like the rest but for the worker. */
  private Values values;

  private SlicePreview(Command command, ImagePlus image, boolean on) {
    this.command = command;
    this.image = image;
    this.on = on;
    overlay = new PreviewOverlay(image);
  }

  /**
   * Null where there is nothing to see: no window, or a command without a preview.
   *
   * @param on whether it is seen before anybody asks for it
   */
  static SlicePreview of(Command command, ImagePlus image, boolean on) {
    boolean seen = image != null && image.getWindow() != null && !EventQueue.isDispatchThread();
    return seen && command.hasPreview(image) ? new SlicePreview(command, image, on) : null;
  }

  @Override
  public boolean isOn() {
    return on;
  }

  @Override
  public void opened(Dialog opened) {
    dialog = opened;
    ImagePlus.addImageListener(this);
  }

  @Override
  public void show(Values wanted) {
    values = wanted;
    update();
  }

  @Override
  public void hide() {
    values = null;
    worker.stop();
    overlay.hide();
  }

  @Override
  public void closed() {
    ImagePlus.removeImageListener(this);
    try {
      EventQueue.invokeAndWait(this::hide);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(e.getCause());
    }
    worker.close();
  }

  @Override
  public void imageOpened(ImagePlus opened) {}

  /** A command on an image that is gone has nothing to do. */
  @Override
  public void imageClosed(ImagePlus closed) {
    if (closed == image) {
      hide();
      dialog.cancel();
    }
  }

  /** Also when another slice is seen. */
  @Override
  public void imageUpdated(ImagePlus updated) {
    if (updated == image && values != null) {
      update();
    }
  }

  private void update() {
    Values wanted = values;
    int slice = image.getCurrentSlice();
    int z = image.getNChannels() == 1 ? slice - 1 : image.getSlice() - 1;
    worker.start(listener -> compute(wanted, slice, z, listener));
  }

  private void compute(Values wanted, int slice, int z, ProgressListener listener) {
    try {
      Shown shown = shown(wanted, z, new Slow(listener));
      EventQueue.invokeLater(() -> present(shown, wanted, slice));
    } catch (CancellationException e) {
      // a newer one is on its way
    } catch (IOException | RuntimeException | OutOfMemoryError | UnsatisfiedLinkError e) {
      Shown failure = new Shown(null, "No preview: " + Failures.sentence(e));
      EventQueue.invokeLater(() -> present(failure, wanted, slice));
    }
  }

  private void present(Shown shown, Values wanted, int slice) {
    if (values == wanted && image.getCurrentSlice() == slice) {
      if (shown.picture == null) {
        overlay.hide();
      } else {
        overlay.show(shown.picture, slice);
      }
      dialog.say(command.parameters().inWindow(shown.sentence));
    }
  }

  /** What is seen over slice z, from 0. */
  private Shown shown(Values wanted, int z, ProgressListener listener) throws IOException {
    if (image.isLocked()) {
      throw new IllegalArgumentException(
          "the image '" + image.getTitle() + "' is in use by another command");
    }
    OpenImage input = new OpenImage(image, wanted, listener);
    Reach reach = command.reach(wanted, input);
    if (reach.isKnown()) {
      ImageProcessor slice = command.slice(wanted, input, z, reach, listener);
      BufferedImage picture = picture(slice, reach);
      return new Shown(PreviewPicture.fitted(picture, input.width(), input.height()), "");
    }
    if (!command.parameters().takes("threshold", wanted)) {
      return new Shown(
          null, "No preview" + (reach.why().isEmpty() ? "" : ": " + reach.why()) + ".");
    }
    String why = reach.why().isEmpty() ? "" : ", not the result: " + reach.why();
    String fluid = command.parameters().fluid(wanted);
    if (!fluid.isEmpty()) {
      return new Shown(
          PreviewPicture.blue(
              input.width(),
              input.height(),
              input.foreground(z),
              wanted.constant(Keys.PHASE, Phase.class)),
          FluidWords.sentence(fluid, "blue" + why));
    }
    BufferedImage red =
        PreviewPicture.red(
            input.width(),
            input.height(),
            input.slice(z),
            Thresholds.foreground(wanted, input.calibration(), input.bitDepth()),
            listener::isStopped);
    return new Shown(red, "Red is the foreground" + why + ".");
  }

  private BufferedImage picture(ImageProcessor slice, Reach reach) {
    if (reach.colours() != null) {
      return PreviewPicture.labels(slice, reach.colours());
    }
    if (slice instanceof ColorProcessor) {
      return slice.getBufferedImage();
    }
    return reach.keepsRange()
        ? likeTheImage(slice)
        : PreviewPicture.of(slice, slice.getMin(), slice.getMax());
  }

  /** With the brightness and contrast of the image; a 32-bit result has the shown values. */
  private BufferedImage likeTheImage(ImageProcessor slice) {
    double low = image.getDisplayRangeMin();
    double high = image.getDisplayRangeMax();
    if (slice.getBitDepth() != image.getBitDepth()) {
      low = image.getCalibration().getCValue(low);
      high = image.getCalibration().getCValue(high);
    }
    return PreviewPicture.of(slice, Math.min(low, high), Math.max(low, high));
  }

  /** A picture, or null, and a sentence. */
  private static final class Shown {
    final BufferedImage picture;
    final String sentence;

    Shown(BufferedImage picture, String sentence) {
      this.picture = picture;
      this.sentence = sentence;
    }
  }

  /** Says so when it takes long. */
  private final class Slow implements ProgressListener {
    private final ProgressListener listener;
    private final long start = System.nanoTime();
    private boolean said;

    Slow(ProgressListener listener) {
      this.listener = listener;
    }

    @Override
    public boolean keepGoing(long done, long total) {
      if (!said && System.nanoTime() - start > SLOW_NANOS) {
        said = true;
        EventQueue.invokeLater(
            () -> {
              if (!isStopped()) {
                dialog.say("Computing the preview...");
              }
            });
      }
      return listener.keepGoing(done, total);
    }

    @Override
    public boolean isStopped() {
      return listener.isStopped();
    }
  }
}
