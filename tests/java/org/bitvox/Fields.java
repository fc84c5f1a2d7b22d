// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All fields of an object and of the objects in it, by their paths, as numbers. */
final class Fields {
  /** Of a run, of a motion, and of images with values below 0. */
  private static final List<String> RARE =
      Arrays.asList("note", "middle", "firstBelowZero", "secondBelowZero");

  private final Map<String, Double> numbers = new TreeMap<>();

  private Fields() {}

  /** Of these objects; a volume counts as a digest of its voxels. */
  static Fields of(Object... objects) {
    Fields fields = new Fields();
    for (int i = 0; i < objects.length; i++) {
      fields.add(objects[i].getClass().getSimpleName() + i, objects[i]);
    }
    return fields;
  }

  /** 0 for what is null, empty or false; of an array the sum of digests. */
  Map<String, Double> numbers() {
    return numbers;
  }

  @Override
  public String toString() {
    return numbers.toString();
  }

  private void add(String path, Object value) {
    if (value == null) {
      numbers.put(path, 0.0);
    } else if (value instanceof Number) {
      numbers.put(path, ((Number) value).doubleValue());
    } else if (value instanceof Boolean) {
      numbers.put(path, (Boolean) value ? 1.0 : 0.0);
    } else if (value instanceof String) {
      numbers.put(path, (double) value.hashCode());
    } else if (value instanceof BitVolume) {
      add(path, ((BitVolume) value).toSlices());
    } else if (value instanceof Object[] && isOurs(value.getClass().getComponentType())) {
      addRows(path, (Object[]) value);
    } else if (value.getClass().isArray()) {
      numbers.put(path, digest(value));
    } else if (isOurs(value.getClass())) {
      addFields(path, value);
    }
  }

  private static boolean isOurs(Class<?> type) {
    return type.getPackage() == Fields.class.getPackage();
  }

  private void addRows(String path, Object[] rows) {
    if (rows.length == 0) {
      numbers.put(path, 0.0);
    }
    for (int i = 0; i < rows.length; i++) {
      add(path + i, rows[i]);
    }
  }

  private static double digest(Object array) {
    double sum = 0;
    for (int i = 0; i < Array.getLength(array); i++) {
      sum += number(Array.get(array, i)) * (i % 1009 + 1);
    }
    return sum;
  }

  private static double number(Object element) {
    if (element instanceof String) {
      return element.hashCode();
    }
    return element.getClass().isArray() ? digest(element) : ((Number) element).doubleValue();
  }

  private void addFields(String path, Object object) {
    for (Field field : object.getClass().getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || RARE.contains(field.getName())) {
        continue;
      }
      if (field.getType() == NativeOwner.class) {
        continue; // a handle, which is no number of the result
      }
      field.setAccessible(true);
      try {
        add(path + "." + field.getName(), field.get(object));
      } catch (IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }
  }
}
