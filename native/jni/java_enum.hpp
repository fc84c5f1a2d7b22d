// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstddef>
#include <span>
#include <string_view>

#include "core/options/names.hpp"

namespace bitvox::jni {

// The number of the enumerator that a constant of Java stands for: of kPerSlice for PER_SLICE.
// Throws InvalidInput("WHAT is null"), or where there is none of that name.
std::size_t constant_index(JNIEnv* env, jobject constant,
                           std::span<const std::string_view> enumerators, std::string_view what);

template <class Enum>
Enum to_enum(JNIEnv* env, jobject constant, std::string_view what) {
  return static_cast<Enum>(constant_index(env, constant, enumerators<Enum>(), what));
}

}  // namespace bitvox::jni
