// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/label_parts.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stop_request.hpp"
#include "ops/label/label_objects.hpp"
#include "ops/label/label_runs.hpp"
#include "ops/label/label_terms.hpp"

namespace bitvox::label {
namespace {

constexpr std::int64_t kBetweenLooks = std::int64_t{1} << 20;

// Where a block overlaps others. Coordinates are counted from the first voxel that it reads.
class Overlaps {
 public:
  Overlaps(const Block& block, Extent extent)
      : core_(sides_of(block.core.shape())),
        begin_(block.core.begin),
        whole_(block.whole),
        joins_{true, true, extent == Extent::kVolume} {}

  // Blocks that read the voxels at `at` along the axis.
  int readers(std::size_t axis, std::int64_t at) const {
    const bool shared = (at == 0 && begin_[axis] > 0 && joins_[axis]) || at >= core_[axis];
    return shared ? 2 : 1;
  }
  int readers_of_row(std::int64_t y, std::int64_t z) const { return readers(1, y) * readers(2, z); }

  // Voxels of a run that are not in the core.
  std::int64_t halo_voxels(std::int64_t y, std::int64_t z, std::int64_t begin,
                           std::int64_t last) const {
    const bool row_in_core = y < core_[1] && z < core_[2];
    return row_in_core ? std::max<std::int64_t>(0, last - core_[0] + 1) : last - begin + 1;
  }

  std::int64_t core_width() const { return core_[0]; }

  std::int64_t voxel(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return ((begin_[2] + z) * whole_.height + begin_[1] + y) * whole_.width + begin_[0] + x;
  }

 private:
  Index core_;
  Index begin_;
  Shape whole_;
  std::array<bool, 3> joins_;
};

// What a slice adds to the parts of its block.
struct PartsOfSlice {
  std::vector<Parts::Seam> open;
  std::vector<Parts::Halo> halos;

  // In shared rows a run's first voxel stands for all in the core, as all blocks above one another
  // see the same; what goes on in the next block along x is noted there and here.
  void note_seams(const Overlaps& overlaps, std::uint32_t part, std::int64_t y, std::int64_t z,
                  std::int64_t begin, std::int64_t last) {
    const int of_row = overlaps.readers_of_row(y, z);
    const auto note = [&](std::int64_t x) {
      const int readers = of_row * overlaps.readers(0, x);
      if (readers == 1) return;
      open.push_back({overlaps.voxel(x, y, z), part, 1, static_cast<std::uint8_t>(readers)});
    };
    const std::int64_t end = overlaps.core_width();
    if (begin < end) note(begin);
    if (last >= end) note(end);
  }

