// SPDX-License-Identifier: BSD-2-Clause
#include "jni/java_block.hpp"

#include "core/error.hpp"
#include "jni/java_fields.hpp"
#include "jni/jni_guard.hpp"

namespace bitvox::jni {

Box box_of(JNIEnv* env, jobject box) {
  const JavaFields fields(env, box, "box");
  const Index begin{fields.get_long("x"), fields.get_long("y"), fields.get_long("z")};
  return {begin,
          {begin[0] + fields.get_long("width"), begin[1] + fields.get_long("height"),
           begin[2] + fields.get_long("depth")}};
}

Shape whole_of(JNIEnv* env, jobject box) {
  const Shape whole = box_of(env, box).shape();
  check_shape(whole);
  return whole;
}

Block block_of(JNIEnv* env, jobject block) {
  const JavaFields fields(env, block, "block");
  constexpr const char* kBox = "Lorg/bitvox/Box;";
  return {whole_of(env, fields.get_object("whole", kBox)),
          box_of(env, fields.get_object("read", kBox)),
          box_of(env, fields.get_object("core", kBox))};
}

void check_read(const Block& block, const Shape& given) {
  const Shape read = block.read.shape();
  if (given == read) return;
  throw InvalidInput("the block reads " + size_text(read) + " voxels, not " + size_text(given));
}

jlongArray read_for(JNIEnv* env, jobject whole, jobject core, const Reach& reach) {
  const Box read = block_at(whole_of(env, whole), box_of(env, core), reach).read;
  const Shape size = read.shape();
  return array_of(env, std::vector<std::int64_t>{read.begin[0], read.begin[1], read.begin[2],
                                                 size.width, size.height, size.depth});
}

jlongArray array_of(JNIEnv* env, const std::vector<std::int64_t>& values) {
  const auto length = static_cast<jsize>(values.size());
  jlongArray array = env->NewLongArray(length);
  rethrow_pending(env);
  env->SetLongArrayRegion(array, 0, length, jlongs(values.data()));
  return array;
}

}  // namespace bitvox::jni
