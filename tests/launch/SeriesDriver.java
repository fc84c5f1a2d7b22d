// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.EventQueue;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.TextField;
import java.awt.event.ActionEvent;
import java.awt.image.BufferedImage;
import java.io.File;
import javax.imageio.ImageIO;

/**
 * A time series in ImageJ's window: chooses Register by MI from the menu with the recorder on,
 * fills in its dialog, saves what comes, replays the recorded line and saves that, and draws the
 * manual's picture of the overlay.
 */
public final class SeriesDriver extends WindowSteps {
  private static final String TITLE = "Bitvox Register by MI";

  private SeriesDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    Recorder recorder = new Recorder();
    ImagePlus series = IJ.openImage("series.tif");
    series.setPosition(2, 9, 3);
    show(series);
    GenericDialog dialog = dialogOf(TITLE);
    EventQueue.invokeAndWait(() -> fill(dialog));
    settle();
    screenshot("dialog.png", dialog.getBounds());
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[0], 0, "OK")));
    String line =
        waitFor(
            "the recorded line",
            () -> {
              int start = recorder.getText().indexOf("run(\"" + TITLE);
              return start < 0 || running(TITLE) ? null : recorder.getText().substring(start);
            });
    System.out.println("RECORDED " + line.trim());
    ImagePlus overlay = WindowManager.getImage("series_overlay");
    ImageIO.write(picture(overlay), "png", new File("register_mi_series.png"));
    settle();
    screenshot("windows.png", new Rectangle(0, 0, 1280, 1024));
    save("window");
    WindowManager.setCurrentWindow(series.getWindow());
    IJ.runMacro(line);
    save("replayed");
    System.out.println("FINISHED");
    System.exit(0);
  }

  private static void fill(GenericDialog dialog) {
    if (!((Choice) dialog.getChoices().get(0)).getSelectedItem().equals("none")) {
      stop("a second image is proposed for a series");
    }
    ((Choice) dialog.getChoices().get(1)).select("previous");
    ((TextField) dialog.getStringFields().get(0)).setText("2"); // max_shift
    ((TextField) dialog.getNumericFields().get(1)).setText("5"); // max_angle
    ((Choice) dialog.getChoices().get(2)).select("xyz");
    ((Checkbox) dialog.getCheckboxes().get(0)).setState(true);
  }

  /** What is shown, as files; it is closed. */
  private static void save(String name) throws Exception {
    ImagePlus moved = waitFor("the result", () -> WindowManager.getImage("series_registered"));
    System.out.println(name + " shows " + moved.getC() + " " + moved.getZ() + " " + moved.getT());
    IJ.saveAsTiff(moved, name + ".tif");
    moved.close();
    ImagePlus overlay = WindowManager.getImage("series_overlay");
    IJ.saveAsTiff(overlay, name + "_overlay.tif");
    overlay.close();
    ResultsTable table = ResultsTable.getResultsTable(TITLE);
    table.saveAs(name + ".csv");
    table.reset();
  }

  /** The brightest of all slices, frames 2 to 5 above one another's overlay before and after. */
  private static BufferedImage picture(ImagePlus overlay) {
    int side = overlay.getWidth() / 2;
    int height = overlay.getHeight();
    int scale = 2;
    int title = 26;
    int frames = overlay.getNFrames();
    BufferedImage picture =
        new BufferedImage(
            (frames - 1) * (scale * side + 8) - 8,
            2 * (scale * height + title),
            BufferedImage.TYPE_INT_RGB);
    Graphics2D pen = picture.createGraphics();
    pen.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    pen.setColor(java.awt.Color.WHITE);
    pen.fillRect(0, 0, picture.getWidth(), picture.getHeight());
    pen.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 14));
    for (int t = 2; t <= frames; t++) {
      BufferedImage brightest = new BufferedImage(2 * side, height, BufferedImage.TYPE_INT_RGB);
      for (int i = 0; i < 2 * side * height; i++) {
        int red = brightest(overlay, 1, t, i);
        int green = brightest(overlay, 2, t, i);
        brightest.setRGB(i % (2 * side), i / (2 * side), red << 16 | green << 8);
      }
      int left = (t - 2) * (scale * side + 8);
      for (int half = 0; half < 2; half++) {
        int top = half * (scale * height + title);
        pen.setColor(java.awt.Color.BLACK);
        pen.drawString("frame " + t + (half == 0 ? " before" : " after"), left + 4, top + 18);
        pen.drawImage(
            brightest.getSubimage(half * side, 0, side, height),
            left,
            top + title,
            scale * side,
            scale * height,
            null);
      }
    }
    pen.dispose();
    return picture;
  }

  private static int brightest(ImagePlus overlay, int channel, int frame, int i) {
    int brightest = 0;
    for (int z = 10; z <= 16; z++) {
      Object pixels = overlay.getStack().getPixels(overlay.getStackIndex(channel, z, frame));
      brightest = Math.max(brightest, ((byte[]) pixels)[i] & 0xff);
    }
    return brightest;
  }
}
