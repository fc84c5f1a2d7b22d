// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/options/names.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

// The Java object whose fields are walked, and those that it is within. The first one is the
// caller's; local references to the others end here.
class ObjectStack {
 public:
  ObjectStack(JNIEnv* env, jobject object, const char* what) : env_(env) {
    if (object == nullptr) throw InvalidInput(std::string(what) + " is null");
    levels_.push_back({object, env->GetObjectClass(object)});
  }
  ~ObjectStack() {
    while (levels_.size() > 1) leave();
    env_->DeleteLocalRef(levels_.front().type);
  }
  ObjectStack(const ObjectStack&) = delete;
  ObjectStack& operator=(const ObjectStack&) = delete;

  JNIEnv* env() const { return env_; }
  jobject top() const { return levels_.back().object; }

  // Takes the local reference.
  void enter(jobject object) { levels_.push_back({object, env_->GetObjectClass(object)}); }
  void leave() {
    env_->DeleteLocalRef(levels_.back().type);
    env_->DeleteLocalRef(levels_.back().object);
    levels_.pop_back();
  }

  // Of the top one. Ids are looked up each time: they die with the class loader.
  jfieldID id(std::string_view name, const char* signature) const {
    jfieldID field = env_->GetFieldID(levels_.back().type, camel_case(name).c_str(), signature);
    rethrow_pending(env_);
    return field;
  }
  jobject get(std::string_view name, const char* signature) const {
    return env_->GetObjectField(top(), id(name, signature));
  }

 private:
  struct Level {
    jobject object;
    jclass type;
  };

  JNIEnv* env_;
  std::vector<Level> levels_;
};

}  // namespace bitvox::jni
