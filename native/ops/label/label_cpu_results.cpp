// SPDX-License-Identifier: BSD-2-Clause
// What is made of the labels of the runs, once they are there.
#include <algorithm>
#include <atomic>
#include <type_traits>

#include "core/threads/parallel.hpp"
#include "core/threads/stop_request.hpp"
#include "core/volumes/bit_runs.hpp"
#include "ops/label/label_cpu.hpp"
#include "ops/label/label_runs.hpp"
#include "ops/label/label_slices.hpp"

namespace bitvox::label {

template <class Body>
void ComponentsCpu::each_run_of_slice(std::int64_t z, const Body& body) const {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  for (std::int64_t y = 0; y < s.height && !stop_requested(); ++y) {
    const std::int64_t word = (z * s.height + y) * count;
    for_each_run(volume_.words() + word, count, bases_.get()[word],
                 [&](std::uint32_t run, std::int64_t begin, std::int64_t last) {
                   body(label_of(run), y, begin, last);
                 });
  }
}

std::vector<std::int64_t> ComponentsCpu::sizes(Progress& progress) {
  std::vector<std::int64_t> all(static_cast<std::size_t>(count_));
  parallel_for(volume_.shape().depth, threads_, progress, [&](std::int64_t z) {
    std::uint32_t label = 0;  // neighbouring runs often have the same
    std::int64_t voxels = 0;
    const auto add = [&] {
      if (label != 0) {
        std::atomic_ref(all[label - 1]).fetch_add(voxels, std::memory_order_relaxed);
      }
    };
    each_run_of_slice(z, [&](std::uint32_t run_label, auto, std::int64_t begin, std::int64_t last) {
      if (run_label != label) {
        add();
        label = run_label;
        voxels = 0;
      }
      voxels += last - begin + 1;
    });
    add();
  });
  return all;
}

std::vector<std::uint8_t> ComponentsCpu::faces(Progress& progress) {
  const Shape& s = volume_.shape();
  std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
  parallel_for(s.depth, threads_, progress, [&](std::int64_t z) {
    const int of_slice = (z == 0 ? kLowZ : 0) | (z == s.depth - 1 ? kHighZ : 0);
    each_run_of_slice(
        z, [&](std::uint32_t label, std::int64_t y, std::int64_t begin, std::int64_t last) {
          const int touched = of_slice | (y == 0 ? kLowY : 0) | (y == s.height - 1 ? kHighY : 0) |
                              (begin == 0 ? kLowX : 0) | (last == s.width - 1 ? kHighX : 0);
          if (touched != 0 && label != 0) {
            std::atomic_ref(all[label - 1])
                .fetch_or(static_cast<std::uint8_t>(touched), std::memory_order_relaxed);
          }
        });
  });
  return all;
}

std::vector<std::uint8_t> ComponentsCpu::marked(const BitVolume& marker, Progress& progress) {
  const Shape& s = volume_.shape();
  std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
  parallel_for(s.depth, threads_, progress, [&](std::int64_t z) {
    each_run_of_slice(
        z, [&](std::uint32_t label, std::int64_t y, std::int64_t begin, std::int64_t last) {
          const std::uint64_t* const row = marker.slice(z) + y * s.words_per_row();
          std::uint64_t any = 0;
          for_each_word(row, begin, last + 1,
                        [&](std::uint64_t word, std::uint64_t bits) { any |= word & bits; });
          if (any != 0 && label != 0) {
            std::atomic_ref(all[label - 1]).store(1, std::memory_order_relaxed);
          }
        });
  });
  return all;
}

template <class NewLabel>
void ComponentsCpu::change_labels(const NewLabel& new_label, Progress& progress) {
  parallel_for((runs_ + kRunsOfPart - 1) / kRunsOfPart, threads_, progress, [&](std::int64_t part) {
    const std::int64_t end = std::min(runs_, (part + 1) * kRunsOfPart);
    for (std::int64_t i = part * kRunsOfPart; i < end; ++i) {
      const std::uint32_t label = label_of(i);
      labels_.get()[i] = label == 0 ? 0 : new_label(label);
    }
  });
}

void ComponentsCpu::relabel(const std::vector<std::uint32_t>& labels, Progress& progress) {
  change_labels([&](std::uint32_t label) { return labels[label - 1]; }, progress);
}

void ComponentsCpu::keep(const std::vector<std::uint8_t>& stay, Progress& progress) {
  change_labels([&](std::uint32_t label) { return stay[label - 1] != 0 ? label : 0; }, progress);
}

std::vector<std::uint32_t> ComponentsCpu::labels_of_runs(Progress& progress) {
  std::vector<std::uint32_t> labels;
  labels.reserve(static_cast<std::size_t>(runs_));
  for (std::int64_t i = 0; i < runs_; ++i) {
    if (i % kRunsOfPart == 0) progress.report(i, runs_);
    labels.push_back(label_of(i));
  }
  return labels;
}

void ComponentsCpu::write(BitVolume& out, Progress& progress) {
  const Shape& s = volume_.shape();
  parallel_for(s.depth, threads_, progress, [&](std::int64_t z) {
    std::fill_n(out.slice(z), s.words_per_slice(), 0);
    each_run_of_slice(
        z, [&](std::uint32_t label, std::int64_t y, std::int64_t begin, std::int64_t last) {
          if (label == 0) {
            return;
          }
          std::uint64_t* const row = out.slice(z) + y * s.words_per_row();
          for_each_word(row, begin, last + 1,
                        [](std::uint64_t& word, std::uint64_t bits) { word |= bits; });
        });
  });
}

template <class Pixel>
void ComponentsCpu::write_rows(std::int64_t first, std::int64_t end, Pixel* pixels) const {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  constexpr bool kAsTheyAre = std::is_same_v<Pixel, std::int32_t>;
  std::vector<std::uint32_t> labels(kAsTheyAre ? 0 : static_cast<std::size_t>(s.width));
  for (std::int64_t row = first; row < end; ++row, pixels += s.width) {
    auto* to = labels.data();
    if constexpr (kAsTheyAre) to = reinterpret_cast<std::uint32_t*>(pixels);
    rows_.write_labels(volume_.words() + row * count, s.width, labels_.get(),
                       bases_.get()[row * count], runs_, to);
    if constexpr (!kAsTheyAre) {
      std::transform(labels.begin(), labels.end(), pixels,
                     [](std::uint32_t label) { return static_cast<Pixel>(label); });
    }
  }
}

void ComponentsCpu::write(PixelType type, SliceSink& out, Progress& progress) {
  write_label_slices(
      type, kHostUser, volume_.shape(), threads_,
      [&](std::int64_t first, std::int64_t end, auto* pixels) { write_rows(first, end, pixels); },
      out, progress);
}

}  // namespace bitvox::label
