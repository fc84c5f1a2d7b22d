// SPDX-License-Identifier: BSD-2-Clause
#include "colour/row_classes.hpp"

#include <algorithm>
#include <cstddef>

#include "colour/colour_table.hpp"
#include "core/threads/parallel.hpp"
#include "core/volumes/bit_runs.hpp"

namespace bitvox::colour {

CertainTable::CertainTable(const std::uint8_t* classes, const std::uint8_t* certainty, int threads)
    : table_(aligned_array<std::uint16_t>(kTableBytes + 1)) {
  constexpr std::int64_t kPart = std::int64_t{1} << 18;
  NoProgress quick;
  parallel_for(kTableBytes / kPart, threads, quick, [&](std::int64_t part) {
    for (std::int64_t i = part * kPart; i < (part + 1) * kPart; ++i) {
      table_[static_cast<std::size_t>(i)] =
          static_cast<std::uint16_t>(classes[i] | (certainty == nullptr ? 0 : certainty[i] << 8));
    }
  });
}

std::int64_t CertainTable::bytes() { return 2 * kTableBytes; }

void ExactRow::classify(const PreparedModel& model, const std::uint64_t* bits,
                        std::uint8_t* classes, std::uint8_t* certainty) {
  if (bits == nullptr) {
    colours_.certain_classes(model, words_.get(), width_, classes, certainty);
    return;
  }
  std::size_t count = 0;
  for_each_run(bits, width_, [&](std::int64_t first, std::int64_t length) {
    std::copy_n(words_.get() + first, length, picked_.begin() + static_cast<std::ptrdiff_t>(count));
    count += static_cast<std::size_t>(length);
  });
  colours_.certain_classes(model, picked_.data(), static_cast<std::int64_t>(count), chosen_.data(),
                           sure_.data());
  std::fill_n(classes, width_, kRejected);
  std::ptrdiff_t at = 0;
  for_each_run(bits, width_, [&](std::int64_t first, std::int64_t length) {
    std::copy_n(chosen_.begin() + at, length, classes + first);
    std::copy_n(sure_.begin() + at, length, certainty + first);
    at += length;
  });
}

}  // namespace bitvox::colour
