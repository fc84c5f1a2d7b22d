// SPDX-License-Identifier: BSD-2-Clause

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Makes a folder that Fiji's updater takes as an update site: the plugin's jar under its name with
 * a timestamp, and db.xml.gz, which says what there is and was.
 *
 * <p>{@code java UpdateSite.java JAR FOLDER TIMESTAMP [OLDER_DB_XML_GZ]}: the timestamp is
 * yyyyMMddHHmmss; the older list is that of the site as it is now, whose versions the updater then
 * knows to be ours.
 */
public final class UpdateSite {
  private static final String DESCRIPTION =
      "Measures and simulates on large binary and grey images and volumes, on the GPU or the CPU.";

  private UpdateSite() {}

  private static final class Version {
    final String file;
    final String timestamp;
    final String checksum;

    /** When the next one came; empty for the newest. */
    final String obsolete;

    Version(String file, String timestamp, String checksum, String obsolete) {
      this.file = file;
      this.timestamp = timestamp;
      this.checksum = checksum;
      this.obsolete = obsolete;
    }
  }

  public static void main(String[] args) throws Exception {
    Path jar = Paths.get(args[0]);
    Path folder = Paths.get(args[1]);
    String timestamp = args[2];
    String file = "plugins/" + jar.getFileName();
    Version now = new Version(file, timestamp, checksum(jar), "");
    List<Version> before = new ArrayList<>();
    if (args.length > 3) {
      before = versions(Paths.get(args[3]), timestamp);
      before.removeIf(version -> version.checksum.equals(now.checksum));
    }
    Path target = folder.resolve(file + "-" + timestamp);
    Files.createDirectories(target.getParent());
    Files.copy(jar, target);
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("db.xml.gz")))) {
      out.write(list(now, Files.size(jar), before).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** All versions of an older list; its newest one became obsolete now. */
  private static List<Version> versions(Path list, String now) throws Exception {
    Document document;
    try (InputStream in = new GZIPInputStream(Files.newInputStream(list))) {
      document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(in);
    }
    List<Version> versions = new ArrayList<>();
    NodeList elements = document.getElementsByTagName("*");
    for (int i = 0; i < elements.getLength(); i++) {
      Element one = (Element) elements.item(i);
      boolean newest = one.getTagName().equals("version");
      if (newest || one.getTagName().equals("previous-version")) {
        Element plugin = (Element) one.getParentNode();
        String named = plugin.getAttribute("filename");
        if (!named.matches("plugins/Bitvox_.*\\.jar")) {
          throw new IOException(list + ": " + named + " is none of ours; give Bitvox its own site");
        }
        String file = newest ? named : one.getAttribute("filename");
        String obsolete = newest ? now : one.getAttribute("timestamp-obsolete");
        if (one.getAttribute("timestamp").compareTo(now) > 0) {
          throw new IOException(list + " has a version that is newer than this one");
        }
        if (!obsolete.matches("\\d{14}")) {
          throw new IOException(list + ": a version became obsolete at '" + obsolete + "'");
        }
        versions.add(
            new Version(
                file, one.getAttribute("timestamp"), one.getAttribute("checksum"), obsolete));
      }
    }
    return versions;
  }

  private static String list(Version now, long bytes, List<Version> before) {
    return String.format(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                + "<pluginRecords>\n"
                + "  <plugin filename=\"%s\">\n"
                + "    <version checksum=\"%s\" timestamp=\"%s\" filesize=\"%d\">\n"
                + "      <description>%s</description>\n"
                + "      <dependency filename=\"jars/ij.jar\"/>\n"
                + "      <author>The Bitvox contributors</author>\n"
                + "    </version>\n",
            now.file, now.checksum, now.timestamp, bytes, DESCRIPTION)
        + before.stream().map(UpdateSite::previous).collect(Collectors.joining())
        + "  </plugin>\n</pluginRecords>\n";
  }

  private static String previous(Version version) {
    return String.format(
        "    <previous-version timestamp=\"%s\" timestamp-obsolete=\"%s\" checksum=\"%s\""
            + " filename=\"%s\"/>\n",
        version.timestamp, version.obsolete, version.checksum, version.file);
  }

  /**
   * The updater's checksum of a jar: SHA-1 of its entries in the order of their names, each its
   * name and its content. What differs between builds of the same sources is left out: the
   * manifest's content (the updater means to count its main class, but looks for "Main-Class:" in a
   * line that it has made upper case), and comments of properties.
   */
  static String checksum(Path file) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    try (JarFile jar = new JarFile(file.toFile())) {
      List<JarEntry> entries =
          jar.stream().sorted(Comparator.comparing(JarEntry::getName)).collect(Collectors.toList());
      for (JarEntry entry : entries) {
        digest.update(entry.getName().getBytes(StandardCharsets.US_ASCII));
        try (InputStream in = jar.getInputStream(entry)) {
          digest.update(counted(entry.getName(), in));
        }
      }
    }
    StringBuilder hex = new StringBuilder();
    for (byte one : digest.digest()) {
      hex.append(String.format("%02x", one));
    }
    return hex.toString();
  }

  private static byte[] counted(String name, InputStream in) throws IOException {
    if (name.equals("META-INF/MANIFEST.MF")) {
      return new byte[0];
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    in.transferTo(bytes);
    return name.endsWith(".properties")
        ? withoutComments(bytes.toByteArray())
        : bytes.toByteArray();
  }

  /** Of a line that begins with # its end is left. */
  private static byte[] withoutComments(byte[] text) {
    ByteArrayOutputStream left = new ByteArrayOutputStream();
    boolean begins = true;
    boolean comment = false;
    for (byte one : text) {
      comment = begins ? one == '#' : comment;
      begins = one == '\n';
      if (!comment || begins) {
        left.write(one);
      }
    }
    return left.toByteArray();
  }
}
