// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <chrono>
#include <string>

#include "core/error.hpp"
#include "core/threads/progress.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// Calls org.bitvox.ProgressListener.keepGoing(done, total) and say(words) on the caller's thread.
class JavaProgress final : public Progress {
 public:
  JavaProgress(JNIEnv* env, jobject listener) : env_(env), listener_(listener) {
    if (listener == nullptr) {
      throw InvalidInput("listener is null");
    }
    jclass type = env->GetObjectClass(listener);
    keep_going_ = env->GetMethodID(type, "keepGoing", "(JJ)Z");
    if (keep_going_ != nullptr) say_ = env->GetMethodID(type, "say", "(Ljava/lang/String;)V");
    env->DeleteLocalRef(type);
    rethrow_pending(env);
  }

  void report(std::int64_t done, std::int64_t total) override {
    const jboolean go = env_->CallBooleanMethod(listener_, keep_going_, static_cast<jlong>(done),
                                                static_cast<jlong>(total));
    rethrow_pending(env_);
    if (go == JNI_FALSE) {
      throw Cancelled();
    }
  }

  // At most four times a second; no words come through always.
  void say(const std::string& words) override {
    const auto now = std::chrono::steady_clock::now();
    if (!words.empty() && now < next_words_) return;
    next_words_ = now + kBetweenWords;
    jstring text = env_->NewStringUTF(words.c_str());
    rethrow_pending(env_);
    env_->CallVoidMethod(listener_, say_, text);
    env_->DeleteLocalRef(text);
    rethrow_pending(env_);
  }

 private:
  static constexpr std::chrono::milliseconds kBetweenWords{250};

  JNIEnv* env_;
  jobject listener_;
  jmethodID keep_going_ = nullptr;
  jmethodID say_ = nullptr;
  std::chrono::steady_clock::time_point next_words_{};
};

}  // namespace bitvox::jni
