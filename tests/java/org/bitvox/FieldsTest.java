// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bitvox.calls.Command;
import org.bitvox.commands.Commands;
import org.bitvox.parameters.DeclaredKey;
import org.junit.jupiter.api.Test;

/**
 * That an option has one name, one type, one default and one range in C++, in Java and as a key of
 * its command, and a result the same fields in both languages. What differs on purpose is in {@link
 * FieldsExceptions}, with its reason.
 */
class FieldsTest {
  private final List<String> problems = new ArrayList<>();

  /** All fields that native code describes, and their classes by name. */
  private final List<DescribedField> fields = DescribedField.all();

  @Test
  void nativeCodeAndJavaAgree() throws ReflectiveOperationException {
    for (DescribedField field : fields) {
      Field java = fieldOf(classOf(field.owner), field.camelCase());
      if (java == null) {
        problems.add(field + " is not in Java");
        continue;
      }
      compare(field + " type", typeOf(java), field.type);
      if (java.getType().isEnum()) {
        compare(field + " constants", constantsOf(java.getType()), new TreeSet<>(field.constants));
      }
      if (isOptions(field.owner)) {
        compareDefaults(field, java);
      }
    }
    check();
  }

  @Test
  void javaHasNoOtherFields() throws ClassNotFoundException {
    Set<String> described =
        fields.stream()
            .map(field -> field.owner + "." + field.camelCase())
            .collect(Collectors.toSet());
    for (String owner : fields.stream().map(f -> f.owner).collect(Collectors.toSet())) {
      for (Class<?> type = classOf(owner); type != Object.class; type = type.getSuperclass()) {
        for (Field field : type.getDeclaredFields()) {
          String name = owner + "." + field.getName();
          boolean ours =
              !Modifier.isStatic(field.getModifiers())
                  && !field.isSynthetic()
                  && field.getType() != BitVolume.class; // made by Java, filled by its handle
          if (ours && !described.contains(name) && !FieldsExceptions.JAVA_ONLY.containsKey(name)) {
            problems.add(name + " is not in C++");
          }
        }
      }
    }
    check();
  }

  @Test
  void keysAgree() {
    int compared = 0;
    for (DescribedField field : possibleKeys()) {
      Command command = commandOf(field.owner);
      if (command == null || FieldsExceptions.WITHOUT_KEY.containsKey(field.toString())) {
        continue;
      }
      String name = FieldsExceptions.OTHER_KEY.getOrDefault(field.toString(), field.name);
      DeclaredKey key = DeclaredKey.of(command.parameters(), name);
      if (key == null) {
        problems.add(field + " is not a key");
      } else {
        compareKey(field, key);
        compared++;
      }
    }
    check();
    // Some fewer than there are, so that a key may go, but a comparison that stops is seen.
    assertTrue(compared >= 140, compared + " keys were compared");
  }

  @Test
  void allOperationsAreDescribed() {
    Set<String> described = fields.stream().map(f -> f.owner).collect(Collectors.toSet());
    for (Command command : Commands.ALL) {
      String name = operationOf(command);
      if (!described.contains(name) && !FieldsExceptions.NO_OPERATION.containsKey(name)) {
        problems.add(name + " is not described");
      }
    }
    check();
  }

  @Test
  void noExceptionIsStale() {
    Set<String> names =
        possibleKeys().stream().map(DescribedField::toString).collect(Collectors.toSet());
    Set<String> stale = new TreeSet<>(FieldsExceptions.WITHOUT_KEY.keySet());
    stale.addAll(FieldsExceptions.OTHER_KEY.keySet());
    stale.addAll(FieldsExceptions.KEY_FACTOR.keySet());
    stale.addAll(FieldsExceptions.OTHER_RANGE.keySet());
    stale.addAll(FieldsExceptions.OTHER_DEFAULT.keySet());
    stale.addAll(FieldsExceptions.OTHER_WORDS.keySet());
    stale.removeAll(names);
    Set<String> owners = fields.stream().map(f -> f.owner).collect(Collectors.toSet());
    for (String name : FieldsExceptions.NO_OPERATION.keySet()) {
      if (owners.contains(name)) {
        stale.add(name);
      }
    }
    for (String name : FieldsExceptions.JAVA_ONLY.keySet()) {
      if (!owners.contains(name.substring(0, name.indexOf('.')))) {
        stale.add(name);
      }
    }
    assertEquals(Collections.emptySet(), stale);
  }

  // ---- Java ----------------------------------------------------------------------------------

  private static Class<?> classOf(String name) throws ClassNotFoundException {
    return Class.forName("org.bitvox." + name);
  }

