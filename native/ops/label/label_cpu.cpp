// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_cpu.hpp"

#include <algorithm>
#include <atomic>
#include <numeric>

#include "core/memory.hpp"
#include "core/parallel.hpp"
#include "ops/label/label_runs.hpp"

namespace bitvox::label {
namespace {

constexpr MemoryUser kUser{"Label Components", "Crop the image."};
constexpr std::int64_t kRunsOfPart = std::int64_t{1} << 18;

using Shared = std::atomic_ref<std::uint32_t>;

std::uint32_t load(std::uint32_t& value) { return Shared(value).load(std::memory_order_relaxed); }
void store(std::uint32_t& value, std::uint32_t to) {
  Shared(value).store(to, std::memory_order_relaxed);
}

}  // namespace

ComponentsCpu::ComponentsCpu(InstructionSet instructions, const BitVolume& volume,
                             Connectivity connectivity, Extent extent, int threads,
                             Progress& progress)
    : rows_(rows_for<Rows>(instructions)),
      volume_(volume),
      connectivity_(connectivity),
      planar_(extent == Extent::kPerSlice),
      threads_(threads) {
  PhaseProgress ranking(progress, 0, 100);
  PhaseProgress joining(progress, 100, 800);
  PhaseProgress numbering(progress, 800, 1000);
  rank_runs(ranking);
  join(joining);
  number(numbering);
}

void ComponentsCpu::rank_runs(Progress& progress) {
  const Shape& s = volume_.shape();
  require_memory(kUser, host_memory(), s.word_count() * 4);
  bases_.resize(static_cast<std::size_t>(s.word_count()));
  std::vector<std::int64_t> first(static_cast<std::size_t>(s.depth) + 1);
  PhaseProgress counting(progress, 0, 500);
  parallel_for(s.depth, threads_, counting, [&](std::int64_t z) {
    std::int64_t runs = 0;
    for (std::int64_t y = 0; y < s.height; ++y) {
      runs += rows_.count_runs(volume_.slice(z) + y * s.words_per_row(), s.words_per_row());
    }
    first[static_cast<std::size_t>(z) + 1] = runs;
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  require_runs(first.back());
  require_memory(kUser, host_memory(), first.back() * 4);
  PhaseProgress ranking(progress, 500, 1000);
  parallel_for(s.depth, threads_, ranking, [&](std::int64_t z) {
    auto rank = static_cast<std::uint32_t>(first[static_cast<std::size_t>(z)]);
    for (std::int64_t row = z * s.height; row < (z + 1) * s.height; ++row) {
      rank = rows_.rank_runs(volume_.words() + row * s.words_per_row(), s.words_per_row(), rank,
                             bases_.data() + row * s.words_per_row());
    }
  });
  labels_.resize(static_cast<std::size_t>(first.back()));
  slice_ranks_ = std::move(first);
}

// Each worker has slices of its own; where they meet, they are joined at the end.
void ComponentsCpu::join(Progress& progress) {
  const Shape& s = volume_.shape();
  const auto workers = static_cast<int>(std::min<std::int64_t>(threads_, s.depth));
  const auto first_of = [&](int worker) { return worker * s.depth / workers; };
  PhaseProgress joining(progress, 0, 900);
  run_team(workers, s.depth, joining, [&](Team& team, int worker) {
    const std::int64_t first = first_of(worker);
    for (std::int64_t z = first; z < first_of(worker + 1) && !team.stopped(); ++z) {
      const auto begin = static_cast<std::uint32_t>(slice_ranks_[static_cast<std::size_t>(z)]);
      const auto end = slice_ranks_[static_cast<std::size_t>(z) + 1];
      std::iota(labels_.begin() + begin, labels_.begin() + end, begin);
      join_slice(z, z > first && !planar_);
      team.add_done(1);
    }
  });
  PhaseProgress seams(progress, 900, 1000);
  seams.report(0, workers);
  for (int worker = 1; worker < workers && !planar_; ++worker) {
    join_slice(first_of(worker), true);
    seams.report(worker, workers);
  }
  seams.report(workers, workers);
}

void ComponentsCpu::join_slice(std::int64_t z, bool with_slice_before) {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  const std::vector<std::uint64_t> none(static_cast<std::size_t>(count));
  const auto row_at = [&](std::int64_t y, std::int64_t at_z) {
    const bool there = y >= 0 && y < s.height && (at_z == z || with_slice_before);
    const std::int64_t word = (at_z * s.height + y) * count;
    return there ? RankedRow{volume_.words() + word, bases_.data() + word}
                 : RankedRow{none.data(), bases_.data()};
  };
  for (std::int64_t y = 0; y < s.height; ++y) {
    RankedRow before[kRowsBefore];
    before[kRowB] = row_at(y - 1, z);
    before[kRowC] = row_at(y, z - 1);
    before[kRowD] = row_at(y - 1, z - 1);
    before[kRowE] = row_at(y + 1, z - 1);
    rows_.join_row(connectivity_, row_at(y, z), before, count, labels_.data());
  }
}

// Roots are numbered in their order; then every run takes the label of its root. A run's parent is
// never behind it, and once a label is there, it is the right one. kIsLabel stays with the labels.
void ComponentsCpu::number(Progress& progress) {
  const std::int64_t runs = std::ssize(labels_);
  const std::int64_t parts = (runs + kRunsOfPart - 1) / kRunsOfPart;
  std::vector<std::vector<std::uint32_t>> roots(static_cast<std::size_t>(parts));
  const auto each = [&](std::int64_t part, const auto& body) {
    const std::int64_t end = std::min(runs, (part + 1) * kRunsOfPart);
    for (std::int64_t i = part * kRunsOfPart; i < end; ++i) {
      body(static_cast<std::uint32_t>(i), labels_[static_cast<std::size_t>(i)]);
    }
  };
  PhaseProgress finding(progress, 0, 300);
  parallel_for(parts, threads_, finding, [&](std::int64_t part) {
    each(part, [&](std::uint32_t run, std::uint32_t parent) {
      if (parent == run) roots[static_cast<std::size_t>(part)].push_back(run);
    });
  });
  std::vector<std::uint32_t> first(static_cast<std::size_t>(parts) + 1);
  for (std::size_t i = 0; i < roots.size(); ++i) {
    first[i + 1] = first[i] + static_cast<std::uint32_t>(roots[i].size());
  }
  count_ = first.back();
  PhaseProgress numbering(progress, 300, 400);
  parallel_for(parts, threads_, numbering, [&](std::int64_t part) {
    std::uint32_t label = first[static_cast<std::size_t>(part)];
    for (const std::uint32_t root : roots[static_cast<std::size_t>(part)]) {
      labels_[root] = kIsLabel | ++label;
    }
  });
  PhaseProgress following(progress, 400, 1000);
  parallel_for(parts, threads_, following, [&](std::int64_t part) {
    each(part, [&](std::uint32_t, std::uint32_t& parent) {
      std::uint32_t at = load(parent);
      if ((at & kIsLabel) == 0) {
        do {
          at = load(labels_[at]);
        } while ((at & kIsLabel) == 0);
        store(parent, at);
      }
    });
  });
}

template <class Body>
void ComponentsCpu::each_run_of_slice(std::int64_t z, const Body& body) const {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  for (std::int64_t y = 0; y < s.height; ++y) {
    const std::int64_t word = (z * s.height + y) * count;
    for_each_run(volume_.words() + word, count, bases_[static_cast<std::size_t>(word)],
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
          for (std::int64_t i = begin / 64; i <= last / 64; ++i) {
            const std::int64_t low = std::max<std::int64_t>(0, begin - 64 * i);
            const std::int64_t high = std::min<std::int64_t>(63, last - 64 * i);
            any |= row[i] & ~std::uint64_t{0} << low & ~std::uint64_t{0} >> (63 - high);
          }
          if (any != 0 && label != 0) {
            std::atomic_ref(all[label - 1]).store(1, std::memory_order_relaxed);
          }
        });
  });
  return all;
}

template <class NewLabel>
void ComponentsCpu::change_labels(const NewLabel& new_label) {
  NoProgress progress;
  const std::int64_t runs = std::ssize(labels_);
  parallel_for((runs + kRunsOfPart - 1) / kRunsOfPart, threads_, progress, [&](std::int64_t part) {
    const std::int64_t end = std::min(runs, (part + 1) * kRunsOfPart);
    for (auto i = static_cast<std::size_t>(part * kRunsOfPart); i < static_cast<std::size_t>(end);
         ++i) {
      const std::uint32_t label = label_of(i);
      labels_[i] = label == 0 ? 0 : new_label(label);
    }
  });
}

void ComponentsCpu::relabel(const std::vector<std::uint32_t>& labels) {
  change_labels([&](std::uint32_t label) { return labels[label - 1]; });
}

void ComponentsCpu::keep(const std::vector<std::uint8_t>& stay) {
  change_labels([&](std::uint32_t label) { return stay[label - 1] != 0 ? label : 0; });
}

std::vector<std::uint32_t> ComponentsCpu::labels_of_runs() {
  std::vector<std::uint32_t> labels(labels_.size());
  std::transform(labels_.begin(), labels_.end(), labels.begin(),
                 [](std::uint32_t label) { return label & ~kIsLabel; });
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
          for (std::int64_t i = begin / 64; i <= last / 64; ++i) {
            const std::int64_t low = std::max<std::int64_t>(0, begin - 64 * i);
            const std::int64_t high = std::min<std::int64_t>(63, last - 64 * i);
            row[i] |= ~std::uint64_t{0} << low & ~std::uint64_t{0} >> (63 - high);
          }
        });
  });
}

