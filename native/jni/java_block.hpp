// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/blocks/run_block.hpp"
#include "core/options/numbers.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_object.hpp"

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

// The same for the job that make() makes of a volume of which only the size is known.
template <class Make>
jlongArray read_for(JNIEnv* env, jobject whole, jobject core, const Make& make) {
  const PlacedVolume size(whole_of(env, whole), {}, nullptr);
  return read_for(env, whole, core, reach_of(make(size)));
}

// What its twins need for a block, which goes to an org.bitvox.BlockMemory.
template <class CpuTwin, class GpuTwin, class Make>
void memory_for(JNIEnv* env, jobject block, jobject memory, const Make& make) {
  const Block given = block_of(env, block);
  const PlacedVolume size(given.whole, {}, nullptr);
  write(env, memory, memory_of<CpuTwin, GpuTwin>(make(size), given));
}

jlongArray array_of(JNIEnv* env, const std::vector<std::int64_t>& values);

// What two blocks, or the sums of several, give together: BlockResult::numbers of both.
template <class Partial>
jlongArray add(JNIEnv* env, jlongArray first, jlongArray second) {
  auto sum = from_numbers<Partial>(longs_of(env, first, "first"));
  sum.add(from_numbers<Partial>(longs_of(env, second, "second")));
  return array_of(env, to_numbers(sum));
}

}  // namespace bitvox::jni
