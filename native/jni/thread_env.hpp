// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

namespace bitvox::jni {

// The JNIEnv of the calling thread. A thread of the pool is attached to the JVM when it first asks,
// as a daemon, and stays so until it rests: attaching costs more than packing a small slice, and
// the JVM, when it ends, waits 0.3 s for attached threads that are not in Java. Local references
// that it makes are not freed by a return to Java: use LocalRef. Throws std::runtime_error when the
// JVM takes no more threads.
JNIEnv* thread_env(JavaVM* vm);

// Undoes what thread_env() did for the calling thread, which no longer uses the JNIEnv.
void detach_thread() noexcept;

}  // namespace bitvox::jni
