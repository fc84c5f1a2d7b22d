// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_fields.hpp"

#include "core/error.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

template <class Array>
Array made(JNIEnv* env, Array array) {
  rethrow_pending(env);
  return array;
}

}  // namespace

JavaFields::JavaFields(JNIEnv* env, jobject object, const char* what)
    : env_(env), object_(object), type_(nullptr) {
  if (object == nullptr) {
    throw InvalidInput(std::string(what) + " is null");
  }
  type_ = env->GetObjectClass(object);
}

jfieldID JavaFields::id(const char* name, const char* type) const {
  jfieldID field = env_->GetFieldID(type_, name, type);
  rethrow_pending(env_);
  return field;
}

int JavaFields::get_int(const char* name) const {
  return env_->GetIntField(object_, id(name, "I"));
}

std::int64_t JavaFields::get_long(const char* name) const {
  return env_->GetLongField(object_, id(name, "J"));
}

double JavaFields::get_double(const char* name) const {
  return env_->GetDoubleField(object_, id(name, "D"));
}

bool JavaFields::get_boolean(const char* name) const {
  return env_->GetBooleanField(object_, id(name, "Z")) == JNI_TRUE;
}

jobject JavaFields::get_object(const char* name, const char* type) const {
  return env_->GetObjectField(object_, id(name, type));
}

void JavaFields::set_boolean(const char* name, bool value) {
  env_->SetBooleanField(object_, id(name, "Z"), value ? JNI_TRUE : JNI_FALSE);
}

void JavaFields::set_object(const char* name, const char* type, jobject value) {
  env_->SetObjectField(object_, id(name, type), value);
}

void JavaFields::set_string(const char* name, const std::string& value) {
  set_object(name, "Ljava/lang/String;", made(env_, env_->NewStringUTF(value.c_str())));
}

Shape get_shape(const JavaFields& fields) {
  return {fields.get_int("width"), fields.get_int("height"), fields.get_int("depth")};
}

}  // namespace bitvox::jni