  void note_halo(std::uint32_t part, std::int64_t voxels) {
    if (voxels == 0) return;
    if (halos.empty() || halos.back().part != part) halos.push_back({part, 0});
    halos.back().voxels += voxels;
  }
};

// The largest label before each slice: what is larger begins there or later, as labels are in
// raster order.
std::vector<std::uint32_t> labels_before(const std::vector<std::uint32_t>& ranks,
                                         const std::vector<std::uint32_t>& labels, int threads,
                                         Progress& progress) {
  std::vector<std::uint32_t> largest(ranks.size());
  parallel_for(std::ssize(ranks) - 1, threads, progress, [&](std::int64_t z) {
    const auto slice = static_cast<std::size_t>(z);
    for (std::size_t run = ranks[slice]; run < ranks[slice + 1]; ++run) {
      largest[slice + 1] = std::max(largest[slice + 1], labels[run]);
    }
  });
  std::partial_sum(largest.begin(), largest.end(), largest.begin(),
                   [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
  return largest;
}

void require_labels(std::size_t parts) {
  if (parts > static_cast<std::size_t>(kMostRuns)) {
    throw InvalidInput("the image has more than " + std::to_string(kMostRuns) +
                       " objects in its blocks: crop the image");
  }
}

}  // namespace

Parts parts_of_block(const Block& block, Extent extent, const BitVolume& bits, std::int64_t count,
                     const std::vector<std::uint32_t>& labels, int threads, Progress& progress) {
  const Shape& s = bits.shape();
  auto [ranking, looking, noting] = progress_parts(progress, 3, 2, 5);
  const std::vector<std::uint32_t> ranks = ranks_of_slices(bits, threads, ranking);
  const std::vector<std::uint32_t> before = labels_before(ranks, labels, threads, looking);
  const Overlaps overlaps(block, extent);
  Parts parts;
  parts.counts = {count};
  parts.first.resize(static_cast<std::size_t>(count));
  parts.parents.resize(static_cast<std::size_t>(count));
  std::iota(parts.parents.begin(), parts.parents.end(), 0);
  std::vector<PartsOfSlice> slices(static_cast<std::size_t>(s.depth));
  parallel_for(s.depth, threads, noting, [&](std::int64_t z) {
    const auto slice = static_cast<std::size_t>(z);
    std::uint32_t known = before[slice];
    std::uint32_t rank = ranks[slice];
    for (std::int64_t y = 0; y < s.height && !stop_requested(); ++y) {
      for_each_run(bits.slice(z) + y * s.words_per_row(), s.words_per_row(), rank,
                   [&](std::uint32_t run, std::int64_t begin, std::int64_t last) {
                     rank = run + 1;
                     const std::uint32_t part = labels[run] - 1;
                     if (part == known) parts.first[known++] = overlaps.voxel(begin, y, z);
                     slices[slice].note_seams(overlaps, part, y, z, begin, last);
                     slices[slice].note_halo(part, overlaps.halo_voxels(y, z, begin, last));
                   });
    }
  });
  for (const PartsOfSlice& slice : slices) {
    parts.open.insert(parts.open.end(), slice.open.begin(), slice.open.end());
    parts.halos.insert(parts.halos.end(), slice.halos.begin(), slice.halos.end());
  }
  return parts;
}

void Parts::add(const Parts& other) {
  require_labels(first.size() + other.first.size());
  const auto offset = static_cast<std::uint32_t>(first.size());
  counts.insert(counts.end(), other.counts.begin(), other.counts.end());
  first.insert(first.end(), other.first.begin(), other.first.end());
  for (const std::uint32_t parent : other.parents) parents.push_back(offset + parent);
  for (const Halo& halo : other.halos) halos.push_back({offset + halo.part, halo.voxels});

  std::vector<Seam> left;
  left.reserve(open.size() + other.open.size());
  auto a = open.begin();
  auto b = other.open.begin();
  while (a != open.end() || b != other.open.end()) {
    if (b == other.open.end() || (a != open.end() && a->voxel < b->voxel)) {
      left.push_back(*a++);
      continue;
    }
    Seam seam = *b++;
    seam.part += offset;
    if (a != open.end() && a->voxel == seam.voxel) {
      join(a->part, seam.part);
      seam.read = static_cast<std::uint8_t>(seam.read + a->read);
      ++a;
    }
    if (seam.read < seam.readers) left.push_back(seam);
  }
  open = std::move(left);
}

std::uint32_t Parts::root_of(std::uint32_t part) {
  while (parents[part] != part) {
    part = parents[part] = parents[parents[part]];
  }
  return part;
}

// The root is the part with the component's first voxel.
void Parts::join(std::uint32_t a, std::uint32_t b) {
  a = root_of(a);
  b = root_of(b);
  if (first[b] < first[a]) std::swap(a, b);
  parents[b] = a;
}

LabelledParts label_parts(Parts& parts, Progress& progress) {
  const auto count = static_cast<std::uint32_t>(parts.first.size());
  auto [finding, naming] = progress_parts(progress, 1, 1);
  const auto report = [](Progress& to, std::uint32_t part, std::uint32_t all) {
    if (part % kBetweenLooks == 0) to.report(part, all);
  };
  std::vector<std::uint32_t> roots;
  for (std::uint32_t part = 0; part < count; ++part) {
    report(finding, part, count);
    if (parts.parents[part] == part) roots.push_back(part);
  }
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return parts.first[a] < parts.first[b];
  };
  // As they are where blocks are whole slices.
  if (!std::is_sorted(roots.begin(), roots.end(), earlier)) {
    std::sort(roots.begin(), roots.end(), earlier);
  }
  LabelledParts labelled{std::vector<std::uint32_t>(count), std::ssize(roots)};
  std::uint32_t label = 0;
  for (const std::uint32_t root : roots) labelled.labels[root] = ++label;
  for (std::uint32_t part = 0; part < count; ++part) {
    report(naming, part, count);
    labelled.labels[part] = labelled.labels[parts.root_of(part)];
  }
  progress.report(1, 1);
  return labelled;
}

}  // namespace bitvox::label
