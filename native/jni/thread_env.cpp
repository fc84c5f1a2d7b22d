// SPDX-License-Identifier: BSD-2-Clause
#include "jni/thread_env.hpp"

#include <stdexcept>

namespace bitvox::jni {
namespace {

// Which this thread is to be detached from. No object with a destructor: at the end of a thread the
// JVM may be called no more, and not every compiler has such objects then.
thread_local JavaVM* attached_to = nullptr;

}  // namespace

JNIEnv* thread_env(JavaVM* vm) {
  void* env = nullptr;
  if (vm->GetEnv(&env, JNI_VERSION_1_8) == JNI_OK) {
    return static_cast<JNIEnv*>(env);
  }
  char name[] = "Bitvox";
  JavaVMAttachArgs arguments{JNI_VERSION_1_8, name, nullptr};
  if (vm->AttachCurrentThreadAsDaemon(&env, &arguments) != JNI_OK) {
    throw std::runtime_error("the Java VM takes no more threads");
  }
  attached_to = vm;
  return static_cast<JNIEnv*>(env);
}

void detach_thread() noexcept {
  if (attached_to != nullptr) attached_to->DetachCurrentThread();
  attached_to = nullptr;
}

}  // namespace bitvox::jni
