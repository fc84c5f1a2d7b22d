// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import java.awt.Choice;
import java.awt.EventQueue;
import java.awt.Rectangle;
import java.awt.Robot;
import java.awt.TextField;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.io.File;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.imageio.ImageIO;

/**
 * Chooses commands from ImageJ's menu with the recorder on, presses OK in each dialog, and replays
 * what was recorded: the images and the table must be the same again.
 */
public final class DialogsDriver {
  private static Recorder recorder;

  private DialogsDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 700);
    check("Bitvox Sample Foam...", dialog -> numbers(dialog, "90", "80", "40", "4", "12"));
    IJ.openImage("foam.tif").show();
    check("Bitvox Granulometry...", dialog -> {});
    check("Bitvox Skeleton 2D...", dialog -> {});
    check("Bitvox Skeleton 3D...", dialog -> {});
    check("Bitvox Convolve...", dialog -> {});
    IJ.openImage("blur.tif").show();
    IJ.selectWindow("foam.tif");
    check("Bitvox Joint Histogram...", dialog -> expect("blur.tif", chosen(dialog, 0)));
    check("Bitvox Register by MI...", dialog -> expect("blur.tif", chosen(dialog, 0)));
    IJ.openImage("foam_skeleton.tif").show();
    check("Bitvox Skeleton Graph...", dialog -> expect("none", chosen(dialog, 0)));
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** What a command leaves behind. */
  private static final class Outcome {
    final List<ImagePlus> images = new ArrayList<>();
    final String text;

    Outcome(List<Integer> before) {
      StringBuilder all = new StringBuilder(table());
      for (int id : ids()) {
        if (!before.contains(id)) {
          images.add(WindowManager.getImage(id));
        }
      }
      for (ImagePlus image : images) {
        all.append(image.getTitle().replaceAll("-[0-9]+$", "")).append(' ').append(image);
        for (int z = 1; z <= image.getStackSize(); z++) {
          Object pixels = image.getStack().getPixels(z);
          all.append(' ').append(Arrays.deepHashCode(new Object[] {pixels}));
        }
        all.append('\n');
      }
      text = all.toString().replaceAll("img\\[.*?\\]", "").replaceAll("\"[^\"]*\"", "");
    }

    void close() {
      for (ImagePlus image : images) {
        image.changes = false;
        image.close();
      }
      ResultsTable.getResultsTable().reset();
    }
  }

  private static void check(String command, Consumer<GenericDialog> fill) throws Exception {
    List<Integer> before = ids();
    ImagePlus current = WindowManager.getCurrentImage();
    String title = command.replace("...", "");
    String recorded = recorder.getText();
    IJ.doCommand(command);
    GenericDialog dialog = waitFor("the dialog of " + command, () -> dialog(title));
    Thread.sleep(1000); // until it has painted itself
    EventQueue.invokeAndWait(() -> fill.accept(dialog));
    screenshot(title + " dialog.png", dialog.getBounds());
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[0], 0, "OK")));
    String line =
        waitFor(
            "the recorded line of " + command,
            () -> {
              String more = recorder.getText().substring(recorded.length());
              int start = more.indexOf("run(\"" + command);
              return start < 0 || running(command) ? null : more.substring(start);
            });
    System.out.println("RECORDED " + line.trim());
    Thread.sleep(300);
    screenshot(title + ".png", new Rectangle(0, 0, 1280, 1024));
    Outcome chosen = new Outcome(before);
    expect(true, !chosen.text.isEmpty());
    chosen.close();
    if (current != null) {
      WindowManager.setCurrentWindow(current.getWindow());
    }
    IJ.runMacro(line);
    Outcome replayed = new Outcome(before);
    expect(chosen.text, replayed.text);
    replayed.close();
    if (current != null) {
      WindowManager.setCurrentWindow(current.getWindow());
    }
  }

  private static boolean running(String command) {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("Run$_" + command));
  }

  private static GenericDialog dialog(String title) {
    for (Window window : Window.getWindows()) {
      if (window instanceof GenericDialog && window.isShowing()) {
        return ((GenericDialog) window).getTitle().equals(title) ? (GenericDialog) window : null;
      }
    }
    return null;
  }

  private static void numbers(GenericDialog dialog, String... values) {
    for (int i = 0; i < values.length; i++) {
      ((TextField) dialog.getNumericFields().get(i)).setText(values[i]);
    }
  }

  private static String chosen(GenericDialog dialog, int index) {
    return ((Choice) dialog.getChoices().get(index)).getSelectedItem();
  }

  private static List<Integer> ids() {
    List<Integer> ids = new ArrayList<>();
    int[] list = WindowManager.getIDList();
    for (int id : list == null ? new int[0] : list) {
      ids.add(id);
    }
    return ids;
  }

  private static String table() {
    ResultsTable table = ResultsTable.getResultsTable();
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < table.size(); row++) {
      text.append(table.getRowAsString(row)).append('\n');
    }
    return text.toString();
  }

  private static void expect(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      stop("EXPECTED\n" + expected + "\nGOT\n" + actual);
    }
  }

  private static <T> T waitFor(String what, Supplier<T> value) throws Exception {
    for (int tenths = 0; tenths < 300; tenths++) {
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

  private static void stop(String message) {
    System.out.println(message);
    System.exit(1);
  }

  private static void screenshot(String file, Rectangle area) throws Exception {
    ImageIO.write(new Robot().createScreenCapture(area), "png", new File(file));
  }
}
