// SPDX-License-Identifier: BSD-2-Clause
#include "jni/volume_input.hpp"

#include "core/bit_volume.hpp"
#include "core/error.hpp"
#include "jni/handle.hpp"
#include "jni/java_slices.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {
namespace {

// Reads the fields of one Java object by name.
class Fields {
 public:
  Fields(JNIEnv* env, jobject object)
      : env_(env), object_(object), type_(env->GetObjectClass(object)) {}
  ~Fields() { env_->DeleteLocalRef(type_); }
  Fields(const Fields&) = delete;
  Fields& operator=(const Fields&) = delete;

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

}  // namespace

VolumeInput::VolumeInput(JNIEnv* env, jobject input) {
  if (input == nullptr) {
    throw InvalidInput("input is null");
  }
  Fields fields(env, input);
  const jlong handle = fields.get_long("handle");
  if (handle != 0) {
    source_ = &from_handle<BitVolume>(handle);
    return;
  }
  auto* const slices =
      static_cast<jobjectArray>(fields.get_object("slices", "[Ljava/lang/Object;"));
  if (slices == nullptr) {
    throw InvalidInput("the image has no slices");
  }
  const Shape shape{fields.get_int("width"), fields.get_int("height"), fields.get_int("depth")};
  const ForegroundRule rule =
      foreground_rule(fields.get_int("rule"), fields.get_double("low"), fields.get_double("high"));
  slices_ = std::make_unique<JavaSlices>(env, slices, shape, rule);
  source_ = slices_.get();
}

}  // namespace bitvox::jni
