// SPDX-License-Identifier: BSD-2-Clause

import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.ImageWindow;
import java.awt.Rectangle;
import java.awt.Robot;
import java.io.File;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import javax.imageio.ImageIO;

/** What all that drive a real ImageJ do: show images, wait for what comes later, or stop. */
abstract class WindowSteps {
  static void show(ImagePlus image) throws Exception {
    image.show();
    activate(image.getWindow());
  }

  /**
   * Until the window is active and has made its image the current one, which comes later. Where no
   * window manager hands the focus on, a window that closes keeps it, so it is asked for.
   */
  static void activate(ImageWindow window) throws Exception {
    waitUntil(
        "the window of " + window.getTitle(),
        () -> {
          if (window.isActive() && WindowManager.getCurrentImage() == window.getImagePlus()) {
            return true;
          }
          window.requestFocus();
          return false;
        });
  }

  static void waitUntil(String what, BooleanSupplier condition) throws Exception {
    waitFor(what, () -> condition.getAsBoolean() ? true : null);
  }

  /** The value once there is one, which is not null; stops where two minutes pass without. */
  static <T> T waitFor(String what, Supplier<T> value) throws Exception {
    for (int tenths = 0; tenths < 1200; tenths++) {
      T found = value.get();
      if (found != null) {
        return found;
      }
      Thread.sleep(100);
    }
    screenshot("waiting.png", new Rectangle(0, 0, 1280, 1024));
    stop("WAITED IN VAIN for " + what);
    return null;
  }

  static void stop(String message) {
    System.out.println(message);
    System.exit(1);
  }

  static void screenshot(String file, Rectangle area) throws Exception {
    ImageIO.write(new Robot().createScreenCapture(area), "png", new File(file));
  }
}
