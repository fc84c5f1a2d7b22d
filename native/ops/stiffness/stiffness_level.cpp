// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_level.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "core/error.hpp"
#include "core/threads/ordered_sum.hpp"

namespace bitvox::stiffness {
namespace {

// Three rows of numbers, each with a block to spare.
class LameRows {
 public:
  explicit LameRows(std::int64_t blocks)
      : count_(static_cast<std::size_t>((blocks + 1) * kLanes)), numbers_(3 * count_) {}

  LameRow row() { return {of(0), of(1), of(2)}; }
  void clear() { std::fill(numbers_.begin(), numbers_.end(), 0.0F); }

 private:
  float* of(std::size_t i) { return numbers_.data() + i * count_; }

  std::size_t count_;
  std::vector<float> numbers_;
};

std::size_t at_index(std::int64_t i) { return static_cast<std::size_t>(i); }

// The row of elements before row i of nodes, or behind it; -1 where there is none.
std::int64_t element_row(const Lattice& lattice, std::size_t axis, std::int64_t i) {
  const std::int64_t count = lattice.elements[axis];
  if (i >= 0 && i < count) return i;
  return lattice.periodic[axis] && i < 0 ? count - 1 : -1;
}

}  // namespace

Level::Level(const Lattice& lattice, const std::array<double, 3>& voxel, bool mean_dilatation,
             const MaterialRows& materials, const Tasks& tasks)
    : lattice_(lattice), voxel_(voxel), mean_dilatation_(mean_dilatation) {
  const std::int64_t of_row = blocks_of_row();
  const std::int64_t dense = lattice_.rows() * of_row;
  require_memory(kHostUser, host_memory(),
                 dense * static_cast<std::int64_t>(sizeof(std::uint8_t) + sizeof(std::int32_t)));
  // A bit an element: of rows of elements, numbered as those of nodes.
  std::vector<std::uint8_t> occupied(at_index(dense));
  const auto each_row = [&](const auto& use) {
    tasks.each(lattice_.elements[2], [&](std::int64_t z) {
      LameRows rows(of_row);
      for (std::int64_t y = 0; y < lattice_.elements[1]; ++y) {
        rows.clear();
        materials(y, z, rows.row());
        use(y, z, rows.row());
      }
    });
  };
  each_row([&](std::int64_t y, std::int64_t z, const LameRow& row) {
    std::uint8_t* const out = occupied.data() + row_of(y, z) * of_row;
    for (std::int64_t x = 0; x < lattice_.elements[0]; ++x) {
      if (row.shear[x] > 0) out[x / kLanes] |= static_cast<std::uint8_t>(1U << (x % kLanes));
    }
  });
  find_places(occupied, tasks);
  // Materials, and one over the diagonal.
  require_memory(kHostUser, host_memory(), numbers() * 4 * (mean_dilatation_ ? 6 : 5) / 3);
  const auto count = at_index(blocks() * kLanes);
  for (PlainVector<float>* of : {&mean_, &rest_, &shear_}) {
    if (of != &rest_ || mean_dilatation_) of->assign(count, 0.0F);
  }
  each_row([&](std::int64_t y, std::int64_t z, const LameRow& row) {
    const std::int32_t* const places = place_.data() + row_of(y, z) * of_row;
    for (std::int64_t block = 0; block < of_row; ++block) {
      const std::int64_t place = places[block];
      if (solid_[at_index(place)] == 0) continue;
      const auto copy = [&](const float* from, PlainVector<float>& to) {
        std::copy_n(from + block * kLanes, kLanes, to.data() + place * kLanes);
      };
      copy(row.mean, mean_);
      copy(row.shear, shear_);
      if (mean_dilatation_) copy(row.rest, rest_);
    }
  });
  set_inverse(tasks);
}

// A block of nodes is stored if any of its nodes touches an element.
void Level::find_places(const std::vector<std::uint8_t>& occupied, const Tasks& tasks) {
  const std::int64_t of_row = blocks_of_row(), height = lattice_.nodes(1);
  place_.resize(occupied.size());
  std::vector<std::int32_t> before(at_index(lattice_.nodes(2)) + 1);  // blocks before each layer
  const auto touched = [&](std::int64_t block, const std::array<const std::uint8_t*, 4>& rows) {
    return std::any_of(rows.begin(), rows.end(), [&](const std::uint8_t* row) {
      if (row == nullptr) return false;
      if (row[block] != 0) return true;
      if (block > 0) return (row[block - 1] >> (kLanes - 1)) != 0;
      const std::int64_t last = lattice_.elements[0] - 1;
      return lattice_.periodic[0] && (row[last / kLanes] >> (last % kLanes)) != 0;
    });
  };
  // Numbers within the layer first.
  tasks.each(lattice_.nodes(2), [&](std::int64_t z) {
    std::int32_t number = 0;
    for (std::int64_t y = 0; y < height; ++y) {
      std::array<const std::uint8_t*, 4> rows{};
      for (std::size_t i = 0; i < 4; ++i) {
        const std::int64_t j = element_row(lattice_, 1, y - static_cast<std::int64_t>(i % 2));
        const std::int64_t k = element_row(lattice_, 2, z - static_cast<std::int64_t>(i / 2));
        rows[i] = j < 0 || k < 0 ? nullptr : occupied.data() + row_of(j, k) * of_row;
      }
      std::int32_t* const out = place_.data() + row_of(y, z) * of_row;
      for (std::int64_t block = 0; block < of_row; ++block) {
        out[block] = touched(block, rows) ? ++number : 0;
      }
    }
    before[at_index(z) + 1] = number;
  });
  std::int64_t all = 1;
  for (std::int32_t& count : before) {
    all += count;
    if (all > std::numeric_limits<std::int32_t>::max()) {
      throw InvalidInput("the body has more than 2^31 blocks of nodes; crop the image");
    }
    count = static_cast<std::int32_t>(all - 1);
  }
  solid_.assign(at_index(all), 0);
  tasks.each(lattice_.nodes(2), [&](std::int64_t z) {
    for (std::int64_t i = z * height * of_row; i < (z + 1) * height * of_row; ++i) {
      std::int32_t& place = place_[at_index(i)];
      if (place == 0) continue;
      place += before[at_index(z)];
      solid_[at_index(place)] = occupied[at_index(i)] != 0 ? 1 : 0;
    }
  });
}

// Of a row of nodes, the stiffnesses of the eight elements around each.
void Level::sum_around(std::int64_t y, std::int64_t z, const LameRow& sums) const {
  const std::int64_t of_row = blocks_of_row();
  for (std::int64_t dz = 1; dz >= 0; --dz)
    for (std::int64_t dy = 1; dy >= 0; --dy) {
      const std::int64_t j = element_row(lattice_, 1, y - dy), k = element_row(lattice_, 2, z - dz);
      if (j < 0 || k < 0) continue;
      const std::int32_t* const places = place_.data() + row_of(j, k) * of_row;
      for (std::int64_t block = 0; block < of_row; ++block) {
        const std::int64_t place = places[block];
        if (solid_[at_index(place)] == 0) continue;
        for (std::int64_t i = 0; i < kLanes; ++i) {
          const std::int64_t x = block * kLanes + i;
          const auto from = at_index(place * kLanes + i);
          const std::int64_t next = lattice_.periodic[0] && x + 1 == lattice_.nodes(0) ? 0 : x + 1;
          const float rest = mean_dilatation_ ? rest_[from] : mean_[from];
          for (const std::int64_t node : {x, next}) {
            sums.mean[node] += mean_[from];
            sums.rest[node] += rest;
            sums.shear[node] += shear_[from];
          }
        }
      }
    }
}

void Level::set_inverse(const Tasks& tasks) {
  const std::int64_t of_row = blocks_of_row();
  inverse_.assign(at_index(numbers()), 0.0F);
  const Ratios<float> r = rows().ratios;
  const std::array<float, 3> ratios{r.xy + r.xz, r.yx + r.yz, r.zx + r.zy};
  tasks.each(lattice_.nodes(2), [&](std::int64_t z) {
    LameRows around(of_row);
    for (std::int64_t y = 0; y < lattice_.nodes(1); ++y) {
      around.clear();
      const LameRow sums = around.row();
      sum_around(y, z, sums);
      for (std::int64_t x = 0; x < lattice_.nodes(0); ++x) {
        if (!(sums.shear[x] > 0)) continue;
        const unsigned given = lattice_.given_at(x, y, z);
        for (int c = 0; c < 3; ++c) {
          if ((given >> c & 1U) != 0) continue;
          const Lame<float> lame{sums.mean[x], sums.rest[x], sums.shear[x]};
          inverse_[at_index(at(x, y, z, c))] =
              1 / diagonal_of(lame, ratios[static_cast<std::size_t>(c)]);
        }
      }
    }
  });
}

Level Level::coarse(const Tasks& tasks) const {
  const Lattice coarser = lattice_.coarse();
  const std::int64_t of_row = blocks_of_row();
  // The children along an axis: none behind an odd border, or, where it is periodic, the one before
  // again.
  const auto children = [&](std::size_t axis, std::int64_t i) {
    const std::int64_t second = 2 * i + 1;
    const bool is_there = second < lattice_.elements[axis];
    return std::array<std::int64_t, 2>{2 * i,
                                       is_there ? second : (lattice_.periodic[axis] ? 2 * i : -1)};
  };
  const auto materials = [&](std::int64_t y, std::int64_t z, const LameRow& row) {
    LameRows fine(of_row);
    const LameRow sums = fine.row();
    for (const std::int64_t k : children(2, z))
      for (const std::int64_t j : children(1, y)) {
        if (j < 0 || k < 0) continue;
        const std::int32_t* const places = place_.data() + row_of(j, k) * of_row;
        for (std::int64_t block = 0; block < of_row; ++block) {
          const std::int64_t place = places[block];
          if (solid_[at_index(place)] == 0) continue;
          for (std::int64_t i = 0; i < kLanes; ++i) {
            const std::int64_t x = block * kLanes + i;
            const auto from = at_index(place * kLanes + i);
            sums.mean[x] += mean_[from];
            sums.rest[x] += mean_dilatation_ ? rest_[from] : mean_[from];
            sums.shear[x] += shear_[from];
          }
        }
      }
    for (std::int64_t x = 0; x < coarser.elements[0]; ++x) {
      for (const std::int64_t i : children(0, x)) {
        if (i < 0) continue;
        row.mean[x] += 0.25F * sums.mean[i];
        row.rest[x] += 0.25F * sums.rest[i];
        row.shear[x] += 0.25F * sums.shear[i];
      }
    }
  };
  return {coarser, voxel_, mean_dilatation_, materials, tasks};
}

LevelRows rows_of(const Lattice& lattice, const std::array<double, 3>& voxel) {
  LevelRows out{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    out.nodes[axis] = lattice.nodes(axis);
    out.elements[axis] = lattice.elements[axis];
    out.periodic[axis] = lattice.periodic[axis];
  }
  out.blocks = (lattice.nodes(0) + kLanes - 1) / kLanes;
  out.ratios = ratios_of<float>(voxel[0], voxel[1], voxel[2]);
  out.precise_ratios = ratios_of<double>(voxel[0], voxel[1], voxel[2]);
  return out;
}

LevelRows Level::rows() const {
  LevelRows out = rows_of(lattice_, voxel_);
  out.place = place_.data();
  out.solid = solid_.data();
  out.mean = mean_.data();
  out.rest = mean_dilatation_ ? rest_.data() : mean_.data();
  out.shear = shear_.data();
  out.inverse = inverse_.data();
  return out;
}

std::int64_t Level::at(std::int64_t x, std::int64_t y, std::int64_t z, int component) const {
  const std::int64_t place = place_[at_index(row_of(y, z) * blocks_of_row() + x / kLanes)];
  return place == 0 ? 0 : place * kOfBlock + component * kLanes + x % kLanes;
}

Lame<double> Level::sum(const Tasks& tasks) const {
  const auto sum_of = [&](const PlainVector<float>& values) {
    std::vector<double> sums(at_index(Tasks::pieces(blocks())));
    tasks.each_piece(blocks(), [&](std::int64_t block, std::int64_t count, std::size_t piece) {
      for (std::int64_t i = block * kLanes; i < (block + count) * kLanes; ++i) {
        sums[piece] += static_cast<double>(values[at_index(i)]);
      }
    });
    return sum_of_rows(sums);
  };
  const double mean = sum_of(mean_);
  return {mean, mean_dilatation_ ? sum_of(rest_) : mean, sum_of(shear_)};
}

Lame<float> Level::element(std::int64_t x, std::int64_t y, std::int64_t z) const {
  const std::int64_t place = place_[at_index(row_of(y, z) * blocks_of_row() + x / kLanes)];
  if (solid_[at_index(place)] == 0) return {};
  const auto i = at_index(place * kLanes + x % kLanes);
  return {mean_[i], mean_dilatation_ ? rest_[i] : mean_[i], shear_[i]};
}

}  // namespace bitvox::stiffness
