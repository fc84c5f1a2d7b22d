// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include <string>
#include <vector>

namespace bitvox::jni {

// Strings are ASCII or modified UTF-8. Throws JavaExceptionPending.
jobjectArray new_string_array(JNIEnv* env, const std::vector<std::string>& texts);
void set_string(JNIEnv* env, jobjectArray array, int index, const std::string& text);

}  // namespace bitvox::jni
