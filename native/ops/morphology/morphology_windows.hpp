// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/morphology/morphology_rows.hpp"
#include "ops/morphology/morphology_steps.hpp"

namespace bitvox::morphology {

// What the steps of the CPU share. All write the whole of `to`.

// A row of a volume on its way to the inner loops, and back: in these, set bits are what stays, and
// bits outside are as the step says.
class RowForm {
 public:
  RowForm(const Step& step, const Shape& shape)
      : flip_(step.flip()),
        outside_(step.outside()),
        words_(shape.words_per_row()),
        mask_(shape.last_word_mask()) {}

  std::uint64_t outside() const { return outside_; }
  std::uint64_t flip() const { return flip_; }

  // Word i of a row; words that are not there are outside.
  std::uint64_t in(const std::uint64_t* row, std::int64_t i) const {
    if (i < 0 || i >= words_) return outside_;
    const std::uint64_t word = row[i] ^ flip_;
    return i + 1 < words_ ? word : (word & mask_) | (outside_ & ~mask_);
  }
  std::uint64_t out(std::uint64_t word, std::int64_t i) const {
    return i + 1 < words_ ? word ^ flip_ : (word ^ flip_) & mask_;
  }

  void load(const std::uint64_t* row, std::uint64_t* to) const {
    for (std::int64_t i = 0; i < words_; ++i) to[i] = row[i] ^ flip_;
    to[words_ - 1] = (to[words_ - 1] & mask_) | (outside_ & ~mask_);
  }
  void store(const std::uint64_t* from, std::uint64_t* row) const {
    for (std::int64_t i = 0; i < words_; ++i) row[i] = from[i] ^ flip_;
    row[words_ - 1] &= mask_;
  }

 private:
  std::uint64_t flip_;
  std::uint64_t outside_;
  std::int64_t words_;
  std::uint64_t mask_;
};

// A slice with as much outside around its rows as a step needs.
class SliceBuffer {
 public:
  // So many bits beside each row, and rows before the first and behind the last.
  SliceBuffer(const Shape& shape, std::int64_t bits_beside, std::int64_t rows_beside)
      : words_per_row_(shape.words_per_row()),
        gap_((bits_beside + 63) / 64),
        rows_beside_(rows_beside),
        height_(shape.height),
        size_(bytes(shape, bits_beside, rows_beside) / 8),
        words_(aligned_array<std::uint64_t>(size_)) {}

  static std::int64_t bytes(const Shape& shape, std::int64_t bits_beside,
                            std::int64_t rows_beside) {
    const std::int64_t gap = (bits_beside + 63) / 64;
    const std::int64_t rows = shape.height + 2 * rows_beside;
    return 8 * (rows * (shape.words_per_row() + gap) + 2 * (gap + 1 + kPadding));
  }

  std::int64_t gap() const { return gap_; }
  std::int64_t stride() const { return words_per_row_ + gap_; }
  // From the first row, which may lie before the slice, to the last one.
  std::int64_t span() const { return (height_ + 2 * rows_beside_) * stride(); }
  std::uint64_t* first_row() { return words_.get() + gap_ + 1 + kPadding; }
  std::uint64_t* row(std::int64_t y) { return first_row() + (y + rows_beside_) * stride(); }

  void load(const RowForm& form, const std::uint64_t* slice) {
    constexpr std::int64_t kPiece = std::int64_t{1} << 18;
    for (std::int64_t i = 0; i < size_ && !stop_requested(); i += kPiece) {
      std::fill_n(words_.get() + i, std::min(kPiece, size_ - i), form.outside());
    }
    for (std::int64_t y = 0; y < height_ && !stop_requested(); ++y) {
      form.load(slice + y * words_per_row_, row(y));
    }
  }

 private:
  std::int64_t words_per_row_;
  std::int64_t gap_;
  std::int64_t rows_beside_;
  std::int64_t height_;
  std::int64_t size_;
  AlignedArray<std::uint64_t> words_;  // unwritten until load(), which sees a stop
};

// Calls combine(shift) such that, when each call makes every place the AND of itself and the one
// `shift` further on, all become that of `width` places from their own on.
template <class Combine>
void widen_window(std::int64_t width, const Combine& combine) {
  for (std::int64_t done = 1; done < width;) {
    const std::int64_t shift = std::min(done, width - done);
    combine(shift);
    done += shift;
  }
}

// ---- The steps: scratch may be used, and is of the same shape where it is needed -------------

void step_by_cube(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                  int threads, Progress& progress);
void step_by_cross(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                   BitVolume& scratch, int threads, Progress& progress);
void step_by_ball(const Rows& rows, const Step& step, const BitVolume& from, BitVolume& to,
                  int threads, Progress& progress);

// What a thread needs for it, and what the step needs besides.
std::int64_t bytes_of_thread(const Step& step, const Shape& shape);
std::int64_t bytes_of_ball_thread(const Step& step, const Shape& shape);

}  // namespace bitvox::morphology
