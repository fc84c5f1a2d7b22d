// SPDX-License-Identifier: BSD-2-Clause
#include "jni/jni_guard.hpp"

#include <new>

#include "core/error.hpp"

namespace bitvox::jni {
namespace {

void throw_new(JNIEnv* env, const char* class_name, const char* message) noexcept {
  jclass type = env->FindClass(class_name);
  if (type != nullptr) {  // else FindClass left NoClassDefFoundError pending
    env->ThrowNew(type, message);
    env->DeleteLocalRef(type);
  }
}

}  // namespace

JavaException::JavaException(JNIEnv* env) {
  const LocalRef thrown(env, env->ExceptionOccurred());
  env->ExceptionClear();
  thrown_ =
      std::make_shared<const GlobalRef<jthrowable>>(env, static_cast<jthrowable>(thrown.get()));
}

void throw_in_java(JNIEnv* env) noexcept {
  try {
    throw;
  } catch (const JavaException& error) {
    error.throw_again(env);
  } catch (const UnsuitableImage& error) {
    throw_new(env, "org/bitvox/UnsuitableImageException", error.what());
  } catch (const InvalidInput& error) {
    throw_new(env, "java/lang/IllegalArgumentException", error.what());
  } catch (const Cancelled& error) {
    throw_new(env, "java/util/concurrent/CancellationException", error.what());
  } catch (const DeviceError& error) {
    throw_new(env, "org/bitvox/DeviceException", error.what());
  } catch (const HostOutOfMemory& error) {
    throw_new(env, "java/lang/OutOfMemoryError", error.what());
  } catch (const std::bad_alloc&) {
    throw_new(env, "java/lang/OutOfMemoryError", "native memory, outside the Java heap");
  } catch (const std::exception& error) {
    throw_new(env, "java/lang/IllegalStateException", error.what());
  } catch (...) {
    throw_new(env, "java/lang/IllegalStateException", "unknown native error");
  }
}

}  // namespace bitvox::jni
