// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "core/threads/parallel.hpp"
#include "ops/geodesic/geodesic_costs.hpp"
#include "ops/label/label.hpp"
#include "paths/path_sum.hpp"

namespace bitvox::geodesic {

// Hands out images, and counts.
template <class Word>
class Output {
 public:
  Output(const Shape& shape, const Word* words, int shift, const Costs& costs,
         const Outputs& outputs, Result& result)
      : shape_(shape),
        words_(words),
        shift_(shift),
        costs_(costs),
        outputs_(outputs),
        result_(result),
        scale_(result.cost_unit * result.length_unit),
        narrow_(result.labels.empty() || result.labels.back() <= kMostIn16Bits),
        counts_(outputs.labels != nullptr ? result.labels.size() : 0) {
    if (outputs.labels != nullptr && !result.labels.empty()) {
      label::pixel_type(label::Pixels::kImage, result.labels.back());  // or says no
    }
  }

  void hand_out(int threads, Progress& progress) {
    const std::int64_t pixels = shape_.width * shape_.height;
    const std::int64_t most = std::clamp<std::int64_t>(kPixelsAtOnce / pixels, 1, shape_.depth);
    if (outputs_.distances != nullptr) {
      outputs_.distances->begin({shape_, PixelType::kFloat32});
      distances_.resize(static_cast<std::size_t>(most * pixels));
    }
    if (outputs_.labels != nullptr) {
      outputs_.labels->begin({shape_, narrow_ ? PixelType::kUint16 : PixelType::kFloat32});
      (narrow_ ? narrow_labels_.resize(static_cast<std::size_t>(most * pixels))
               : wide_labels_.resize(static_cast<std::size_t>(most * pixels)));
    }
    for (std::int64_t z = 0; z < shape_.depth; z += most) {
      progress.report(z, shape_.depth);
      const std::int64_t count = std::min(most, shape_.depth - z);
      make(z, count, threads, progress);
      const auto batch = [&](const auto& slices) {
        return SliceBatch{z, count, slices.data(),
                          pixels * static_cast<std::int64_t>(sizeof(slices[0]))};
      };
      if (outputs_.distances != nullptr) {
        outputs_.distances->write_slices(batch(distances_), threads);
      }
      if (outputs_.labels != nullptr) {
        outputs_.labels->write_slices(narrow_ ? batch(narrow_labels_) : batch(wide_labels_),
                                      threads);
      }
    }
    finish();
    progress.report(shape_.depth, shape_.depth);
  }

 private:
  static constexpr int kMostIn16Bits = 65535;
  static constexpr std::int64_t kPixelsAtOnce = std::int64_t{1} << 22;

  // Of some rows, and of all of them together.
  struct Found {
    std::int64_t reached = 0;
    std::int64_t farthest = -1;  // in units
    std::int64_t where = 0;      // the first of these voxels
  };

  // Voxels of a batch of slices.
  struct Part {
    const Word* words;
    std::int64_t first;  // in the batch
    std::int64_t count;
  };

  void make(std::int64_t z0, std::int64_t slices, int threads, Progress& progress) {
    constexpr std::int64_t kVoxelsATask = std::int64_t{1} << 16;
    const std::int64_t rows = slices * shape_.height;
    const std::int64_t at_once = std::max<std::int64_t>(1, kVoxelsATask / shape_.width);
    StandingProgress standing(progress);
    standing.move_to(z0, shape_.depth);
    parallel_for((rows + at_once - 1) / at_once, threads, standing, [&](std::int64_t i) {
      const std::int64_t first = i * at_once * shape_.width;
      const std::int64_t end = std::min(rows, (i + 1) * at_once) * shape_.width;
      const Part part{words_ + z0 * shape_.width * shape_.height + first, first, end - first};
      const Found found = look(part);
      if (!distances_.empty()) write_distances(part);
      if (outputs_.sums != nullptr) write_sums(part);
      if (outputs_.labels != nullptr) write_labels(part);
      const std::lock_guard lock(mutex_);
      found_.reached += found.reached;
      if (found.farthest > found_.farthest ||
          (found.farthest == found_.farthest && found.where < found_.where)) {
        found_.farthest = found.farthest;
        found_.where = found.where;
      }
    });
  }

  // Loops of one thing each, which the compiler makes vectors of.
  Found look(const Part& part) const {
    Found found;
    Word most = 0;
    for (std::int64_t i = 0; i < part.count; ++i) {
      const Word word = part.words[i];
      const bool reached = word != paths::kFar<Word>;
      found.reached += reached ? 1 : 0;
      most = std::max(most, reached ? word : Word{0});
    }
    if (found.reached == 0) return found;
    found.farthest = sum_of(most);
    const Word* const where = std::find_if(part.words, part.words + part.count, [&](Word word) {
      return word != paths::kFar<Word> && sum_of(word) == found.farthest;
    });
    found.where = where - words_;
    return found;
  }

  void write_distances(const Part& part) {
    float* const to = distances_.data() + part.first;
    for (std::int64_t i = 0; i < part.count; ++i) {
      const auto distance = static_cast<float>(static_cast<double>(sum_of(part.words[i])) * scale_);
      to[i] =
          part.words[i] != paths::kFar<Word> ? distance : std::numeric_limits<float>::quiet_NaN();
    }
  }

  void write_sums(const Part& part) const {
    std::int64_t* const to = outputs_.sums + (part.words - words_);
    for (std::int64_t i = 0; i < part.count; ++i) {
      to[i] = part.words[i] != paths::kFar<Word> ? sum_of(part.words[i]) : -1;
    }
  }

  void write_labels(const Part& part) {
    std::size_t last = 0;  // so many of this place in a row
    std::int64_t alike = 0;
    const auto count = [&] {
      if (alike != 0) counts_[last] += alike;
      alike = 0;
    };
    for (std::int64_t i = 0; i < part.count; ++i) {
      int label = 0;
      if (part.words[i] != paths::kFar<Word>) {
        const auto place = static_cast<std::size_t>(part.words[i] & ((Word{1} << shift_) - 1));
        if (place != last) count();
        last = place;
        ++alike;
        label = result_.labels[place];
      }
      const auto to = static_cast<std::size_t>(part.first + i);
      if (narrow_) {
        narrow_labels_[to] = static_cast<std::uint16_t>(label);
      } else {
        wide_labels_[to] = static_cast<float>(label);
      }
    }
    count();
  }

  std::int64_t sum_of(Word word) const { return static_cast<std::int64_t>(word >> shift_); }

  void finish() {
    result_.voxels.assign(counts_.begin(), counts_.end());
    result_.reached = found_.reached;
    result_.walls = costs_.walls;
    result_.unreached = shape_.voxel_count() - found_.reached - costs_.walls;
    result_.farthest = static_cast<double>(std::max<std::int64_t>(0, found_.farthest)) * scale_;
    result_.farthest_x = found_.where % shape_.width;
    result_.farthest_y = found_.where / shape_.width % shape_.height;
    result_.farthest_z = found_.where / shape_.width / shape_.height;
  }

  const Shape shape_;
  const Word* const words_;
  const int shift_;
  const Costs& costs_;
  const Outputs& outputs_;
  Result& result_;
  const double scale_;
  const bool narrow_;
  std::vector<std::atomic<std::int64_t>> counts_;
  std::vector<float> distances_, wide_labels_;
  std::vector<std::uint16_t> narrow_labels_;
  std::mutex mutex_;
  Found found_;
};

}  // namespace bitvox::geodesic