template <class Pixel>
void ComponentsCpu::write_rows(std::int64_t first, std::int64_t end, Pixel* pixels) const {
  const Shape& s = volume_.shape();
  const std::int64_t count = s.words_per_row();
  for (std::int64_t row = first; row < end; ++row, pixels += s.width) {
    std::int64_t x = 0;
    const std::int64_t word = row * count;
    for_each_run(volume_.words() + word, count, bases_[static_cast<std::size_t>(word)],
                 [&](std::uint32_t run, std::int64_t begin, std::int64_t last) {
                   std::fill(pixels + x, pixels + begin, Pixel{0});
                   x = last + 1;
                   std::fill(pixels + begin, pixels + x, static_cast<Pixel>(label_of(run)));
                 });
    std::fill(pixels + x, pixels + s.width, Pixel{0});
  }
}

// Some slices at a time, of which threads take some rows at a time.
template <class Pixel>
void ComponentsCpu::write_as(PixelType type, SliceSink& out, Progress& progress) const {
  const Shape& s = volume_.shape();
  const std::int64_t plane = s.width * s.height;
  constexpr std::int64_t kPixelsOfBatch = std::int64_t{1} << 22;
  constexpr std::int64_t kPixelsOfPart = std::int64_t{1} << 16;
  const std::int64_t batch = std::clamp<std::int64_t>(kPixelsOfBatch / plane, 1, s.depth);
  const std::int64_t rows_of_part = std::max<std::int64_t>(1, kPixelsOfPart / s.width);
  require_memory(kUser, host_memory(), batch * plane * static_cast<std::int64_t>(sizeof(Pixel)));
  const std::unique_ptr<Pixel[]> pixels(new Pixel[static_cast<std::size_t>(batch * plane)]);
  out.begin({s, type});
  for (std::int64_t first = 0; first < s.depth; first += batch) {
    const std::int64_t slices = std::min(batch, s.depth - first);
    const std::int64_t rows = slices * s.height;
    PhaseProgress part(progress, 1000 * first / s.depth, 1000 * (first + slices) / s.depth);
    parallel_for((rows + rows_of_part - 1) / rows_of_part, threads_, part, [&](std::int64_t i) {
      const std::int64_t row = i * rows_of_part;
      write_rows(first * s.height + row, first * s.height + std::min(rows, row + rows_of_part),
                 pixels.get() + row * s.width);
    });
    for (std::int64_t i = 0; i < slices; ++i) {
      out.write_slice(first + i, pixels.get() + i * plane);
    }
  }
}

void ComponentsCpu::write(PixelType type, SliceSink& out, Progress& progress) {
  switch (type) {
    case PixelType::kUint16:
      return write_as<std::uint16_t>(type, out, progress);
    case PixelType::kFloat32:
      return write_as<float>(type, out, progress);
    case PixelType::kUint8:
    case PixelType::kInt32:
      break;
  }
  write_as<std::int32_t>(PixelType::kInt32, out, progress);
}

std::unique_ptr<Components> components_cpu(InstructionSet instructions, const BitVolume& volume,
                                           Connectivity connectivity, Extent extent, int threads,
                                           Progress& progress) {
  return std::make_unique<ComponentsCpu>(instructions, volume, connectivity, extent, threads,
                                         progress);
}

}  // namespace bitvox::label
