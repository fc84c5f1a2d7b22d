// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <memory>
#include <utility>

#include "core/options/fields.hpp"
#include "core/threads/progress.hpp"

// Options are read from a Java object, and results written to one, by the names of their fields,
// so that a native method needs no row of arguments. One rule for types: numbers, booleans, strings
// and enums as they are (max_radius is the field maxRadius, kPerSlice the constant PER_SLICE); what
// is itself described is an object of its class, an optional one null if absent; many numbers are
// an array, several columns an array of arrays, rows an array of objects. A field that is missing
// or of another type is a NoSuchFieldError in Java.
namespace bitvox::jni {

// Both throw InvalidInput where the object is null; `what` names it.
std::unique_ptr<FieldReader> java_reader(JNIEnv* env, jobject object, const char* what);
// Objects that are not there yet, and rows, are made by constructors without parameters.
// The progress, where there is one, is told of each column, so that what is large can be stopped.
std::unique_ptr<FieldWriter> java_writer(JNIEnv* env, jobject object, const char* what,
                                         Progress* progress = nullptr);

template <Described T>
T read(JNIEnv* env, jobject object, const char* what = "options") {
  T value;
  read_fields(value, *java_reader(env, object, what));
  return value;
}

// Takes a result that is no longer needed, so that large columns are not held twice.
template <Described T>
void write(JNIEnv* env, jobject object, T&& value, const char* what = "result") {
  hand_over_fields(std::forward<T>(value), *java_writer(env, object, what));
}

// The same of what may take long: throws Cancelled between columns.
template <Described T>
void write(JNIEnv* env, jobject object, T&& value, Progress& progress) {
  hand_over_fields(std::forward<T>(value), *java_writer(env, object, "result", &progress));
}

}  // namespace bitvox::jni
