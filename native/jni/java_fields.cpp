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

bool JavaFields::get_boolean(const char* name) const {
  return env_->GetBooleanField(object_, id(name, "Z")) == JNI_TRUE;
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

jobject JavaFields::get_object(const char* name, const char* type) const {
  return env_->GetObjectField(object_, id(name, type));
}

std::string JavaFields::get_string(const char* name) const {
  return to_string(env_, static_cast<jstring>(get_object(name, "Ljava/lang/String;")), name);
}

std::vector<float> JavaFields::get_floats(const char* name) const {
  auto* const array = static_cast<jfloatArray>(get_object(name, "[F"));
  if (array == nullptr) {
    throw InvalidInput(std::string(name) + " is null");
  }
  std::vector<float> values(static_cast<std::size_t>(env_->GetArrayLength(array)));
  env_->GetFloatArrayRegion(array, 0, static_cast<jsize>(values.size()), values.data());
  rethrow_pending(env_);
  return values;
}

void JavaFields::set_boolean(const char* name, bool value) {
  env_->SetBooleanField(object_, id(name, "Z"), value ? JNI_TRUE : JNI_FALSE);
}

void JavaFields::set_int(const char* name, int value) {
  env_->SetIntField(object_, id(name, "I"), value);
}

void JavaFields::set_long(const char* name, std::int64_t value) {
  env_->SetLongField(object_, id(name, "J"), value);
}

void JavaFields::set_double(const char* name, double value) {
  env_->SetDoubleField(object_, id(name, "D"), value);
}

void JavaFields::set_object(const char* name, const char* type, jobject value) {
  env_->SetObjectField(object_, id(name, type), value);
}

void JavaFields::set_string(const char* name, const std::string& value) {
  set_object(name, "Ljava/lang/String;", made(env_, env_->NewStringUTF(value.c_str())));
}

void JavaFields::set_ints(const char* name, const std::vector<std::int32_t>& values) {
  const auto length = static_cast<jsize>(values.size());
  jintArray array = made(env_, env_->NewIntArray(length));
  env_->SetIntArrayRegion(array, 0, length, values.data());
  set_object(name, "[I", array);
}

void JavaFields::set_longs(const char* name, const std::vector<std::int64_t>& values) {
  static_assert(sizeof(jlong) == sizeof(std::int64_t));
  const auto length = static_cast<jsize>(values.size());
  jlongArray array = made(env_, env_->NewLongArray(length));
  env_->SetLongArrayRegion(array, 0, length, values.data());
  set_object(name, "[J", array);
}

void JavaFields::set_doubles(const char* name, const std::vector<double>& values) {
  const auto length = static_cast<jsize>(values.size());
  jdoubleArray array = made(env_, env_->NewDoubleArray(length));
  env_->SetDoubleArrayRegion(array, 0, length, values.data());
  set_object(name, "[D", array);
}

Shape get_shape(const JavaFields& fields) {
  return {fields.get_int("width"), fields.get_int("height"), fields.get_int("depth")};
}

void set_run(const JavaFields& result, const RunReport& run) {
  JavaFields report(result.env(), result.get_object("run", "Lorg/bitvox/RunReport;"), "run");
  report.set_string("backend", run.backend);
  report.set_string("note", run.note);
}

}  // namespace bitvox::jni