  /** Of the class or what it extends. */
  private static Field fieldOf(Class<?> owner, String name) {
    for (Class<?> type = owner; type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field;
        }
      }
    }
    return null;
  }

  /** As native code writes it: int, String, Label$Connectivity, long[]. */
  private static String typeOf(Field field) {
    Class<?> type = field.getType();
    String suffix = "";
    for (; type.isArray(); type = type.getComponentType()) {
      suffix += "[]";
    }
    return type.getName().replaceAll("^(org\\.bitvox|java\\.lang)\\.", "") + suffix;
  }

  private static Set<String> constantsOf(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(Object::toString)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private void compareDefaults(DescribedField field, Field java)
      throws ReflectiveOperationException {
    Object value = java.get(newOptions(classOf(field.owner)));
    if (field.isNumber()) {
      compare(
          field + " default",
          ((Number) value).doubleValue(),
          Double.parseDouble(field.byDefault.replace("inf", "Infinity")));
    } else if (value != null && !field.numbersByDefault().isEmpty()) {
      compare(field + " default", numbersOf(field.type, value), field.numbersByDefault());
    } else if (value != null && (java.getType().isEnum() || !field.byDefault.isEmpty())) {
      compare(field + " default", value.toString(), field.byDefault);
    }
  }

  /** Of an object, in the order of native code. */
  private List<Double> numbersOf(String type, Object object) throws ReflectiveOperationException {
    List<Double> numbers = new ArrayList<>();
    for (DescribedField part : fields) {
      if (part.owner.equals(type) && part.isNumber()) {
        numbers.add(
            ((Number) fieldOf(object.getClass(), part.camelCase()).get(object)).doubleValue());
      }
    }
    return numbers;
  }

  private static Object newOptions(Class<?> type) throws ReflectiveOperationException {
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0) {
        constructor.setAccessible(true);
        return constructor.newInstance();
      }
    }
    return FieldsExceptions.newOptions(type);
  }

  // ---- Keys ----------------------------------------------------------------------------------

  private static String operationOf(Command command) {
    return command.getClass().getSimpleName().replaceAll("Command$", "");
  }

  private static Command commandOf(String operation) {
    String name = FieldsExceptions.KEYS_OF.getOrDefault(operation, operation);
    return Commands.ALL.stream()
        .filter(command -> operationOf(command).equals(name))
        .findFirst()
        .orElse(null);
  }

  private static boolean isOptions(String owner) {
    return commandOf(owner) != null || owner.equals("Spacing") || owner.equals("Detector");
  }

  /** All fields; those of a detector are ones of the options that hold it. */
  private List<DescribedField> possibleKeys() {
    List<DescribedField> all = new ArrayList<>();
    for (DescribedField field : fields) {
      if (FieldsExceptions.FIELDS_ARE_KEYS.contains(field.type)) {
        fields.stream()
            .filter(part -> part.owner.equals(field.type))
            .forEach(part -> all.add(part.of(field.owner)));
      } else {
        all.add(field);
      }
    }
    return all;
  }

  private void compareKey(DescribedField field, DeclaredKey key) {
    if (field.isNumber() && key.isNumber()) {
      double factor = FieldsExceptions.KEY_FACTOR.getOrDefault(field.toString(), 1.0);
      if (!FieldsExceptions.OTHER_DEFAULT.containsKey(field.toString())) {
        double byDefault = number(key.byDefault(), field.special());
        compareNear(field + " default as a key", byDefault / factor, number(field));
      }
      if (!FieldsExceptions.OTHER_RANGE.containsKey(field.toString())) {
        double low = key.byDefault().isEmpty() ? field.least() : field.low();
        compareNear(field + " least as a key", key.low() / factor, low);
        compareNear(field + " most as a key", key.high() / factor, field.high());
      }
    } else if (key.isFlag()) {
      boolean two = field.type.equals("boolean") || field.constants.size() == 2;
      compare(field + " of two values", two, true);
      String off = field.type.equals("boolean") ? "false" : field.constants.get(0);
      compare(field + " default, as without the key", off, field.byDefault);
    } else if (key.isChoice()) {
      compareChoice(field, key);
    } else if (!field.numbersByDefault().isEmpty()) {
      compare(
          field + " default as a key",
          DescribedField.numbersIn(key.byDefault()),
          field.numbersByDefault());
    } else if (field.isVector() && field.byDefault.isEmpty()) { // nothing was said
      compare(field + " default as a key", key.byDefault(), "");
    } else if (!field.type.equals("String") || !key.byDefault().equals(field.byDefault)) {
      problems.add(field + " is " + field.type + " in C++ and another kind of key");
    }
  }

  private void compareChoice(DescribedField field, DeclaredKey key) {
    if (FieldsExceptions.OTHER_WORDS.containsKey(field.toString())) {
      return;
    }
    if (field.type.equals("String")) {
      compare(field + " default as a key", key.byDefault(), field.byDefault);
    } else if (field.isNumber()) {
      compareNear(
          field + " default as a key", number(key.byDefault(), field.special()), number(field));
    } else {
      compare(field + " default as a key", constant(key.byDefault()), field.byDefault);
      compare(
          field + " words as a key",
          key.choices().stream()
              .map(FieldsTest::constant)
              .collect(Collectors.toCollection(TreeSet::new)),
          new TreeSet<>(field.constants));
    }
  }

  private static String constant(String word) {
    return word.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static double number(DescribedField field) {
    return Double.parseDouble(field.byDefault);
  }

  /** An empty default is the one besides, which means that nothing was said. */
  private static double number(String value, double special) {
    return value.isEmpty() ? special : Double.parseDouble(value);
  }

  // ---- What was found ------------------------------------------------------------------------

  private void compare(String what, Object is, Object nativeOne) {
    if (!is.equals(nativeOne)) {
      problems.add(what + " is " + is + " but " + nativeOne + " in C++");
    }
  }

  /** Equal but for the rounding of a factor. */
  private void compareNear(String what, double is, double nativeOne) {
    if (is != nativeOne && !(Math.abs(is - nativeOne) <= 1e-15 * Math.abs(nativeOne))) {
      problems.add(what + " is " + is + " but " + nativeOne + " in C++");
    }
  }

  private void check() {
    assertEquals("", String.join("\n", problems));
  }
}
