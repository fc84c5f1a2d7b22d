// SPDX-License-Identifier: BSD-2-Clause
#include "ops/local_thickness/local_thickness_object.hpp"

#include <algorithm>
#include <utility>

namespace bitvox::local_thickness {
namespace {

// What is not in the layers.
Box open_part(const Block& block) {
  Box open = box_of(block.read.shape());
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto a = static_cast<int>(axis);
    if (!block.low_is_real(a) && block.read.begin[axis] < block.core.begin[axis]) {
      ++open.begin[axis];
    }
    if (!block.high_is_real(a) && block.read.end[axis] > block.core.end[axis]) --open.end[axis];
  }
  return open;
}

class ClosingReader final : public VolumeReader {
 public:
  ClosingReader(std::unique_ptr<VolumeReader> reader, const Shape& shape, const Box& open)
      : reader_(std::move(reader)), shape_(shape), open_(open) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    reader_->read_slices(first, count, words);
    for (std::int64_t z = first; z < first + count; ++z, words += shape_.words_per_slice()) {
      if (z < open_.begin[2] || z >= open_.end[2]) {
        std::fill_n(words, shape_.words_per_slice(), 0);
      } else {
        close_sides(words);
      }
    }
  }

 private:
  void close_sides(std::uint64_t* slice) const {
    const std::int64_t row_words = shape_.words_per_row();
    if (open_.begin[1] > 0) std::fill_n(slice, row_words, 0);
    if (open_.end[1] < shape_.height) std::fill_n(slice + open_.end[1] * row_words, row_words, 0);
    const std::int64_t last = shape_.width - 1;
    const std::uint64_t keep_first = ~std::uint64_t{open_.begin[0] > 0 ? 1U : 0U};
    const std::uint64_t keep_last = ~(std::uint64_t{open_.end[0] <= last ? 1U : 0U} << (last % 64));
    for (std::int64_t y = 0; y < shape_.height; ++y, slice += row_words) {
      slice[0] &= keep_first;
      slice[last / 64] &= keep_last;
    }
  }

  std::unique_ptr<VolumeReader> reader_;
  Shape shape_;
  Box open_;
};

}  // namespace

std::unique_ptr<VolumeReader> ClosedObject::open() const {
  const Box open = open_part(block_);
  if (open == box_of(shape())) return object_.open();
  return std::make_unique<ClosingReader>(object_.open(), shape(), open);
}

}  // namespace bitvox::local_thickness
