// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <stdexcept>

#include "core/volumes/slice_sink.hpp"

namespace bitvox::test {

// A map of which slice 3 cannot be written.
class FailingSink final : public SliceSink {
 public:
  void write_slice(std::int64_t z, const void*) override {
    if (z == 3) throw std::runtime_error("disk full");
  }
};

}  // namespace bitvox::test
