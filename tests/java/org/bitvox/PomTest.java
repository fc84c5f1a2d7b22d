// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** pom.xml has what Maven Central asks for, and nothing that was made up. */
class PomTest {
  private static final String HOME = "${bitvox.home}";

  private final Document pom;
  private final XPath path = XPathFactory.newInstance().newXPath();

  PomTest() throws Exception {
    pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File("pom.xml"));
  }

  private String at(String place) throws Exception {
    return path.evaluate("/project/" + place, pom).trim();
  }

  private static String read(String file) throws IOException {
    return Files.readString(Paths.get(file));
  }

  @Test
  void hasWhatMavenCentralAsksFor() throws Exception {
    assertEquals("Bitvox", at("name"));
    assertTrue(at("description").length() > 20);
    assertEquals(HOME, at("url"));
    assertEquals("BSD-2-Clause", at("licenses/license/name"));
    assertTrue(at("licenses/license/url").startsWith("https://"));
    assertEquals(HOME, at("scm/url"));
    assertEquals("scm:git:" + HOME, at("scm/connection"));
    for (String classifier : new String[] {"source", "javadoc"}) {
      String plugin = "plugin[artifactId='maven-" + classifier + "-plugin']";
      assertFalse(at("profiles/profile[id='release']//" + plugin + "/version").isEmpty());
      assertEquals("", at("build/plugins/" + plugin + "/version"), "others need it not");
    }
  }

  @Test
  void namesNobodyAndNoPlaceThatIsNotKnown() throws Exception {
    assertEquals("The Bitvox contributors", at("developers"));
    String home = at("properties/bitvox.home");
    assertTrue(home.isEmpty() || home.startsWith("https://"), home);
    Matcher address = Pattern.compile("https?://([^/\"<]+)").matcher(read("pom.xml"));
    Set<String> hosts = new TreeSet<>();
    while (address.find()) {
      hosts.add(address.group(1));
    }
    hosts.remove(home.replaceFirst("https://([^/]*).*", "$1"));
    assertEquals(Set.of("maven.apache.org", "www.w3.org", "opensource.org"), hosts);
  }

  /** It is written in pom.xml; other files that must name it agree. */
  @Test
  void thereIsOneVersion() throws Exception {
    String version = at("version");
    assertTrue(version.matches("\\d+\\.\\d+\\.\\d+"), version);
    assertTrue(read("CITATION.cff").contains("\nversion: " + version + "\n"), "CITATION.cff");
    String changes = read("CHANGELOG.md");
    assertTrue(
        changes.contains("\n## [Unreleased]\n") || changes.contains("\n## [" + version + "]"),
        "CHANGELOG.md");
    Matcher jar = Pattern.compile("Bitvox_-(\\d[^ `]*)\\.jar").matcher(read("README.md"));
    assertTrue(jar.find());
    do {
      assertEquals(version, jar.group(1), "README.md");
    } while (jar.find());
  }

  @Test
  void theContributorsAreTheAuthor() throws IOException {
    String author = "The Bitvox contributors";
    assertTrue(read("LICENSE").contains(", " + author + "\n"));
    assertTrue(read("CITATION.cff").contains("authors:\n  - name: " + author + "\nlicense:"));
  }
}
