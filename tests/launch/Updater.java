// SPDX-License-Identifier: BSD-2-Clause

import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Does with an update site what Fiji's updater and then its launcher do: {@code Updater install
 * FOLDER URL/} or {@code Updater remove FOLDER URL/}. What the site does not describe well is an
 * exception.
 */
public final class Updater {
  private final Path folder;
  private final String site;

  private Updater(Path folder, String site) {
    this.folder = folder;
    this.site = site;
  }

  public static void main(String[] args) throws Exception {
    Updater updater = new Updater(Paths.get(args[1]), args[2]);
    for (Element plugin : updater.plugins()) {
      if (args[0].equals("remove")) {
        Files.delete(updater.installed(plugin));
      } else {
        updater.fetch(plugin);
      }
    }
    updater.start();
  }

  private List<Element> plugins() throws Exception {
    try (InputStream in = new GZIPInputStream(new URL(site + "db.xml.gz").openStream())) {
      Document list = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
      return elements(list.getDocumentElement(), "plugin");
    }
  }

  private static List<Element> elements(Element parent, String name) {
    NodeList all = parent.getElementsByTagName(name);
    List<Element> elements = new ArrayList<>();
    for (int i = 0; i < all.getLength(); i++) {
      elements.add((Element) all.item(i));
    }
    return elements;
  }

  /** Files are one that differ in their version only. */
  private static String withoutVersion(String file) {
    return file.replaceFirst("-\\d[^/]*(?=\\.jar$)", "");
  }

  /** Null if there is none. */
  private Path installed(Element plugin) throws IOException {
    String name = plugin.getAttribute("filename");
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> found =
          files
              .filter(file -> withoutVersion(relative(file)).equals(withoutVersion(name)))
              .collect(Collectors.toList());
      if (found.size() > 1) {
        throw new IOException("two versions: " + found);
      }
      return found.isEmpty() ? null : found.get(0);
    }
  }

  private String relative(Path file) {
    return folder.relativize(file).toString();
  }

  /** Into the folder update; an empty file there stands for one that goes. */
  private void fetch(Element plugin) throws Exception {
    String name = plugin.getAttribute("filename");
    Element version = elements(plugin, "version").get(0);
    Path old = installed(plugin);
    if (old != null) {
      String sum = checksum(Files.readAllBytes(old));
      if (sum.equals(version.getAttribute("checksum"))) {
        return;
      }
      if (elements(plugin, "previous-version").stream()
          .noneMatch(previous -> previous.getAttribute("checksum").equals(sum))) {
        throw new IOException(old + " was modified: the site knows no such version");
      }
      Path gone = folder.resolve("update").resolve(relative(old));
      Files.createDirectories(gone.getParent());
      Files.createFile(gone);
    }
    byte[] bytes;
    try (InputStream in =
        new URL(site + name + "-" + version.getAttribute("timestamp")).openStream()) {
      bytes = in.readAllBytes();
    }
    if (bytes.length != Long.parseLong(version.getAttribute("filesize"))
        || !checksum(bytes).equals(version.getAttribute("checksum"))
        || !version.getAttribute("timestamp").matches("20\\d{12}")) {
      throw new IOException(name + " is not as the site's list says");
    }
    Path target = folder.resolve("update").resolve(name);
    Files.createDirectories(target.getParent());
    Files.write(target, bytes);
  }

  /** What the launcher does before it starts Fiji. */
  private void start() throws IOException {
    Path update = folder.resolve("update");
    if (!Files.exists(update)) {
      return;
    }
    List<Path> all;
    try (Stream<Path> files = Files.walk(update)) {
      all = files.collect(Collectors.toList());
    }
    for (Path file : all) {
      if (Files.isRegularFile(file)) {
        Path place = folder.resolve(update.relativize(file));
        Files.deleteIfExists(place);
        if (Files.size(file) > 0) {
          Files.move(file, place);
        } else {
          Files.delete(file);
        }
      }
    }
    for (int i = all.size() - 1; i >= 0; i--) { // the folders that are left
      Files.deleteIfExists(all.get(i));
    }
  }

  private static String checksum(byte[] jar) throws Exception {
    Map<String, byte[]> entries = new TreeMap<>();
    try (ZipInputStream zip = new ZipInputStream(new java.io.ByteArrayInputStream(jar))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        entries.put(entry.getName(), zip.readAllBytes());
      }
    }
    MessageDigest sha = MessageDigest.getInstance("SHA-1");
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      String name = entry.getKey();
      byte[] content = entry.getValue();
      String text = new String(content, StandardCharsets.ISO_8859_1);
      if (name.equals("META-INF/MANIFEST.MF")) {
        text = ""; // no line of upper case begins with "Main-Class:"
      } else if (name.endsWith(".properties")) {
        text = text.replaceAll("(?m)^#.*$", "");
      }
      sha.update(name.getBytes(StandardCharsets.ISO_8859_1));
      sha.update(text.getBytes(StandardCharsets.ISO_8859_1));
    }
    return String.format("%040x", new BigInteger(1, sha.digest()));
  }
}
