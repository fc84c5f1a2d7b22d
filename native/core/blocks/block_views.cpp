// SPDX-License-Identifier: BSD-2-Clause
#include "core/blocks/block_views.hpp"

#include <algorithm>
#include <vector>

#include "core/volumes/bit_runs.hpp"

namespace bitvox {
namespace {

// `count` words of a row from bit `first` on; `end` is where the row ends.
void shift_row(const std::uint64_t* row, const std::uint64_t* end, std::int64_t first,
               std::int64_t count, std::uint64_t* to) {
  const std::uint64_t* from = row + first / 64;
  const auto shift = static_cast<unsigned>(first % 64);
  if (shift == 0) {
    std::copy_n(from, count, to);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t next = from + i + 1 < end ? from[i + 1] : 0;
    to[i] = from[i] >> shift | next << (64 - shift);
  }
}

class BoxReader final : public VolumeReader {
 public:
  BoxReader(const VolumeSource& in, const Box& box)
      : reader_(in.open()), whole_(in.shape()), box_(box), shape_(box.shape()) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    if (shape_.width == whole_.width && shape_.height == whole_.height) {
      reader_->read_slices(box_.begin[2] + first, count, words);
      return;
    }
    slice_.resize(static_cast<std::size_t>(whole_.words_per_slice()));
    for (std::int64_t z = 0; z < count; ++z) {
      reader_->read_slices(box_.begin[2] + first + z, 1, slice_.data());
      cut(words + z * shape_.words_per_slice());
    }
  }

 private:
  void cut(std::uint64_t* to) const {
    const std::int64_t per_row = shape_.words_per_row();
    for (std::int64_t y = 0; y < shape_.height; ++y, to += per_row) {
      const std::uint64_t* row = slice_.data() + (box_.begin[1] + y) * whole_.words_per_row();
      shift_row(row, row + whole_.words_per_row(), box_.begin[0], per_row, to);
      to[per_row - 1] &= shape_.last_word_mask();
    }
  }

  std::unique_ptr<VolumeReader> reader_;
  Shape whole_;
  Box box_;
  Shape shape_;
  std::vector<std::uint64_t> slice_;
};

class CountedReader final : public VolumeReader {
 public:
  CountedReader(const Block& block, const VolumeSource* mask)
      : shape_(block.read.shape()),
        core_(block.core_in_read()),
        mask_(mask != nullptr ? mask->open() : nullptr),
        row_(static_cast<std::size_t>(shape_.words_per_row())) {
    for_each_word(row_.data(), core_.begin[0], core_.end[0],
                  [](std::uint64_t& word, std::uint64_t bits) { word = bits; });
  }

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    if (mask_ != nullptr) {
      mask_->read_slices(first, count, words);
    } else {
      std::fill_n(words, count * shape_.words_per_slice(), ~std::uint64_t{0});
    }
    for (std::int64_t z = first; z < first + count; ++z) {
      const bool slice_counts = z >= core_.begin[2] && z < core_.end[2];
      for (std::int64_t y = 0; y < shape_.height; ++y) {
        const bool counts = slice_counts && y >= core_.begin[1] && y < core_.end[1];
        for (const std::uint64_t core : row_) *words++ &= counts ? core : 0;
      }
    }
  }

 private:
  Shape shape_;
  Box core_;
  std::unique_ptr<VolumeReader> mask_;
  std::vector<std::uint64_t> row_;  // of the core
};

class IntersectionReader final : public VolumeReader {
 public:
  IntersectionReader(const VolumeSource& a, const VolumeSource& b)
      : a_(a.open()), b_(b.open()), slice_words_(a.shape().words_per_slice()) {}

  void read_slices(std::int64_t first, std::int64_t count, std::uint64_t* words) override {
    a_->read_slices(first, count, words);
    other_.resize(static_cast<std::size_t>(count * slice_words_));
    b_->read_slices(first, count, other_.data());
    for (const std::uint64_t word : other_) *words++ &= word;
  }

 private:
  std::unique_ptr<VolumeReader> a_;
  std::unique_ptr<VolumeReader> b_;
  std::int64_t slice_words_;
  std::vector<std::uint64_t> other_;
};

class GreyBoxReader final : public GreyReader {
 public:
  GreyBoxReader(const GreySource& in, const Box& box)
      : reader_(in.open()),
        whole_width_(in.shape().width),
        box_(box),
        width_(box.shape().width),
        pixel_bytes_(bytes_per_pixel(in.type())) {}

  void read(std::int64_t z, std::int64_t first, std::int64_t count, void* pixels) override {
    auto* to = static_cast<char*>(pixels);
    for (const std::int64_t end = first + count; first < end;) {
      const std::int64_t x = first % width_;
      const std::int64_t y = first / width_;
      const bool whole_rows = width_ == whole_width_;
      const std::int64_t here = whole_rows ? end - first : std::min(end - first, width_ - x);
      reader_->read(box_.begin[2] + z, (box_.begin[1] + y) * whole_width_ + box_.begin[0] + x, here,
                    to);
      first += here;
      to += here * pixel_bytes_;
    }
  }

 private:
  std::unique_ptr<GreyReader> reader_;
  std::int64_t whole_width_;
  Box box_;
  std::int64_t width_;
  std::int64_t pixel_bytes_;
};

}  // namespace

std::unique_ptr<VolumeReader> VolumeSource::open_box(const Box& box) const {
  return std::make_unique<BoxReader>(*this, box);
}

CountedVoxels::CountedVoxels(const Block& block, const VolumeSource* mask)
    : block_(block),
      shape_(block.read.shape()),
      mask_(mask != nullptr ? std::make_unique<BoxSource>(*mask, block.read) : nullptr) {}

std::unique_ptr<VolumeReader> CountedVoxels::open() const {
  return std::make_unique<CountedReader>(block_, mask_.get());
}

std::unique_ptr<VolumeReader> Intersection::open() const {
  return std::make_unique<IntersectionReader>(a_, b_);
}

std::unique_ptr<GreyReader> GreyBox::open() const {
  return std::make_unique<GreyBoxReader>(in_, box_);
}

}  // namespace bitvox
