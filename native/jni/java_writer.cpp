// SPDX-License-Identifier: BSD-2-Clause
#include <limits>
#include <string>
#include <type_traits>

#include "jni/java_names.hpp"
#include "jni/java_numbers.hpp"
#include "jni/java_object.hpp"
#include "jni/object_stack.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {
namespace {

jobject made(JNIEnv* env, jobject object) {
  rethrow_pending(env);
  return object;
}

// Java's arrays of each type of number.
jarray array_of(JNIEnv* env, std::span<const std::uint8_t> values, jsize count) {
  jbyteArray array = env->NewByteArray(count);
  rethrow_pending(env);
  env->SetByteArrayRegion(array, 0, count, reinterpret_cast<const jbyte*>(values.data()));
  return array;
}
jarray array_of(JNIEnv* env, std::span<const std::int32_t> values, jsize count) {
  jintArray array = env->NewIntArray(count);
  rethrow_pending(env);
  env->SetIntArrayRegion(array, 0, count, jints(values.data()));
  return array;
}
jarray array_of(JNIEnv* env, std::span<const std::int64_t> values, jsize count) {
  jlongArray array = env->NewLongArray(count);
  rethrow_pending(env);
  env->SetLongArrayRegion(array, 0, count, jlongs(values.data()));
  return array;
}
jarray array_of(JNIEnv* env, std::span<const float> values, jsize count) {
  jfloatArray array = env->NewFloatArray(count);
  rethrow_pending(env);
  env->SetFloatArrayRegion(array, 0, count, values.data());
  return array;
}
jarray array_of(JNIEnv* env, std::span<const double> values, jsize count) {
  jdoubleArray array = env->NewDoubleArray(count);
  rethrow_pending(env);
  env->SetDoubleArrayRegion(array, 0, count, values.data());
  return array;
}

template <class T>
constexpr const char* array_type() {
  if constexpr (sizeof(T) == 1) return "[B";
  if constexpr (std::is_same_v<T, std::int32_t>) return "[I";
  if constexpr (std::is_same_v<T, std::int64_t>) return "[J";
  if constexpr (std::is_same_v<T, float>) return "[F";
  if constexpr (std::is_same_v<T, double>) return "[D";
}

class JavaWriter final : public FieldWriter {
 public:
  JavaWriter(JNIEnv* env, jobject object, const char* what, Progress* progress)
      : env_(env), at_(env, object, what), progress_(progress) {}

  void value(const Field& field, bool value) override {
    env_->SetBooleanField(at_.top(), at_.id(field.name, "Z"), value ? JNI_TRUE : JNI_FALSE);
  }
  void value(const Field& field, std::int32_t value) override {
    env_->SetIntField(at_.top(), at_.id(field.name, "I"), value);
  }
  void value(const Field& field, std::int64_t value) override {
    env_->SetLongField(at_.top(), at_.id(field.name, "J"), value);
  }
  void value(const Field& field, double value) override {
    env_->SetDoubleField(at_.top(), at_.id(field.name, "D"), value);
  }
  // ASCII or modified UTF-8.
  void value(const Field& field, const std::string& value) override {
    const LocalRef text(env_, made(env_, env_->NewStringUTF(value.c_str())));
    put(field, "Ljava/lang/String;", text.get());
  }
  void constant(const Field& field, const EnumType& type, std::size_t index) override {
    const LocalRef owner(env_, class_of(type.type));
    jfieldID id = env_->GetStaticFieldID(static_cast<jclass>(owner.get()),
                                         java_constant(type.names[index]).c_str(),
                                         signature(type.type).c_str());
    rethrow_pending(env_);
    const LocalRef constant(env_, env_->GetStaticObjectField(static_cast<jclass>(owner.get()), id));
    put(field, signature(type.type).c_str(), constant.get());
  }

  void column(const Field& field, const Column& values) override {
    std::visit([&](const auto& list) { put_array(field, list); }, values);
  }

