// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// Reads the fields of one Java object by name.
class JavaFields {
 public:
  JavaFields(JNIEnv* env, jobject object)
      : env_(env), object_(object), type_(env->GetObjectClass(object)) {}
  ~JavaFields() { env_->DeleteLocalRef(type_); }
  JavaFields(const JavaFields&) = delete;
  JavaFields& operator=(const JavaFields&) = delete;

  jlong get_long(const char* name) { return env_->GetLongField(object_, id(name, "J")); }
  jint get_int(const char* name) { return env_->GetIntField(object_, id(name, "I")); }
  jdouble get_double(const char* name) { return env_->GetDoubleField(object_, id(name, "D")); }
  jobject get_object(const char* name, const char* type) {
    return env_->GetObjectField(object_, id(name, type));
  }

 private:
  jfieldID id(const char* name, const char* type) {
    jfieldID field = env_->GetFieldID(type_, name, type);
    rethrow_pending(env_);
    return field;
  }

  JNIEnv* env_;
  jobject object_;
  jclass type_;
};

}  // namespace bitvox::jni
