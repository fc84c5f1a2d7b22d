// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstddef>
#include <span>

#include "core/terms.hpp"

namespace bitvox::jni {

// The Java enum of a C++ one: its type, and the names of its constants in the order of the C++
// ones. The order in Java does not matter.
template <class Enum>
struct JavaEnum;

template <>
struct JavaEnum<Phase> {
  static constexpr const char* kType = "Lorg/bitvox/Phase;";
  static constexpr const char* kNames[] = {"FOREGROUND", "BACKGROUND"};
};

template <>
struct JavaEnum<Element> {
  static constexpr const char* kType = "Lorg/bitvox/Element;";
  static constexpr const char* kNames[] = {"CROSS", "CUBE", "BALL"};
};

template <>
struct JavaEnum<Edges> {
  static constexpr const char* kType = "Lorg/bitvox/Edges;";
  static constexpr const char* kNames[] = {"BACKGROUND", "CLIPPED"};
};

template <>
struct JavaEnum<Extent> {
  static constexpr const char* kType = "Lorg/bitvox/Extent;";
  static constexpr const char* kNames[] = {"VOLUME", "PER_SLICE"};
};

// Where the constant's name stands. Throws InvalidInput for null and for a name that is not there.
std::size_t constant_index(JNIEnv* env, jobject constant, std::span<const char* const> names);

template <class Enum>
Enum to_enum(JNIEnv* env, jobject constant) {
  return static_cast<Enum>(constant_index(env, constant, JavaEnum<Enum>::kNames));
}

}  // namespace bitvox::jni
