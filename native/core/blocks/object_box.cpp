// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/object_box.hpp"

namespace bitvox {

namespace {

class InvertingReader final : public VolumeReader {
 public:
  explicit InvertingReader(const VolumeSource& in) : reader_(in.open()), shape_(in.shape()) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    reader_->read_slices(first, count, words);
    const std::int64_t all = count * shape_.words_per_slice();
    for (std::int64_t i = 0; i < all; ++i) words[i] = ~words[i];
    if (shape_.width % 64 == 0) return;
    const std::int64_t per_row = shape_.words_per_row();
    for (std::int64_t i = per_row - 1; i < all; i += per_row) words[i] &= shape_.last_word_mask();
  }

 private:
  std::unique_ptr<VolumeReader> reader_;
  Shape shape_;
};

}  // namespace

std::unique_ptr<VolumeReader> ObjectBox::open() const {
  if (phase_ == Phase::kForeground) {
    return in_.open();
  }
  return std::make_unique<InvertingReader>(in_);
}

}  // namespace bitvox
