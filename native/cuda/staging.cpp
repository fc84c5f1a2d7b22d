// SPDX-License-Identifier: BSD-2-Clause
#include "cuda/staging.hpp"

namespace bitvox::cuda {

void Staging::reserve(int slots, std::int64_t bytes, Sides sides) {
  // The GPU copies, and kernels load, from places that are aligned as those of DeviceArena.
  constexpr std::int64_t kAlignment = 256;
  slot_bytes_ = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  const std::int64_t all = slots * slot_bytes_;
  if (host_bytes_ < all) {
    host_ = nullptr;  // before the new one is taken
    host_bytes_ = 0;
    host_ = allocate_pinned<std::uint8_t>(all);
    host_bytes_ = all;
  }
  if (sides == Sides::kBoth && device_bytes_ < all) {
    device_ = nullptr;
    device_bytes_ = 0;
    device_ = allocate<std::uint8_t>(all);
    device_bytes_ = all;
  }
  while (done_.size() < static_cast<std::size_t>(slots)) {
    done_.emplace_back();
  }
}

}  // namespace bitvox::cuda
