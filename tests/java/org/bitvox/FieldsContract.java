// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * That every option of an operation reaches native code, and every field of its result comes back.
 *
 * @param <T> the class whose fields are the options
 */
interface FieldsContract<T> {
  /** The usual options. */
  T options();

  /** For the name of each field of the options, a change of that one with an effect. */
  default Map<String, UnaryOperator<T>> changes() {
    return null;
  }

  /**
   * Runs the operation on an input that leaves no number of the result 0; closes what it has to.
   *
   * @return the result as {@link Fields} sees it, and what a receiver got
   */
  Fields outcome(T options);

  @Test
  default void everyOptionHasAnEffect() throws IllegalAccessException {
    if (changes() == null) {
      return;
    }
    List<String> fields = new ArrayList<>();
    for (Field field : RunOptions.class.getDeclaredFields()) {
      fields.add(field.getName());
    }
    for (Field field : options().getClass().getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        fields.add(field.getName());
      }
    }
    assertEquals(new TreeSet<>(fields), new TreeSet<>(changes().keySet()));
    String usual = seen(options());
    changes()
        .forEach((field, change) -> assertNotEquals(usual, seen(change.apply(options())), field));
  }

  /** The outcome, or why there is none. */
  default String seen(T options) {
    try {
      return outcome(options).toString();
    } catch (IllegalArgumentException refusal) {
      return refusal.getMessage();
    }
  }

  @Test
  default void everyFieldOfTheResultArrives() {
    outcome(options())
        .numbers()
        .forEach((field, number) -> assertFalse(number.equals(0.0), field + " is 0"));
  }
}
