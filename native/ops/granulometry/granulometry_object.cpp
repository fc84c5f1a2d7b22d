// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_object.hpp"

namespace bitvox::granulometry {

namespace {

class ObjectReader final : public VolumeReader {
 public:
  ObjectReader(const VolumeSource& in, const Shape& shape, Phase phase, std::int64_t first)
      : reader_(in.open()), shape_(shape), phase_(phase), first_(first) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    reader_->read_slices(first_ + first, count, words);
    if (phase_ == Phase::kForeground) {
      return;
    }
    const std::int64_t per_row = shape_.words_per_row();
    const std::uint64_t last = shape_.last_word_mask();
    for (std::int64_t row = 0; row < count * shape_.height; ++row, words += per_row) {
      for (std::int64_t i = 0; i < per_row; ++i) {
        words[i] = ~words[i];
      }
      words[per_row - 1] &= last;
    }
  }

 private:
  std::unique_ptr<VolumeReader> reader_;
  Shape shape_;
  Phase phase_;
  std::int64_t first_;
};

}  // namespace

ObjectSlices::ObjectSlices(const VolumeSource& in, Phase phase, std::int64_t first,
                           std::int64_t depth)
    : in_(in), phase_(phase), first_(first), shape_(in.shape()) {
  shape_.depth = depth;
}

std::unique_ptr<VolumeReader> ObjectSlices::open() const {
  return std::make_unique<ObjectReader>(in_, shape_, phase_, first_);
}

}  // namespace bitvox::granulometry
