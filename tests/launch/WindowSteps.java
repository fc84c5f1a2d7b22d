// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.ImageWindow;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Window;
import java.io.File;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;

/** What all that drive a real ImageJ do: show images, wait for what comes later, or stop. */
abstract class WindowSteps {
  static void show(ImagePlus image) throws Exception {
    image.show();
    activate(image.getWindow());
  }

  /**
   * Until the window is active and has made its image the current one, which comes later. Where no
   * window manager hands the focus on, a window that closes keeps it, so it is asked for; a request
   * that met a window on its way to the screen is lost, and only one for another window clears it.
   */
  static void activate(ImageWindow window) throws Exception {
    BooleanSupplier active =
        () -> window.isActive() && WindowManager.getCurrentImage() == window.getImagePlus();
    for (int tries = 0; tries < 20 && !active.getAsBoolean(); tries++) {
      settle();
      IJ.getInstance().requestFocus();
      settle();
      window.requestFocus();
      becomes(active, 5);
    }
    waitUntil("the window of " + window.getTitle(), active);
  }

  /**
   * Chooses the command from the menu; its dialog, once it is all there and waits for its buttons.
   */
  static GenericDialog dialogOf(String title) throws Exception {
    IJ.doCommand(title + "...");
    GenericDialog dialog = waitFor("the dialog of " + title, () -> waiting(title));
    settle();
    return dialog;
  }

  /** The dialog that is seen and waits for its buttons; null for none. */
  static GenericDialog waiting(String title) {
    return asks(title) ? shown(title) : null;
  }

  private static GenericDialog shown(String title) {
    for (Window window : Window.getWindows()) {
      boolean dialog = window instanceof GenericDialog && window.isShowing();
      if (dialog && ((GenericDialog) window).getTitle().equals(title)) {
        return (GenericDialog) window;
      }
    }
    return null;
  }

  /** A dialog is seen before its command waits for it; a button that is pressed then is lost. */
  private static boolean asks(String title) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> isOf(title, thread.getKey()) && thread.getValue().length > 0)
        .map(thread -> thread.getValue())
        .anyMatch(
            calls ->
                calls[0].getClassName().equals("java.lang.Object") // its wait()
                    && Arrays.stream(calls)
                        .anyMatch(call -> call.getMethodName().equals("showDialog")));
  }

  static boolean running(String title) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(thread -> isOf(title, thread));
  }

  private static boolean isOf(String title, Thread thread) {
    return thread.getName().matches("(Run\\$_)?" + Pattern.quote(title) + "(\\.\\.\\.)?");
  }

  static void waitUntil(String what, BooleanSupplier condition) throws Exception {
    waitFor(what, () -> condition.getAsBoolean() ? true : null);
  }

  /** The value once there is one, which is not null; stops where two minutes pass without. */
  static <T> T waitFor(String what, Supplier<T> value) throws Exception {
    AtomicReference<T> found = new AtomicReference<>();
    if (becomes(() -> found.updateAndGet(none -> value.get()) != null, 120)) {
      return found.get();
    }
    screenshot("waiting.png", new Rectangle(0, 0, 1280, 1024));
    stop("WAITED IN VAIN for " + what);
    return null;
  }

  private static boolean becomes(BooleanSupplier condition, int seconds) throws Exception {
    for (int tries = 0; !condition.getAsBoolean(); tries++) {
      if (tries == 50 * seconds) {
        return false;
      }
      Thread.sleep(20);
    }
    return true;
  }

  /** Until nothing is left to be placed or painted, of what the display has sent too. */
  static void settle() throws Exception {
    new Robot().waitForIdle();
  }

  static void stop(String message) {
    System.out.println(message);
    System.exit(1);
  }

  static void screenshot(String file, Rectangle area) throws Exception {
    ImageIO.write(new Robot().createScreenCapture(area), "png", new File(file));
  }
}
