// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

namespace bitvox::jni {

// A Java long that owns a C++ object: to_handle gives it away, from_handle borrows it.
template <class T>
jlong to_handle(T* object) {
  return reinterpret_cast<jlong>(object);
}

template <class T>
T& from_handle(jlong handle) {
  return *reinterpret_cast<T*>(handle);  // NOLINT(performance-no-int-to-ptr)
}

}  // namespace bitvox::jni
