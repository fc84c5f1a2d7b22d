// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/options/field_visitors.hpp"

namespace bitvox::jni {

// "org/bitvox/Label$Connectivity", for FindClass.
inline std::string class_name(const ObjectType& type) {
  std::string name("org/bitvox/");
  name += type.java_class();
  return name;
}

// "Lorg/bitvox/Label$Connectivity;", for fields.
inline std::string signature(const ObjectType& type) {
  std::string signature(1, 'L');
  signature += class_name(type);
  signature += ';';
  return signature;
}

// The same of an array of something, whose own signature this is.
inline std::string array_signature(const std::string& element) {
  std::string signature(1, '[');
  signature += element;
  return signature;
}

}  // namespace bitvox::jni