  void begin_columns(const Field& field, Element of, std::size_t count) override {
    static constexpr const char* kTypes[] = {"[B", "[I", "[J", "[F", "[D"};
    const char* const column = kTypes[static_cast<std::size_t>(of)];
    const LocalRef type(env_, made(env_, env_->FindClass(column)));
    columns_ = new_array(field, count, type.get());
    put(field, array_signature(column).c_str(), columns_);
    next_column_ = 0;
  }
  void end_columns() override {
    env_->DeleteLocalRef(columns_);
    columns_ = nullptr;
  }

  void begin_object(const Field& field, const ObjectType& type) override {
    jobject object = at_.get(field.name, signature(type).c_str());
    if (object == nullptr) {
      const LocalRef owner(env_, class_of(type));
      object = new_object(owner.get());
      put(field, signature(type).c_str(), object);
    }
    at_.enter(object);
  }
  void end_object() override { at_.leave(); }
  void absent(const Field& field, const ObjectType& type) override {
    put(field, signature(type).c_str(), nullptr);
  }

  void begin_rows(const Field& field, const ObjectType& type, std::size_t count) override {
    row_type_ = class_of(type);
    rows_ = new_array(field, count, row_type_);
    put(field, array_signature(signature(type)).c_str(), rows_);
  }
  void begin_row(std::size_t index) override {
    jobject row = new_object(row_type_);
    env_->SetObjectArrayElement(rows_, static_cast<jsize>(index), row);
    at_.enter(row);
  }
  void end_row() override { at_.leave(); }
  void end_rows() override {
    env_->DeleteLocalRef(rows_);
    env_->DeleteLocalRef(row_type_);
  }

 private:
  template <class T>
  void put_array(const Field& field, std::span<const T> values) {
    if (progress_ != nullptr) progress_->report(0, 1);
    const LocalRef array(env_, array_of(env_, values, size(field, values.size())));
    if (columns_ == nullptr) {
      put(field, array_type<T>(), array.get());
    } else {
      env_->SetObjectArrayElement(columns_, next_column_++, array.get());
    }
  }

  void put_array(const Field& field, std::span<const std::string> values) {
    const LocalRef type(env_, made(env_, env_->FindClass("java/lang/String")));
    jobjectArray array = new_array(field, values.size(), type.get());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const LocalRef text(env_, made(env_, env_->NewStringUTF(values[i].c_str())));
      env_->SetObjectArrayElement(array, static_cast<jsize>(i), text.get());
    }
    put(field, "[Ljava/lang/String;", array);
    env_->DeleteLocalRef(array);
  }

  static jsize size(const Field& field, std::size_t count) {
    if (count > static_cast<std::size_t>(std::numeric_limits<jsize>::max())) {
      throw InvalidInput(std::string(field.name) + " has " + std::to_string(count) +
                         " values, more than an array of Java can hold");
    }
    return static_cast<jsize>(count);
  }

  void put(const Field& field, const char* signature, jobject value) {
    env_->SetObjectField(at_.top(), at_.id(field.name, signature), value);
  }

  jobject class_of(const ObjectType& type) {
    return made(env_, env_->FindClass(class_name(type).c_str()));
  }
  jobjectArray new_array(const Field& field, std::size_t count, jobject type) {
    return static_cast<jobjectArray>(
        made(env_, env_->NewObjectArray(size(field, count), static_cast<jclass>(type), nullptr)));
  }
  jobject new_object(jobject type) {
    jmethodID constructor = env_->GetMethodID(static_cast<jclass>(type), "<init>", "()V");
    rethrow_pending(env_);
    return made(env_, env_->NewObject(static_cast<jclass>(type), constructor));
  }

  JNIEnv* env_;
  ObjectStack at_;
  Progress* progress_;
  // The arrays whose elements follow; null while there is none.
  jobjectArray columns_ = nullptr;
  jsize next_column_ = 0;
  jobjectArray rows_ = nullptr;
  jobject row_type_ = nullptr;
};

}  // namespace

std::unique_ptr<FieldWriter> java_writer(JNIEnv* env, jobject object, const char* what,
                                         Progress* progress) {
  return std::make_unique<JavaWriter>(env, object, what, progress);
}

}  // namespace bitvox::jni
