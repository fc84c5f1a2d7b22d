// SPDX-License-Identifier: BSD-2-Clause
#include <string>

#include "jni/java_enum.hpp"
#include "jni/java_names.hpp"
#include "jni/java_object.hpp"
#include "jni/java_string.hpp"
#include "jni/object_stack.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {
namespace {

class JavaReader final : public FieldReader {
 public:
  JavaReader(JNIEnv* env, jobject object, const char* what) : env_(env), at_(env, object, what) {}

  void value(const Field& field, bool& value) override {
    value = env_->GetBooleanField(at_.top(), at_.id(field.name, "Z")) == JNI_TRUE;
  }
  void value(const Field& field, std::int32_t& value) override {
    value = env_->GetIntField(at_.top(), at_.id(field.name, "I"));
  }
  void value(const Field& field, std::int64_t& value) override {
    value = env_->GetLongField(at_.top(), at_.id(field.name, "J"));
  }
  void value(const Field& field, double& value) override {
    value = env_->GetDoubleField(at_.top(), at_.id(field.name, "D"));
  }
  void value(const Field& field, std::string& value) override {
    const LocalRef text(env_, at_.get(field.name, "Ljava/lang/String;"));
    const std::string name(field.name);
    value = to_string(env_, static_cast<jstring>(text.get()), name.c_str());
  }

  std::size_t constant(const Field& field, const EnumType& type, std::size_t) override {
    const LocalRef constant(env_, at_.get(field.name, signature(type.type).c_str()));
    return constant_index(env_, constant.get(), type.names, field.name);
  }

  void column(const Field& field, std::vector<float>& values) override {
    const LocalRef array(env_, needed(field, "[F"));
    auto* const floats = static_cast<jfloatArray>(array.get());
    values.resize(static_cast<std::size_t>(env_->GetArrayLength(floats)));
    env_->GetFloatArrayRegion(floats, 0, static_cast<jsize>(values.size()), values.data());
    rethrow_pending(env_);
  }
  void column(const Field& field, std::vector<double>& values) override {
    const LocalRef array(env_, needed(field, "[D"));
    auto* const doubles = static_cast<jdoubleArray>(array.get());
    values.resize(static_cast<std::size_t>(env_->GetArrayLength(doubles)));
    env_->GetDoubleArrayRegion(doubles, 0, static_cast<jsize>(values.size()), values.data());
    rethrow_pending(env_);
  }

  bool has(const Field& field, const ObjectType& type) override {
    return LocalRef(env_, at_.get(field.name, signature(type).c_str())).get() != nullptr;
  }
  void begin_object(const Field& field, const ObjectType& type) override {
    at_.enter(needed(field, signature(type)));
  }
  void end_object() override { at_.leave(); }

 private:
  // A new local reference.
  jobject needed(const Field& field, const std::string& signature) const {
    jobject object = at_.get(field.name, signature.c_str());
    if (object == nullptr) throw InvalidInput(std::string(field.name) + " is null");
    return object;
  }

  JNIEnv* env_;
  ObjectStack at_;
};

}  // namespace

std::unique_ptr<FieldReader> java_reader(JNIEnv* env, jobject object, const char* what) {
  return std::make_unique<JavaReader>(env, object, what);
}

}  // namespace bitvox::jni
