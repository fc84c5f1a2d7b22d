// SPDX-License-Identifier: BSD-2-Clause
#include "jni/placed_input.hpp"

#include "jni/java_block.hpp"

namespace bitvox::jni {

PlacedInput::PlacedInput(JNIEnv* env, const Block& block, jobject input, jobject mask)
    : block_(block),
      volume_(env, input),
      mask_(env, mask),
      placed_(block.whole, block.read, &volume_.source()) {
  check_read(block, volume_.source().shape());
  if (mask_.source() == nullptr) return;
  check_read(block, mask_.source()->shape());
  placed_mask_.emplace(block.whole, block.read, mask_.source());
}

}  // namespace bitvox::jni
