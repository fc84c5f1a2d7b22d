// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

namespace bitvox::jni {

// The JNIEnv of the calling thread. A thread of the pool is attached to the JVM when it first asks,
// as a daemon, and stays so until it ends: attaching costs more than packing a small slice. Local
// references that it makes are not freed by a return to Java: use LocalRef. Throws
// std::runtime_error when the JVM takes no more threads.
JNIEnv* thread_env(JavaVM* vm);

}  // namespace bitvox::jni
