// SPDX-License-Identifier: BSD-2-Clause
#include "ops/skeleton3d/topology.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "core/options/terms.hpp"

namespace bitvox {
namespace {

// ---- Components ------------------------------------------------------------------------------

// Disjoint sets. The ids of sets that no run can reach any more are not reused: 8 bytes a run.
class Sets {
 public:
  std::int64_t add() {
    if (parent_.size() == parent_.capacity()) {
      grow();
    }
    parent_.push_back(static_cast<std::int64_t>(parent_.size()));
    ++count_;
    return parent_.back();
  }

  void join(std::int64_t a, std::int64_t b) {
    a = root(a);
    b = root(b);
    if (a != b) {
      // The older set stays the root, and path halving keeps the trees flat.
      parent_[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
      --count_;
    }
  }

  std::int64_t count() const { return count_; }

 private:
  // Noise has very many runs: what does not fit is said before it is taken.
  void grow() {
    constexpr std::size_t kFewest = 1024;
    const std::size_t wanted = std::max(kFewest, 2 * parent_.capacity());
    const auto bytes = static_cast<std::int64_t>(wanted * sizeof(std::int64_t));
    require_memory({"counting the components", "Leave out 'verify' or crop the image."},
                   host_memory(), bytes);
    parent_.reserve(wanted);
  }

  std::int64_t root(std::int64_t a) {
    while (parent_[static_cast<std::size_t>(a)] != a) {
      std::int64_t& parent = parent_[static_cast<std::size_t>(a)];
      parent = parent_[static_cast<std::size_t>(parent)];
      a = parent;
    }
    return a;
  }

  std::vector<std::int64_t> parent_;
  std::int64_t count_ = 0;
};

struct Run {
  std::int64_t begin, end, id;
};
using Runs = std::vector<Run>;  // of one row, from left to right

// The next x >= from whose voxel is `value`; width when there is none.
std::int64_t find(const std::uint64_t* row, std::int64_t width, std::int64_t from, bool value) {
  while (from < width) {
    const std::uint64_t word = (value ? row[from / 64] : ~row[from / 64]) >> (from % 64);
    if (word != 0) {
      return std::min(width, from + std::countr_zero(word));
    }
    from = (from / 64 + 1) * 64;
  }
  return width;
}

// Joins the runs of two rows that touch when each end may be `reach` apart.
void join_touching(const Runs& a, const Runs& b, std::int64_t reach, Sets& sets) {
  for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i].begin < b[k].end + reach && b[k].begin < a[i].end + reach) {
      sets.join(a[i].id, b[k].id);
    }
    if (a[i].end < b[k].end) {
      ++i;
    } else {
      ++k;
    }
  }
}

class ComponentCounter {
 public:
  ComponentCounter(const Shape& shape, Phase phase)
      : shape_(shape),
        foreground_(phase == Phase::kForeground),
        outside_(foreground_ ? -1 : sets_.add()),
        slice_(static_cast<std::size_t>(shape.height)),
        below_(slice_) {}

  void add_slice(std::int64_t z, const std::uint64_t* words) {
    slice_.swap(below_);
    const bool end_slice = z == 0 || z == shape_.depth - 1;
    for (std::int64_t y = 0; y < shape_.height; ++y) {
      const bool border = end_slice || y == 0 || y == shape_.height - 1;
      find_runs(words + y * shape_.words_per_row(), border, row(slice_, y));
      if (y > 0) {
        join_touching(row(slice_, y), row(slice_, y - 1), reach(), sets_);
      }
      if (z > 0) {
        for (std::int64_t dy = -reach(); dy <= reach(); ++dy) {
          if (y + dy >= 0 && y + dy < shape_.height) {
            join_touching(row(slice_, y), row(below_, y + dy), reach(), sets_);
          }
        }
      }
    }
  }

  std::int64_t count() const { return sets_.count(); }

 private:
  // 26-connected foreground touches over edges and corners too.
  std::int64_t reach() const { return foreground_ ? 1 : 0; }

  static Runs& row(std::vector<Runs>& slice, std::int64_t y) {
    return slice[static_cast<std::size_t>(y)];
  }

