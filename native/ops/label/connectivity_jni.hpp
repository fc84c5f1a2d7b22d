// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "jni/java_enum.hpp"
#include "ops/label/label_terms.hpp"

template <>
struct bitvox::jni::JavaEnum<bitvox::label::Connectivity> {
  static constexpr const char* kType = "Lorg/bitvox/Label$Connectivity;";
  static constexpr const char* kNames[] = {"FACES", "EDGES", "ALL"};
};
