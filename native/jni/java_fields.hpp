// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/dispatch.hpp"
#include "core/shape.hpp"
#include "jni/java_enum.hpp"

namespace bitvox::jni {

// Reads and writes the fields of one Java object by name, so that a native method needs no row of
// arguments: options are read from an object's fields and results written to another's. A field
// that is missing or of another type is a NoSuchFieldError in Java.
class JavaFields {
 public:
  // Throws InvalidInput("WHAT is null").
  JavaFields(JNIEnv* env, jobject object, const char* what);
  ~JavaFields() { env_->DeleteLocalRef(type_); }
  JavaFields(const JavaFields&) = delete;
  JavaFields& operator=(const JavaFields&) = delete;

  JNIEnv* env() const { return env_; }

  bool get_boolean(const char* name) const;
  int get_int(const char* name) const;
  std::int64_t get_long(const char* name) const;
  double get_double(const char* name) const;
  // These two throw InvalidInput for null.
  std::string get_string(const char* name) const;
  std::vector<float> get_floats(const char* name) const;
  // A local reference, or null.
  jobject get_object(const char* name, const char* type) const;
  template <class Enum>
  Enum get_enum(const char* name) const {
    return to_enum<Enum>(env_, get_object(name, JavaEnum<Enum>::kType));
  }

  void set_boolean(const char* name, bool value);
  void set_int(const char* name, int value);
  void set_long(const char* name, std::int64_t value);
  void set_double(const char* name, double value);
  void set_string(const char* name, const std::string& value);  // ASCII or modified UTF-8
  void set_ints(const char* name, const std::vector<std::int32_t>& values);
  void set_longs(const char* name, const std::vector<std::int64_t>& values);
  void set_doubles(const char* name, const std::vector<double>& values);
  void set_object(const char* name, const char* type, jobject value);

 private:
  jfieldID id(const char* name, const char* type) const;

  JNIEnv* env_;
  jobject object_;
  jclass type_;
};

// The fields width, height and depth.
Shape get_shape(const JavaFields& fields);

// The fields backend and note of the field `run`, an org.bitvox.RunReport.
void set_run(const JavaFields& result, const RunReport& run);

}  // namespace bitvox::jni
