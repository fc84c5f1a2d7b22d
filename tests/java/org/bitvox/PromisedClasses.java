// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What programs rely on: the public classes of org.bitvox, with all that they can call in them. */
final class PromisedClasses {
  private PromisedClasses() {}

  /** "Granulometry", "Granulometry.maxRadius(int): Granulometry" and so on. */
  static List<String> all() throws IOException, ClassNotFoundException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(Paths.get("java/org/bitvox"))) {
      for (Path file : (Iterable<Path>) files.sorted()::iterator) {
        String name = file.getFileName().toString();
        if (name.endsWith(".java") && !name.startsWith("package-info")) {
          add(Class.forName("org.bitvox." + name.replace(".java", "")), lines);
        }
      }
    }
    return lines;
  }

  private static void add(Class<?> type, List<String> lines) {
    if (!isForCallers(type.getModifiers())) {
      return;
    }
    lines.add(name(type));
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      addIfForCallers(type, constructor, "new" + parameters(constructor), lines);
    }
    // Those of classes that are not public are called through this one.
    for (Class<?> owner = type; owner != null && isOurs(owner); owner = owner.getSuperclass()) {
      for (Method method : owner.getDeclaredMethods()) {
        String result = name(method.getReturnType());
        addIfForCallers(type, method, method.getName() + parameters(method) + ": " + result, lines);
      }
      for (Field field : owner.getDeclaredFields()) {
        addIfForCallers(type, field, field.getName() + ": " + name(field.getType()), lines);
      }
    }
    for (Class<?> nested : type.getDeclaredClasses()) {
      add(nested, lines);
    }
  }

  private static void addIfForCallers(
      Class<?> type, Member member, String words, List<String> lines) {
    if (isForCallers(member.getModifiers()) && !member.isSynthetic()) {
      lines.add(name(type) + "." + words);
    }
  }

  private static boolean isForCallers(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static boolean isOurs(Class<?> type) {
    return type.getName().startsWith("org.bitvox.");
  }

  private static String parameters(Executable executable) {
    return Arrays.stream(executable.getParameterTypes())
        .map(PromisedClasses::name)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** Short for our own and for java.lang. */
  private static String name(Class<?> type) {
    return type.getTypeName().replaceFirst("^(org\\.bitvox|java\\.lang)\\.", "").replace('$', '.');
  }
}
