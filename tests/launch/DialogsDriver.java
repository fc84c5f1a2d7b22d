// SPDX-License-Identifier: BSD-2-Clause

import ij.CompositeImage;
import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.ImageStack;
import ij.Prefs;
import ij.WindowManager;
import ij.gui.GenericDialog;
import ij.gui.MultiLineLabel;
import ij.gui.Plot;
import ij.gui.PlotWindow;
import ij.gui.Roi;
import ij.gui.TextRoi;
import ij.measure.ResultsTable;
import ij.plugin.frame.Recorder;
import ij.plugin.frame.RoiManager;
import ij.text.TextWindow;
import java.awt.Button;
import java.awt.Checkbox;
import java.awt.Choice;
import java.awt.Component;
import java.awt.Container;
import java.awt.Dialog;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Rectangle;
import java.awt.TextField;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.awt.event.ItemEvent;
import java.io.File;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.swing.JDialog;
import javax.swing.JFileChooser;

/**
 * Chooses the commands of a list, as dialogs_test.sh describes it, from ImageJ's menu with the
 * recorder on, presses OK in each dialog, and replays what was recorded: the images and the table
 * must be the same again.
 */
public final class DialogsDriver extends WindowSteps {
  private static Recorder recorder;

  /** Those that the last dialog's command has opened on request. */
  private static final List<String> MORE_TABLES = new ArrayList<>();

  private DialogsDriver() {}

  public static void main(String[] args) throws Exception {
    new ImageJ();
    recorder = new Recorder();
    recorder.setLocation(20, 500);
    for (String line : Files.readAllLines(Paths.get(args[0]))) {
      String[] words = line.split("\\|", -1);
      for (String image : words[1].trim().split(" +")) {
        if (!image.isEmpty()) {
          open(image);
        }
      }
      check(words[0].trim(), dialog -> fill(dialog, words[2].trim()));
      closeImages();
    }
    refusesBeforeItAsks();
    offersWhatFits();
    takesTheLiveThreshold();
    macrosLeaveWhatWasEntered();
    leavesOutWhatHasNoEffect();
    ticksSteps();
    saysWhatItTakes();
    remembersThePores();
    asksForTheChannel();
    opensOneTable();
    laysResultsBesideEachOther();
    hidesWhatFewUse();
    laysNoImageOnItself();
    logsTheNoteOfASummary();
    suggestsSeeds();
    savesModels();
    System.out.println("FINISHED");
    System.exit(0);
  }

  /** What no command takes is told before a dialog is filled in for nothing. */
  private static void refusesBeforeItAsks() throws Exception {
    IJ.createHyperStack("series", 9, 9, 1, 2, 3, 8).show();
    String title = "Bitvox Granulometry";
    IJ.doCommand(title + "...");
    Dialog message =
        waitFor(
            "the message",
            () -> {
              for (Window window : Window.getWindows()) {
                boolean dialog = window instanceof Dialog && window.isShowing();
                if (dialog && ((Dialog) window).getTitle().equals(title)) {
                  return (Dialog) window;
                }
              }
              return null;
            });
    expect(false, message instanceof GenericDialog);
    EventQueue.invokeAndWait(message::dispose);
    closeImages();
  }

  /** Second images are of the size of the first, and no plots. */
  private static void offersWhatFits() throws Exception {
    open("foam_skeleton.tif");
    show(IJ.createImage("small", "8-bit ramp", 9, 9, 30));
    show(IJ.createImage("floats", "32-bit ramp", 120, 100, 30));
    show(IJ.createImage("colours", "RGB ramp", 120, 100, 30));
    Plot plot = new Plot("plot", "x", "y", new double[] {1, 2}, new double[] {3, 4});
    PlotWindow window = plot.show();
    activate(window);
    open("foam.tif");
    expect("foam_skeleton.tif, floats, foam.tif", offered("Bitvox Joint Histogram", 0));
    expect("none, foam_skeleton.tif, foam.tif", offered("Bitvox Joint Histogram", 1));
    expect("none, foam_skeleton.tif, foam.tif", offered("Bitvox Skeleton 3D", 0));
    expect("none, foam_skeleton.tif, small, floats, foam.tif", offered("Bitvox Register by MI", 0));
    closeImages();
  }

