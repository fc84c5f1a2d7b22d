// SPDX-License-Identifier: BSD-2-Clause
#include "jni/thread_env.hpp"

#include <stdexcept>

namespace bitvox::jni {
namespace {

// Detaches the thread that it belongs to when that ends.
class Attachment {
 public:
  Attachment() = default;
  ~Attachment() { detach(); }
  Attachment(const Attachment&) = delete;
  Attachment& operator=(const Attachment&) = delete;

  JNIEnv* attach(JavaVM* vm) {
    char name[] = "Bitvox";
    JavaVMAttachArgs arguments{JNI_VERSION_1_8, name, nullptr};
    void* env = nullptr;
    if (vm->AttachCurrentThreadAsDaemon(&env, &arguments) != JNI_OK) {
      throw std::runtime_error("the Java VM takes no more threads");
    }
    vm_ = vm;
    return static_cast<JNIEnv*>(env);
  }

  void detach() noexcept {
    if (vm_ != nullptr) vm_->DetachCurrentThread();
    vm_ = nullptr;
  }

 private:
  JavaVM* vm_ = nullptr;
};

thread_local Attachment attachment;

}  // namespace

JNIEnv* thread_env(JavaVM* vm) {
  void* env = nullptr;
  if (vm->GetEnv(&env, JNI_VERSION_1_8) == JNI_OK) {
    return static_cast<JNIEnv*>(env);
  }
  return attachment.attach(vm);
}

void detach_thread() noexcept { attachment.detach(); }

}  // namespace bitvox::jni
