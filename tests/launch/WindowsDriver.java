// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.Menus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.Toolkit;
import java.awt.Window;
import java.awt.image.BufferedImage;
import java.io.File;
import java.util.HashSet;
import java.util.Set;
import javax.imageio.ImageIO;

/**
 * ImageJ's window as after an installation, perhaps on another system: the menu, an image and a
 * dialog, with a picture of them; with a second argument the table of a foam, too.
 */
public final class WindowsDriver {
  private static final String COMMAND = "Bitvox Granulometry...";
  private static final int TENTHS = 600;
  private static final int FEW_COLOURS = 4; // of windows that were not painted

  private WindowsDriver() {}

  public static void main(String[] args) {
    int code = 1;
    try {
      run(args);
      code = 0;
    } catch (Throwable problem) { // the window would keep the process alive
      problem.printStackTrace();
    }
    System.out.flush();
    Runtime.getRuntime().halt(code); // exit() may wait for Wine's windows for ever
  }

  private static void run(String[] args) throws Exception {
    new ImageJ();
    if (!Menus.getCommands().containsKey(COMMAND)) {
      throw new IllegalStateException("the menu has no " + COMMAND);
    }
    IJ.newImage("blank", "8-bit black", 200, 200, 3);
    IJ.doCommand(COMMAND);
    GenericDialog dialog = dialog();
    Thread.sleep(2000); // to be painted
    BufferedImage picture =
        new Robot().createScreenCapture(new Rectangle(Toolkit.getDefaultToolkit().getScreenSize()));
    ImageIO.write(picture, "png", new File(args[0]));
    if (colours(picture, dialog.getBounds()) < FEW_COLOURS) {
      throw new IllegalStateException("the dialog is blank; see " + args[0]);
    }
    dialog.dispose();
    if (args.length > 1) {
      IJ.run("Bitvox Sample Foam...", "width=64 height=60 depth=56");
      IJ.run(COMMAND, "max_radius=20");
      if (WindowManager.getNonImageTitles().length == 0) {
        throw new IllegalStateException(COMMAND + " left no table");
      }
    }
    System.out.println("WINDOW with " + WindowManager.getImageCount() + " image");
  }

  private static GenericDialog dialog() throws InterruptedException {
    for (int i = 0; i < TENTHS; i++) {
      for (Window window : Window.getWindows()) {
        if (window instanceof GenericDialog && window.isShowing()) {
          return (GenericDialog) window;
        }
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException("no dialog came");
  }

  private static int colours(BufferedImage picture, Rectangle of) {
    Rectangle part = of.intersection(new Rectangle(picture.getWidth(), picture.getHeight()));
    Set<Integer> colours = new HashSet<>();
    for (int y = part.y; y < part.y + part.height; y++) {
      for (int x = part.x; x < part.x + part.width; x++) {
        colours.add(picture.getRGB(x, y));
      }
    }
    return colours.size();
  }
}