  void find_runs(const std::uint64_t* words, bool border, Runs& runs) {
    runs.clear();
    for (std::int64_t x = find(words, shape_.width, 0, foreground_); x < shape_.width;) {
      const std::int64_t end = find(words, shape_.width, x, !foreground_);
      runs.push_back({x, end, sets_.add()});
      if (!foreground_ && (border || x == 0 || end == shape_.width)) {
        sets_.join(runs.back().id, outside_);
      }
      x = find(words, shape_.width, end, foreground_);
    }
  }

  Shape shape_;
  bool foreground_;
  Sets sets_;
  std::int64_t outside_;
  std::vector<Runs> slice_;
  std::vector<Runs> below_;
};

// ---- Euler number ----------------------------------------------------------------------------

// Vertices - edges + faces - cubes of the union of closed voxels. The cells of a row are found from
// the four rows that share its lower edge: a, b below it in y, c in z, d in both.
std::int64_t euler_of_rows(const std::uint64_t* a, const std::uint64_t* b, const std::uint64_t* c,
                           const std::uint64_t* d, std::int64_t words) {
  const auto bits = [](std::uint64_t w) { return std::int64_t{std::popcount(w)}; };
  // The cells between x - 1 and x; the one after the row's last voxel is in the carry.
  struct Carry {
    std::uint64_t last = 0;
    std::uint64_t ends(std::uint64_t w) {
      const std::uint64_t shifted = w << 1 | last;
      last = w >> 63;
      return w | shifted;
    }
  } faces_x, edges_y, edges_z, vertices;
  std::int64_t euler = 0;
  for (std::int64_t i = 0; i < words; ++i) {
    const std::uint64_t wa = a[i], ab = a[i] | b[i], ac = a[i] | c[i], all = ab | c[i] | d[i];
    euler += bits(vertices.ends(all));
    euler -= bits(all) + bits(edges_y.ends(ac)) + bits(edges_z.ends(ab));
    euler += bits(faces_x.ends(wa)) + bits(ab) + bits(ac);
    euler -= bits(wa);
  }
  return euler + static_cast<std::int64_t>(vertices.last) -
         static_cast<std::int64_t>(edges_y.last + edges_z.last) +
         static_cast<std::int64_t>(faces_x.last);
}

std::int64_t euler_of_slices(const Shape& shape, const std::uint64_t* slice,
                             const std::uint64_t* below, const std::uint64_t* empty_row) {
  std::int64_t euler = 0;
  const std::int64_t row = shape.words_per_row();
  for (std::int64_t y = 0; y <= shape.height; ++y) {
    const bool top = y == shape.height;
    const bool bottom = y == 0;
    euler += euler_of_rows(
        top ? empty_row : slice + y * row, bottom ? empty_row : slice + (y - 1) * row,
        top ? empty_row : below + y * row, bottom ? empty_row : below + (y - 1) * row, row);
  }
  return euler;
}

}  // namespace

Topology topology(const VolumeSource& volume, Progress& progress) {
  const Shape& shape = volume.shape();
  const auto slice_words = static_cast<std::size_t>(shape.words_per_slice());
  std::vector<std::uint64_t> slice(slice_words), below(slice_words);
  const std::vector<std::uint64_t> empty_row(static_cast<std::size_t>(shape.words_per_row()));
  ComponentCounter foreground(shape, Phase::kForeground);
  ComponentCounter background(shape, Phase::kBackground);
  const auto reader = volume.open();
  Topology result;
  for (std::int64_t z = 0; z < shape.depth; ++z) {
    progress.report(z, shape.depth);
    slice.swap(below);
    reader->read_slices(z, 1, slice.data());
    foreground.add_slice(z, slice.data());
    background.add_slice(z, slice.data());
    result.euler_number += euler_of_slices(shape, slice.data(), below.data(), empty_row.data());
  }
  std::fill(below.begin(), below.end(), 0);
  result.euler_number += euler_of_slices(shape, below.data(), slice.data(), empty_row.data());
  result.components = foreground.count();
  result.background_components = background.count();
  progress.report(shape.depth, shape.depth);
  return result;
}

}  // namespace bitvox
