// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/blocks/block.hpp"
#include "core/options/numbers.hpp"
#include "jni/java_arrays.hpp"

namespace bitvox::jni {

// An org.bitvox.Box, and that of a whole volume.
Box box_of(JNIEnv* env, jobject box);
Shape whole_of(JNIEnv* env, jobject box);

// An org.bitvox.Block.
Block block_of(JNIEnv* env, jobject block);

// Throws InvalidInput unless a volume is as large as what a block reads.
void check_read(const Block& block, const Shape& given);

// What a block with this core reads, as x, y, z, width, height, depth.
jlongArray read_for(JNIEnv* env, jobject whole, jobject core, const Reach& reach);

jlongArray array_of(JNIEnv* env, const std::vector<std::int64_t>& values);

// What two blocks, or the sums of several, give together: BlockResult::numbers of both.
template <class Partial>
jlongArray add(JNIEnv* env, jlongArray first, jlongArray second) {
  auto sum = from_numbers<Partial>(longs_of(env, first, "first"));
  sum.add(from_numbers<Partial>(longs_of(env, second, "second")));
  return array_of(env, to_numbers(sum));
}

}  // namespace bitvox::jni
