// SPDX-License-Identifier: BSD-2-Clause
package org.bitvox;

/** What native code says of the options and results whose fields it reads and writes. */
final class Described {
  private Described() {}

  /**
   * A line for each field, its parts separated by tabs: class, field as in C++, type, default,
   * least, most, a number besides and what that means, constants of an enum. What a field does not
   * have is empty. A least that is not allowed itself begins with '>'; where only least and most
   * are allowed, most begins with '|'.
   */
  static String fields() {
    NativeLibrary.load();
    return describeAll();
  }

  private static native String describeAll();
}
