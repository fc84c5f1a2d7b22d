// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

/**
 * That every field of an operation's result comes back. That every option reaches native code is
 * said by {@link FieldsTest}.
 *
 * @param <T> the class whose fields are the options
 */
interface FieldsContract<T> {
  /** The usual options. */
  T options();

  /**
   * Runs the operation on an input that leaves no number of the result 0; closes what it has to.
   *
   * @return the result as {@link Fields} sees it, and what a receiver got
   */
  Fields outcome(T options);

  @Test
  default void everyFieldOfTheResultArrives() {
    outcome(options())
        .numbers()
        .forEach((field, number) -> assertFalse(number.equals(0.0), field + " is 0"));
  }
}
