// SPDX-License-Identifier: BSD-2-Clause

import ij.IJ;
import ij.ImageJ;
import ij.ImagePlus;
import ij.Menus;
import ij.WindowManager;
import ij.gui.GenericDialog;
import java.awt.Button;
import java.awt.Component;
import java.awt.Container;
import java.awt.EventQueue;
import java.awt.Frame;
import java.awt.Menu;
import java.awt.MenuItem;
import java.awt.Rectangle;
import java.awt.Window;
import java.awt.event.ActionEvent;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JButton;
import javax.swing.JDialog;
import javax.swing.JEditorPane;
import javax.swing.event.HyperlinkEvent;
import javax.swing.text.BadLocationException;
import javax.swing.text.html.HTMLDocument;

/**
 * The tutorial's macro in ImageJ's window, its picture, and the manual that the Help button of a
 * dialog opens: its pages, their links and pictures.
 */
public final class TutorialDriver extends PreviewSteps {
  private TutorialDriver() {}

  /** The macro is the file tutorial.ijm of the current folder. */
  public static void main(String[] args) throws Exception {
    new ImageJ();
    IJ.getInstance().setLocation(20, 20);
    IJ.runMacroFile("tutorial.ijm");
    makesThePicture();
    theHelpButtonOpensThePage();
    theMenuOpensTheManual();
    System.out.println("FINISHED");
    System.exit(0);
  }

  private static void makesThePicture() throws Exception {
    int x = 20;
    for (int id : WindowManager.getIDList()) {
      ImagePlus image = WindowManager.getImage(id);
      if (x > 1000) { // what the screen has no room for
        image.close();
        continue;
      }
      image.setSlice(image.getStackSize() / 2);
      image.getWindow().setLocation(x, 120);
      x += image.getWindow().getWidth() + 10;
    }
    int y = 570;
    for (Frame table : WindowManager.getNonImageWindows()) {
      if (table.getTitle().equals("Bitvox Granulometry")) {
        table.setVisible(false);
      } else if (table.getTitle().startsWith("Bitvox ")) {
        table.setBounds(20, y, 1240, 90);
        y += 100;
      }
    }
    Thread.sleep(1500);
    screenshot("tutorial.png", new Rectangle(10, 10, 1260, y - 10));
  }

  private static void theHelpButtonOpensThePage() throws Exception {
    GenericDialog dialog = dialogOf("Bitvox Granulometry");
    Button help = (Button) find(dialog, Button.class, "Help");
    send(help);
    waitFor("the manual", TutorialDriver::manual);
    JEditorPane pane = (JEditorPane) find(manual(), JEditorPane.class, null);
    waitFor("its heading", () -> text(pane).contains("Bitvox Granulometry") ? pane : null);
    waitFor("its keys", () -> text(pane).contains("max_radius") ? pane : null);
    Thread.sleep(1500); // for its pictures, and for whoever looks at the one of it
    screenshot("help.png", manual().getBounds());

    URL base = ((HTMLDocument) pane.getDocument()).getBase();
    follow(pane, new URL(base, "local_thickness.html#keys"));
    waitFor("the page behind a link", () -> text(pane).contains("Hildebrand") ? pane : null);
    waitFor("its heading", () -> pane.getVisibleRect().y > 100 ? pane : null);
    EventQueue.invokeAndWait(() -> ((JButton) find(manual(), JButton.class, "Back")).doClick());
    waitFor("the page before", () -> text(pane).startsWith("Bitvox Granulometry") ? pane : null);
    EventQueue.invokeAndWait(
        () -> ((JButton) find(manual(), JButton.class, "All Commands")).doClick());
    waitFor("all commands", () -> text(pane).startsWith("Which command") ? pane : null);
    expect("the dialog waits", true, dialog.isShowing());
    press(dialog, 1, "Bitvox Granulometry");
  }

  /** From its entry behind the sub-menus, of which none is empty. */
  private static void theMenuOpensTheManual() throws Exception {
    if (manual() != null) {
      EventQueue.invokeAndWait(() -> manual().dispose());
    }
    Menu plugins = null;
    for (int i = 0; i < Menus.getMenuBar().getMenuCount(); i++) {
      Menu menu = Menus.getMenuBar().getMenu(i);
      plugins = menu.getLabel().equals("Plugins") ? menu : plugins;
    }
    Menu bitvox = null;
    for (int i = 0; i < plugins.getItemCount(); i++) {
      bitvox = plugins.getItem(i).getLabel().equals("Bitvox") ? (Menu) plugins.getItem(i) : bitvox;
    }
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < bitvox.getItemCount(); i++) {
      MenuItem item = bitvox.getItem(i);
      labels.add(item.getLabel());
      boolean full = !(item instanceof Menu) || ((Menu) item).getItemCount() > 0;
      expect("entries of " + item.getLabel(), true, full);
    }
    System.out.println("MENU " + labels);
    expect("an entry", true, labels.contains("Pores and Flow") && labels.contains("Bitvox Manual"));
    expect("sub-menus and the manual", 10, labels.size());
    IJ.doCommand("Bitvox Manual");
    waitFor("the manual of the menu", TutorialDriver::manual);
    JEditorPane pane = (JEditorPane) find(manual(), JEditorPane.class, null);
    waitFor("all commands", () -> text(pane).startsWith("Which command") ? pane : null);
  }

  private static void send(Button button) throws Exception {
    ActionEvent event =
        new ActionEvent(button, ActionEvent.ACTION_PERFORMED, button.getActionCommand());
    EventQueue.invokeAndWait(() -> button.dispatchEvent(event));
  }

  private static void follow(JEditorPane pane, URL page) throws Exception {
    EventQueue.invokeAndWait(
        () ->
            pane.fireHyperlinkUpdate(
                new HyperlinkEvent(pane, HyperlinkEvent.EventType.ACTIVATED, page)));
  }

  private static String text(JEditorPane pane) {
    try {
      return pane.getDocument().getText(0, pane.getDocument().getLength()).trim();
    } catch (BadLocationException e) {
      return "";
    }
  }

  private static JDialog manual() {
    for (Window window : Window.getWindows()) {
      if (window instanceof JDialog
          && window.isShowing()
          && ((JDialog) window).getTitle().equals("Bitvox Manual")) {
        return (JDialog) window;
      }
    }
    return null;
  }

  /** The first of a type; with this label, where one is given. */
  private static Component find(Container container, Class<?> type, String label) {
    for (Component component : container.getComponents()) {
      if (type.isInstance(component) && (label == null || label.equals(label(component)))) {
        return component;
      }
      if (component instanceof Container) {
        Component found = find((Container) component, type, label);
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static String label(Component component) {
    return component instanceof Button
        ? ((Button) component).getLabel().trim()
        : ((JButton) component).getText();
  }
}
