// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>

#include "core/volumes/shape.hpp"

namespace bitvox::jni {

// Reads the fields of one Java object by name, where it is no described struct (java_object.hpp):
// inputs, with their handles and arrays. A field that is missing or of another type is a
// NoSuchFieldError in Java.
class JavaFields {
 public:
  // Throws InvalidInput("WHAT is null").
  JavaFields(JNIEnv* env, jobject object, const char* what);
  ~JavaFields() { env_->DeleteLocalRef(type_); }
  JavaFields(const JavaFields&) = delete;
  JavaFields& operator=(const JavaFields&) = delete;

  JNIEnv* env() const { return env_; }

  int get_int(const char* name) const;
  std::int64_t get_long(const char* name) const;
  double get_double(const char* name) const;
  bool get_boolean(const char* name) const;
  // A local reference, or null.
  jobject get_object(const char* name, const char* type) const;

  void set_boolean(const char* name, bool value);
  void set_string(const char* name, const std::string& value);  // ASCII or modified UTF-8
  void set_object(const char* name, const char* type, jobject value);

 private:
  jfieldID id(const char* name, const char* type) const;

  JNIEnv* env_;
  jobject object_;
  jclass type_;
};

// The fields width, height and depth.
Shape get_shape(const JavaFields& fields);

}  // namespace bitvox::jni