  /** The choices of a dialog, which is cancelled. */
  private static String offered(String title, int choice) throws Exception {
    GenericDialog dialog = dialogOf(title);
    Choice offered = (Choice) dialog.getChoices().get(choice);
    List<String> items = new ArrayList<>();
    for (int i = 0; i < offered.getItemCount(); i++) {
      items.add(offered.getItem(i));
    }
    cancel(dialog, title);
    return String.join(", ", items);
  }

  /** Without a window manager Java may be wrong about where a dialog lies until it moves it. */
  private static void picture(GenericDialog dialog, String file) throws Exception {
    EventQueue.invokeAndWait(() -> dialog.setLocation(150, 60));
    settle();
    Rectangle screen = new Rectangle(dialog.getToolkit().getScreenSize());
    Rectangle bounds = dialog.getBounds();
    System.out.println("SIZE " + bounds.width + " x " + bounds.height + " of " + file);
    expect(true, screen.contains(bounds) && bounds.height <= 700 && bounds.width <= 1000);
    screenshot(file, dialog.getBounds());
  }

  private static void cancel(GenericDialog dialog, String title) throws Exception {
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[1], 0, "Cancel")));
    waitFor("the end of " + title, () -> running(title) ? null : title);
  }

  /** The dialog shows it, and what was recorded does the same without it. */
  private static void takesTheLiveThreshold() throws Exception {
    for (String range : new String[] {"100", "60..170"}) {
      open("blur.tif");
      String[] ends = range.split("\\.\\.");
      IJ.setThreshold(
          Double.parseDouble(ends[0]), ends.length == 1 ? 255 : Double.parseDouble(ends[1]));
      String line =
          check(
              "Bitvox Skeleton 2D...",
              dialog -> expect(range, ((TextField) dialog.getStringFields().get(0)).getText()));
      expect(true, line.contains(" threshold=" + range));
      closeImages();
    }
    open("blur.tif"); // nothing is red: Otsu's, as the threshold of another image is not its own
    String title = "Bitvox Granulometry";
    GenericDialog dialog = dialogOf(title);
    picture(dialog, "grey dialog.png");
    double otsu = Double.parseDouble(((TextField) dialog.getStringFields().get(0)).getText());
    expect(true, otsu > 60 && otsu < 200 && otsu != 100);
    cancel(dialog, title);
    closeImages();
  }

  /** A dialog shows what was entered in the last one, not what a macro gave. */
  private static void macrosLeaveWhatWasEntered() throws Exception {
    open("foam.tif");
    check(
        "Bitvox Granulometry...",
        dialog -> ((TextField) dialog.getNumericFields().get(0)).setText("9"));
    List<Integer> before = ids();
    IJ.runMacro("run('Bitvox Granulometry...', 'max_radius=3');");
    new Outcome(before).close();
    WindowManager.setCurrentWindow(WindowManager.getImage("foam.tif").getWindow());
    check(
        "Bitvox Granulometry...",
        dialog -> expect("9", ((TextField) dialog.getNumericFields().get(0)).getText()));
    closeImages();
  }

  /** Without a word, not even in the recorded line, and keeps it for the next time. */
  private static void leavesOutWhatHasNoEffect() throws Exception {
    open("foam.tif");
    String command = "Bitvox Morphology...";
    check(command, dialog -> fill(dialog, "4"));
    String log = IJ.getLog();
    String line = check(command, dialog -> enter(dialog, "keep_largest", "4"));
    expect(true, line.contains("operation=keep_largest "));
    expect(false, line.contains("radius="));
    expect(true, line.contains(" threshold=[] "));
    expect(String.valueOf(log), String.valueOf(IJ.getLog()));
    check(command, dialog -> enter(dialog, "open", "4"));
    closeImages();
  }

  /** What is ticked is recorded as one word; nothing else is asked for once it has no effect. */
  private static void ticksSteps() throws Exception {
    open("foam.tif");
    String command = "Bitvox Workflow...";
    expect(true, check(command, dialog -> {}).contains(" steps=all"));
    String line =
        check(
            command,
            dialog -> {
              for (String step : new String[] {"thickness", "granulometry", "skeleton"}) {
                Checkbox box =
                    boxes(dialog).filter(one -> one.getLabel().equals(step)).findAny().get();
                expect(true, box.getState());
                box.setState(false);
              }
            });
    expect(true, line.contains(" steps=shape,labels"));
    expect(false, line.contains("element="));
    String ticked = "shape true, thickness false, granulometry false, labels true, skeleton false";
    check(
        command,
        dialog ->
            expect(
                ticked,
                boxes(dialog)
                    .limit(5)
                    .map(box -> box.getLabel() + " " + box.getState())
                    .collect(Collectors.joining(", "))));
    closeImages();
  }

  /** The memory follows what is entered. */
  private static void saysWhatItTakes() throws Exception {
    open("foam.tif");
    String title = "Bitvox Granulometry";
    GenericDialog dialog = dialogOf(title);
    Choice element = (Choice) dialog.getChoices().get(1);
    for (String[] said : new String[][] {{"cross", "less than 1 MB"}, {"ball", "about 1.0 MB"}}) {
      EventQueue.invokeAndWait(
          () -> {
            element.select(said[0]);
            dialog.itemStateChanged(
                new ItemEvent(element, ItemEvent.ITEM_STATE_CHANGED, said[0], ItemEvent.SELECTED));
          });
      settle();
      String text = textOf(dialog);
      expect(true, text.contains(", which takes " + said[1] + " of memory beside the images."));
    }
    picture(dialog, "memory dialog.png");
    cancel(dialog, title);
    closeImages();
  }

  /**
   * Says how much of the image they are; which phase they are holds for all that is about pores,
   * and for this image alone.
   */
  private static void remembersThePores() throws Exception {
    open("foam.tif=pores");
    ImagePlus image = WindowManager.getCurrentImage();
    double black = 0;
    for (int z = 1; z <= image.getStackSize(); z++) {
      black += image.getStack().getProcessor(z).getStatistics().histogram[0];
    }
    long percent = Math.round(100 * black / (120 * 100 * 30));
    String tortuosity = "Bitvox Tortuosity";
    GenericDialog first = dialogOf(tortuosity);
    String said = "The pores are the foreground, " + (100 - percent) + " % of the volume.";
    expect(true, textOf(first).contains(said));
    cancel(first, tortuosity);
    activate("pores");
    check(
        tortuosity + "...",
        dialog -> {
          Choice phase = (Choice) dialog.getChoices().get(0);
          phase.select("background");
          dialog.itemStateChanged(
              new ItemEvent(phase, ItemEvent.ITEM_STATE_CHANGED, "", ItemEvent.SELECTED));
        });
    activate("pores");
    String permeability = "Bitvox Permeability";
    GenericDialog dialog = dialogOf(permeability);
    expect("background", chosen(dialog, 0));
    expect("mirrored", chosen(dialog, 2));
    expect(true, textOf(dialog).contains("The pores are the background, " + percent + " % "));
    Choice sides = (Choice) dialog.getChoices().get(2);
    EventQueue.invokeAndWait(
        () -> {
          sides.select("walls");
          dialog.itemStateChanged(
              new ItemEvent(sides, ItemEvent.ITEM_STATE_CHANGED, "walls", ItemEvent.SELECTED));
        });
    settle();
    expect(true, textOf(dialog).contains("Walls close its sides, "));
    picture(dialog, "pores dialog.png");
    cancel(dialog, permeability);
    open("foam.tif");
    expect("foreground", firstChoice(permeability));
    closeImages();
  }

  /** Until a button is pressed; what is not the default is never hidden. */
  private static void hidesWhatFewUse() throws Exception {
    open("foam.tif");
    String title = "Bitvox Flow";
    GenericDialog dialog = dialogOf(title);
    TextField frames = (TextField) dialog.getNumericFields().lastElement();
    expect("20", frames.getText());
    expect(false, frames.isShowing());
    picture(dialog, "less dialog.png");
    Button more = button(dialog, "More...");
    EventQueue.invokeAndWait(
        () -> more.dispatchEvent(new ActionEvent(more, ActionEvent.ACTION_PERFORMED, "")));
    settle();
    expect(true, frames.isShowing());
    picture(dialog, "more dialog.png");
    cancel(dialog, title);
    check(title + "...", flow -> ((TextField) flow.getNumericFields().lastElement()).setText("10"));
    GenericDialog again = dialogOf(title);
    expect(true, ((TextField) again.getNumericFields().lastElement()).isShowing());
    cancel(again, title);
    closeImages();
  }

  private static Button button(Container in, String label) {
    for (Component one : in.getComponents()) {
      if (one instanceof Button && ((Button) one).getLabel().equals(label)) {
        return (Button) one;
      }
      Button within = one instanceof Container ? button((Container) one, label) : null;
      if (within != null) {
        return within;
      }
    }
    return null;
  }

  /** What was the second image is the current one: another one is proposed. */
  private static void laysNoImageOnItself() throws Exception {
    open("foam.tif");
    open("blur.tif");
    String command = "Bitvox Register by MI...";
    check(command, dialog -> expect("foam.tif", chosen(dialog, 0)));
    ImagePlus foam = WindowManager.getImage("foam.tif");
    WindowManager.setCurrentWindow(foam.getWindow());
    check(command, dialog -> expect("blur.tif", chosen(dialog, 0)));
    closeImages();
  }

  /** Not a result of the image, nor anything while there are ROIs; what was chosen is kept. */
  private static void suggestsSeeds() throws Exception {
    String command = "Bitvox Random Walker...";
    open("seeds.tif=blur_labels");
    open("blur.tif");
    expect("none", firstChoice("Bitvox Random Walker"));
    open("seeds.tif");
    activate("blur.tif");
    expect("seeds.tif", firstChoice("Bitvox Random Walker"));
    RoiManager manager = new RoiManager();
    for (int x : new int[] {10, 90}) {
      Roi roi = new Roi(x, 20, 9, 9);
      roi.setPosition(3);
      manager.addRoi(roi);
    }
    activate("blur.tif");
    expect(
        true, check(command, dialog -> expect("none", chosen(dialog, 0))).contains("seeds=none "));
    manager.close();
    activate("blur.tif");
    expect("none", firstChoice("Bitvox Random Walker"));
    closeImages();
  }

  /**
   * What is trained from the ROI Manager, saved from its window and replayed is the model, whatever
   * text is in front; and the dialog that uses models begins with it.
   */
  private static void savesModels() throws Exception {
    open("colours.tif");
    RoiManager manager = new RoiManager();
    for (String name : new String[] {"left", "right"}) {
      Roi roi = new Roi(name.equals("left") ? 5 : 70, 20, 30, 30);
      roi.setName(name);
      manager.addRoi(roi);
      WindowManager.getCurrentImage().setRoi(roi); // the last one stays selected
    }
    activate("colours.tif");
    String log = String.valueOf(IJ.getLog());
    String line = check("Bitvox Train Colour Classes...", dialog -> fill(dialog, "1"));
    expect(log, String.valueOf(IJ.getLog()));
    String title = "colours_classes.json";
    expect(title, modelOfClassify());
    String before = recorder.getText();
    Path file = Paths.get("saved.json").toAbsolutePath();
    expect(title, save((TextWindow) WindowManager.getFrame(title), file.toFile()));
    String saving =
        waitFor(
            "the recorded line of Save As",
            () -> {
              String more = recorder.getText().substring(before.length());
              return more.contains("saved.json") ? more : null;
            });
    System.out.println("RECORDED " + saving.trim());
    String model = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Files.delete(file);
    activate("colours.tif");
    IJ.runMacro(line + "\nprint('text in front');\n" + saving);
    expect(model, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    activate("colours.tif");
    Path text = Paths.get("saved.txt").toAbsolutePath(); // as ImageJ's own Save As records it
    IJ.runMacro(line + "\nsaveAs('Text', '" + text + "');");
    expect(model, new String(Files.readAllBytes(text), StandardCharsets.UTF_8));
    activate("colours.tif");
    IJ.runMacro("run('Bitvox Classify Colours...', 'model=" + title + " show=classes');");
    expect(true, WindowManager.getImage("colours_classes") != null);
    WindowManager.getFrame(title).dispose();
    manager.close();
    closeImages();
  }

  /** What its first field for text begins with. */
  private static String modelOfClassify() throws Exception {
    String title = "Bitvox Classify Colours";
    GenericDialog dialog = dialogOf(title);
    String model = ((TextField) dialog.getStringFields().get(0)).getText();
    cancel(dialog, title);
    return model;
  }

  /** Returns the name that is proposed. */
  private static String save(TextWindow window, File file) throws Exception {
    Prefs.useJFileChooser = true; // whose fields can be seen
    EventQueue.invokeLater(() -> window.actionPerformed(new ActionEvent(window, 0, "Save As...")));
    JFileChooser chooser =
        waitFor(
            "the file chooser",
            () ->
                Arrays.stream(Window.getWindows())
                    .filter(one -> one instanceof JDialog && one.isShowing())
                    .flatMap(one -> Arrays.stream(((JDialog) one).getContentPane().getComponents()))
                    .filter(one -> one instanceof JFileChooser)
                    .map(one -> (JFileChooser) one)
                    .findAny()
                    .orElse(null));
    settle();
    String proposed = chooser.getSelectedFile().getName();
    EventQueue.invokeAndWait(
        () -> {
          chooser.setSelectedFile(file);
          chooser.approveSelection();
        });
    Prefs.useJFileChooser = false;
    return proposed;
  }

  private static String firstChoice(String title) throws Exception {
    GenericDialog dialog = dialogOf(title);
    String choice = chosen(dialog, 0);
    cancel(dialog, title);
    return choice;
  }

  /** A summary lies beside the table of branches, where nobody need look. */
  private static void logsTheNoteOfASummary() throws Exception {
    open("blur.tif");
    List<Integer> before = ids();
    IJ.runMacro("run('Bitvox Skeleton Graph...', 'threshold=100');");
    new Outcome(before).close();
    expect(true, String.valueOf(IJ.getLog()).contains("Skeleton Graph: This is no skeleton: "));
    for (String line : IJ.getLog().split("\n")) { // as wide as its window, paths apart
      expect("", line.length() <= 80 || line.contains("/") ? "" : line);
    }
    closeImages();
  }

  /** The one that is seen comes first; what is recorded says which. */
  private static void asksForTheChannel() throws Exception {
    String title = "Bitvox Joint Histogram";
    open("foam.tif");
    GenericDialog one = dialogOf(title);
    int choices = one.getChoices().size();
    cancel(one, title);
    ImagePlus foam = WindowManager.getCurrentImage();
    ImagePlus blur = IJ.openImage("blur.tif");
    ImageStack all = new ImageStack(foam.getWidth(), foam.getHeight());
    for (int z = 1; z <= foam.getStackSize(); z++) {
      all.addSlice(foam.getStack().getProcessor(z));
      all.addSlice(blur.getStack().getProcessor(z));
    }
    closeImages();
    ImagePlus merged = new ImagePlus("merged", all);
    merged.setDimensions(2, all.size() / 2, 1);
    merged.setOpenAsHyperStack(true);
    show(new CompositeImage(merged, IJ.COMPOSITE));
    WindowManager.getCurrentImage().setPosition(2, 9, 1);
    String line =
        check(
            title + "...",
            dialog -> {
              expect(choices + 2, dialog.getChoices().size());
              expect("2", chosen(dialog, 0)); // Channel
              expect("merged", chosen(dialog, 1)); // Second
              expect("1", chosen(dialog, 2)); // Second channel
            });
    expect(true, line.contains("channel=2 second=merged second_channel=1 "));
    activate("merged");
    WindowManager.getCurrentImage().setPosition(2, 9, 1);
    String labels =
        check(
            "Bitvox Label Components...",
            dialog -> {
              expect("2", chosen(dialog, 0));
              double otsu =
                  Double.parseDouble(((TextField) dialog.getStringFields().get(0)).getText());
              expect(true, otsu > 60 && otsu < 200);
            });
    expect(true, labels.contains("channel=2 "));
    activate("merged");
    List<Integer> before = ids();
    IJ.run("Bitvox Distance Map...", "channel=1");
    ImagePlus map = WindowManager.getCurrentImage();
    expect("merged_distances", map.getTitle());
    expect(6, map.getOverlay().size()); // the colour bar
    expect(9, map.getCurrentSlice()); // that which was looked at
    new Outcome(before).close();
    activate("merged");
    IJ.run("Bitvox Joint Histogram...", "channel=2 second=merged second_channel=1");
    List<String> names = new ArrayList<>();
    for (Roi name : WindowManager.getCurrentImage().getOverlay()) {
      names.add(((TextRoi) name).getText().trim());
    }
    expect(Arrays.asList("merged, channel 2 \u2192", "\u2191 merged, channel 1"), names);
    new Outcome(before).close();
    closeImages();
  }

  /** The summary waits until it is asked for. */
  private static void opensOneTable() throws Exception {
    open("foam.tif");
    check("Bitvox Label Components...", dialog -> {});
    expect(Arrays.asList("Bitvox Label Components Summary"), MORE_TABLES);
    closeImages();
    ImagePlus cubes = IJ.createImage("cubes", "8-bit black", 30, 30, 30);
    for (int i = 0; i < 27; i++) {
      cubes.getStack().setVoxel(9 + i % 3, 9 + i / 3 % 3, 9 + i / 9, 255);
    }
    show(cubes);
    int logged = String.valueOf(IJ.getLog()).length();
    check("Bitvox Label Components...", dialog -> {});
    String log = IJ.getLog().substring(logged); // with the note of the summary, which waits
    expect(3, log.split("Objects with a sphericity", -1).length); // also of the replayed macro
    closeImages();
  }

  /** All windows can be seen at once, as long as the screen has room. */
  private static void laysResultsBesideEachOther() throws Exception {
    open("foam.tif");
    for (Frame frame : WindowManager.getNonImageWindows()) { // of other commands
      frame.setVisible(frame instanceof ImageJ);
    }
    List<Integer> before = ids();
    IJ.run("Bitvox Local Thickness...", "map");
    settle();
    screenshot("beside.png", new Rectangle(1280, 800));
    List<Frame> windows = new ArrayList<>();
    for (Frame frame : Frame.getFrames()) {
      if (frame.isShowing()) {
        windows.add(frame);
      }
    }
    for (Frame window : windows) {
      for (Frame other : windows) {
        boolean common = window != other && window.getBounds().intersects(other.getBounds());
        expect("", common ? window.getTitle() + " on " + other.getTitle() : "");
      }
    }
    expect(5, windows.size()); // ImageJ, foam, map, plot, table
    new Outcome(before).close();
    recorder.setVisible(true);
    closeImages();
  }

  /** What the dialog says; ImageJ's labels of several lines do not give it away. */
  private static String textOf(GenericDialog dialog) throws ReflectiveOperationException {
    Field lines = MultiLineLabel.class.getDeclaredField("lines");
    lines.setAccessible(true);
    return String.join("\n", (String[]) lines.get(dialog.getMessage()));
  }

  private static Stream<Checkbox> boxes(Container in) {
    return Arrays.stream(in.getComponents())
        .flatMap(
            one ->
                one instanceof Checkbox
                    ? Stream.of((Checkbox) one)
                    : one instanceof Container ? boxes((Container) one) : Stream.empty());
  }

  /** Chooses the operation where the radius is that of the last time. */
  private static void enter(GenericDialog dialog, String operation, String radius) {
    ((Choice) dialog.getChoices().get(0)).select(operation);
    TextField field = (TextField) dialog.getNumericFields().get(0);
    expect(radius, field.getText());
  }

  /**
   * FILE, or FILE=TITLE. Its window makes it the current image when it becomes active, which comes
   * later.
   */
  private static void open(String what) throws Exception {
    String[] words = what.split("=");
    ImagePlus image = IJ.openImage(words[0]);
    image.setTitle(words[words.length - 1]);
    show(image);
  }

  private static void activate(String title) throws Exception {
    activate(WindowManager.getImage(title).getWindow());
  }

  /** What a command leaves behind. */
  private static final class Outcome {
    final List<ImagePlus> images = new ArrayList<>();
    final String text;

    Outcome(List<Integer> before) {
      StringBuilder all = new StringBuilder();
      List<TextWindow> tables = new ArrayList<>(tables());
      tables.sort(Comparator.comparing(Frame::getTitle)); // More Results opens some later
      for (TextWindow table : tables) {
        all.append(table.getTitle()).append('\n').append(text(table.getResultsTable()));
      }
      for (int id : ids()) {
        if (!before.contains(id)) {
          images.add(WindowManager.getImage(id));
        }
      }
      images.sort(Comparator.comparing(ImagePlus::getTitle));
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
      for (TextWindow table : tables()) {
        table.close(); // asks nothing, or this would stand still
      }
    }
  }

  /** Returns the recorded line. */
  private static String check(String command, Consumer<GenericDialog> fill) throws Exception {
    List<Integer> before = ids();
    ImagePlus current = WindowManager.getCurrentImage();
    String title = command.replace("...", "");
    String recorded = recorder.getText();
    GenericDialog dialog = dialogOf(title);
    EventQueue.invokeAndWait(() -> fill.accept(dialog));
    picture(dialog, title + " dialog.png");
    EventQueue.invokeAndWait(
        () -> dialog.actionPerformed(new ActionEvent(dialog.getButtons()[0], 0, "OK")));
    String line =
        waitFor(
            "the recorded line of " + command,
            () -> {
              String more = recorder.getText().substring(recorded.length());
              int start = more.indexOf("run(\"" + command);
              return start < 0 || running(title) ? null : more.substring(start);
            });
    System.out.println("RECORDED " + line.trim());
    settle();
    screenshot(title + ".png", new Rectangle(0, 0, 1280, 800));
    for (TextWindow table : tables()) {
      readsBack(table);
    }
    List<TextWindow> opened = tables();
    IJ.run("Bitvox More Results"); // which a macro opens by itself
    MORE_TABLES.clear();
    for (TextWindow table : tables()) {
      if (!opened.contains(table)) {
        MORE_TABLES.add(table.getTitle());
      }
    }
    Outcome chosen = new Outcome(before);
    expect(true, !chosen.text.isEmpty());
    chosen.close();
    if (current != null) {
      WindowManager.setCurrentWindow(current.getWindow());
      current.getProcessor().resetThreshold();
    }
    IJ.runMacro(line);
    Outcome replayed = new Outcome(before);
    expect(chosen.text, replayed.text);
    replayed.close();
    if (current != null) {
      WindowManager.setCurrentWindow(current.getWindow());
    }
    return line;
  }

  /** ImageJ's Save As writes as many headings as values, under which it finds them again. */
  private static void readsBack(TextWindow window) throws Exception {
    ResultsTable table = window.getResultsTable();
    String file = Paths.get(window.getTitle() + ".csv").toAbsolutePath().toString();
    table.saveAs(file);
    ResultsTable read = ResultsTable.open(file);
    List<String> headings = Arrays.asList(table.getHeadings());
    expect(headings, Arrays.asList(read.getHeadings()));
    for (int row = 0; row < Math.min(3, table.size()); row++) {
      for (String heading : headings) {
        double value = table.getValue(heading, row);
        if (!Double.isNaN(value)) {
          String shown = table.getStringValue(heading, row);
          expect(
              heading + " " + Double.parseDouble(shown),
              heading + " " + read.getValue(heading, row));
        }
      }
    }
    new File(file).delete();
  }

  /**
   * Types numbers into the first fields, or the name of a FASTA, CSV, Matrix Market or OBJ file
   * into the first field for text and one to write into the last; else it is what the first choice
   * offers by itself.
   */
  private static void fill(GenericDialog dialog, String what) {
    if (what.matches("[0-9 ]+")) {
      String[] values = what.split(" +");
      for (int i = 0; i < values.length; i++) {
        ((TextField) dialog.getNumericFields().get(i)).setText(values[i]);
      }
    } else if (what.matches(".*\\.(fasta|mtx|csv|obj|json)")) {
      String[] files = what.split(" +");
      ((TextField) dialog.getStringFields().get(0)).setText(files[0]);
      if (files.length > 1) { // the field Output is the last one
        ((TextField) dialog.getStringFields().lastElement()).setText(files[1]);
      }
    } else if (!what.isEmpty()) {
      expect(what, chosen(dialog, 0).replaceAll("^id:-[0-9]+", "id:N"));
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

  private static void closeImages() {
    for (int id : ids()) {
      ImagePlus image = WindowManager.getImage(id);
      image.changes = false;
      image.close();
    }
  }

  private static List<TextWindow> tables() {
    List<TextWindow> tables = new ArrayList<>();
    for (Frame frame : WindowManager.getNonImageWindows()) {
      if (frame instanceof TextWindow && ((TextWindow) frame).getResultsTable() != null) {
        tables.add((TextWindow) frame);
      }
    }
    return tables;
  }

  /** All cells but seconds, which differ from run to run. */
  private static String text(ResultsTable table) {
    StringBuilder text = new StringBuilder();
    for (int row = 0; row < table.size(); row++) {
      for (int column = 0; column <= table.getLastColumn(); column++) {
        if (table.columnExists(column) && !table.getColumnHeading(column).equals("Seconds")) {
          text.append(table.getStringValue(column, row)).append('\t');
        }
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static void expect(Object expected, Object actual) {
    if (!expected.equals(actual)) {
      stop("EXPECTED\n" + expected + "\nGOT\n" + actual);
    }
  }
}
