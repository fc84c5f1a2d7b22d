// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "core/threads/stop_request.hpp"
#include "ops/surface/surface_cases.hpp"
#include "ops/surface/surface_edges.hpp"
#include "ops/surface/surface_slices.hpp"

namespace bitvox::surface {

// Layer k, 0 .. depth, lies between slices k - 1 and k. Its own vertices are those on edges along z
// between these, then those on edges in slice k, along x, then along y.
struct LayerCount {
  std::int64_t along_z = 0;
  std::int64_t vertices = 0;  // all
  std::int64_t triangles = 0;
};

// Goes through layers one after the other: two slices are in memory.
template <class Slices>
class Layers {
 public:
  using Value = typename Slices::Value;

  Layers(Slices slices, Connectivity connectivity)
      : slices_(std::move(slices)),
        cases_(cases_for(connectivity)),
        width_(slices_.shape().width),
        height_(slices_.shape().height),
        depth_(slices_.shape().depth),
        lower_(slices_.shape()),
        upper_(slices_.shape()) {}

  // About what this takes.
  static std::int64_t bytes(const Shape& shape) {
    constexpr std::int64_t kEdges = 5 * std::int64_t{sizeof(EdgeWord)} + 2 * 8;
    constexpr std::int64_t kValues = 3 * std::int64_t{Slices::kValueBytes};
    return shape.height * ((shape.width / 64 + 1) * kEdges + shape.width * kValues);
  }

  // Layers from k on; the first vertex in slice k - 1 has this number.
  void begin(std::int64_t k, std::int64_t number) {
    layer_ = k;
    read(k - 1, upper_);
    upper_.number(number);
  }

  // Goes on to the layer that was begun, or to the next; its first vertex has this number.
  LayerCount enter(std::int64_t number) {
    std::swap(lower_, upper_);
    read(layer_, upper_);
    find_along_z();
    LayerCount count;
    const std::int64_t behind_z = along_z_.number(number);
    count.along_z = behind_z - number;
    count.vertices = upper_.number(behind_z) - number;
    ++layer_;
    return count;
  }

  // take(position, label) of each vertex of the layer, in order.
  template <class Take>
  void each_vertex(const Take& take) const {
    const std::int64_t z = layer_ - 1;
    each_on(along_z_, take, [&](std::int64_t x, std::int64_t y) {
      return Place{{x, y, z}, 2, lower_.slice.value(x, y), upper_.slice.value(x, y)};
    });
    each_on(upper_.along_x, take, [&](std::int64_t x, std::int64_t y) {
      return Place{{x, y, z}, 0, upper_.slice.value(x - 1, y), upper_.slice.value(x, y)};
    });
    each_on(upper_.along_y, take, [&](std::int64_t x, std::int64_t y) {
      return Place{{x, y, z}, 1, upper_.slice.value(x, y - 1), upper_.slice.value(x, y)};
    });
  }

  // take(cell case, its label, numbers of its vertices in the order of the case's edges).
  template <class Take>
  void each_case(const Take& take) const {
    each_cell([&](const Row& row, std::int64_t i, unsigned inside, std::uint32_t label) {
      const CellCase& found = cases_[inside];
      std::array<std::uint32_t, kCellEdges> numbers;
      for (std::size_t e = 0; e < found.edge_count; ++e) {
        const std::size_t edge = found.edges[e];
        const auto& [axis, corner] = kEdgesOfCell[edge];
        const std::int64_t x = axis == 0 ? i : i - 1 + (corner & 1);
        const End end = (inside >> corner & 1U) != 0 ? End::kLower : End::kUpper;
        numbers[e] = vertex_number(row.edges[edge][x / 64], static_cast<unsigned>(x % 64), end);
      }
      take(found, label, numbers);
    });
  }

  // Of the layer's upper slice.
  std::uint32_t largest_label() const {
    const auto& values = upper_.slice.values;
    return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
  }

  std::int64_t count_triangles() const {
    std::int64_t count = 0;
    each_cell([&](const Row&, std::int64_t, unsigned inside, std::uint32_t) {
      count += cases_[inside].triangle_count;
    });
    return count;
  }

 private:
  struct WholeSlice {
    explicit WholeSlice(const Shape& shape)
        : slice(shape),
          along_x(shape.height, slice.stride),
          along_y(shape.height + 1, slice.stride) {}

    std::int64_t number(std::int64_t first) { return along_y.number(along_x.number(first)); }

    Slice<Value> slice;
    EdgeRows along_x;  // from x - 1 to x
    EdgeRows along_y;  // from y - 1 to y
  };

  // An edge: its upper end, its axis, and the values at both ends.
  struct Place {
    std::array<std::int64_t, 3> upper;
    int axis;
    Value from;
    Value to;
  };

  // What the cells between rows j - 1 and j look at.
  struct Row {
    std::array<const std::uint64_t*, 4> inside;  // rows of both slices: y, then z
    std::array<const EdgeWord*, kCellEdges> edges;
  };

  void read(std::int64_t z, WholeSlice& whole) {
    Slice<Value>& slice = whole.slice;
    if (z >= 0 && z < depth_) {
      slices_.read(z, slice);
    } else {
      std::fill(slice.inside.begin(), slice.inside.end(), 0);
      slice.values.clear();
    }
    for (std::int64_t y = 0; y < height_ && !stop_requested(); ++y) {
      const std::uint64_t* const inside = slice.row(y);
      EdgeWord* const edges = whole.along_x.row(y);
      std::uint64_t carry = 0;
      for (std::int64_t w = 0; w < slice.stride; ++w) {
        const std::uint64_t before = inside[w] << 1 | carry;
        carry = inside[w] >> 63;
        set(edges[w], before, inside[w], labels_at(slice, y, w, -1), labels_at(slice, y, w, 0));
      }
    }
    for (std::int64_t y = 0; y <= height_ && !stop_requested(); ++y) {
      compare(slice, y - 1, slice, y, whole.along_y.row(y));
    }
  }

  void find_along_z() {
    for (std::int64_t y = 0; y < height_ && !stop_requested(); ++y) {
      compare(lower_.slice, y, upper_.slice, y, along_z_.row(y));
    }
  }

  void compare(const Slice<Value>& below, std::int64_t y_below, const Slice<Value>& above,
               std::int64_t y_above, EdgeWord* edges) const {
    const std::uint64_t* const from = below.row(y_below);
    const std::uint64_t* const to = above.row(y_above);
    for (std::int64_t w = 0; w < below.stride; ++w) {
      set(edges[w], from[w], to[w], labels_at(below, y_below, w, 0),
          labels_at(above, y_above, w, 0));
    }
  }

  // The labels of a word's voxels, or of those `shift` beside; null for rows that are not there, of
  // which no voxel is inside.
  static const Value* labels_at(const Slice<Value>& slice, std::int64_t y, std::int64_t w,
                                std::int64_t shift) {
    if (!Slices::kHasLabels || slice.values.empty() || y < 0 || y >= slice.height) return nullptr;
    return slice.value_row(y) + 64 * w + shift;
  }

  // Edges from voxels in `from` to those in `to`: where one alone is inside, or both with different
  // labels.
  static void set(EdgeWord& edges, std::uint64_t from, std::uint64_t to, const Value* from_labels,
                  const Value* to_labels) {
    std::uint64_t differ = from ^ to;
    if constexpr (Slices::kHasLabels) {
      const std::uint64_t both = from & to;
      const bool are_alike =
          both == 0 || (both == ~std::uint64_t{0} &&
                        std::memcmp(from_labels, to_labels, 64 * sizeof(Value)) == 0);
      if (!are_alike) {
        for (std::uint64_t left = both; left != 0; left &= left - 1) {
          const int bit = std::countr_zero(left);
          if (from_labels[bit] != to_labels[bit]) differ |= std::uint64_t{1} << bit;
        }
      }
    }
    edges.lower = differ & from;
    edges.upper = differ & to;
  }

  template <class Take, class PlaceOf>
  void each_on(const EdgeRows& edges, const Take& take, const PlaceOf& place_of) const {
    for (std::int64_t y = 0; y < edges.rows() && !stop_requested(); ++y) {
      const EdgeWord* const row = edges.row(y);
      for (std::int64_t w = 0; w < edges.words_per_row(); ++w) {
        for (std::uint64_t left = row[w].lower | row[w].upper; left != 0; left &= left - 1) {
          const int bit = std::countr_zero(left);
          const Place place = place_of(64 * w + bit, y);
          const GridPoint point = position(place);
          if ((row[w].lower >> bit & 1U) != 0) take(point, label(place.from));
          if ((row[w].upper >> bit & 1U) != 0) take(point, label(place.to));
        }
      }
    }
  }

  GridPoint position(const Place& place) const {
    GridPoint point{};
    for (std::size_t k = 0; k < 3; ++k) {
      point[k] = static_cast<std::int32_t>(place.upper[k] * kVoxel);
    }
    const auto axis = static_cast<std::size_t>(place.axis);
    const std::int64_t sides[] = {width_, height_, depth_};
    point[axis] -= kVoxel / 2;
    if constexpr (std::is_same_v<Value, float>) {
      if (place.upper[axis] > 0 && place.upper[axis] < sides[axis]) {
        point[axis] += crossing(static_cast<double>(place.from), static_cast<double>(place.to),
                                slices_.level()) -
                       kVoxel / 2;
      }
    }
    return point;
  }

  static std::uint32_t label(Value value) {
    if constexpr (Slices::kHasLabels) {
      return value;
    } else {
      return 1;
    }
  }

  Row row_at(std::int64_t j) const {
    Row row;
    for (std::size_t r = 0; r < 4; ++r) {
      const Slice<Value>& slice = r < 2 ? lower_.slice : upper_.slice;
      row.inside[r] = slice.row(j - 1 + static_cast<std::int64_t>(r % 2));
    }
    for (std::size_t e = 0; e < kCellEdges; ++e) {
      const auto& [axis, corner] = kEdgesOfCell[e];
      const WholeSlice& slice = (corner & 4) == 0 ? lower_ : upper_;
      const std::int64_t y = j - 1 + (corner >> 1 & 1);
      row.edges[e] = axis == 0   ? std::as_const(slice.along_x).row(y)
                     : axis == 1 ? std::as_const(slice.along_y).row(j)
                                 : along_z_.row(y);
    }
    return row;
  }

  // Cell i lies between voxels i - 1 and i. Those whose corners are not all alike: seven edges lead
  // to all of them.
  template <class Take>
  void each_cell(const Take& take) const {
    for (std::int64_t j = 0; j <= height_ && !stop_requested(); ++j) {
      const Row row = row_at(j);
      std::array<std::uint64_t, 4> carry{};
      for (std::int64_t w = 0; w < lower_.slice.stride; ++w) {
        std::uint64_t active = 0;
        for (const std::size_t edge : {0U, 1U, 2U, 3U, 5U, 7U, 11U}) {
          active |= row.edges[edge][w].lower | row.edges[edge][w].upper;
        }
        std::array<std::uint64_t, 8> corners{};
        for (std::size_t r = 0; r < 4; ++r) {
          const std::uint64_t inside = row.inside[r][w];
          corners[2 * r] = inside << 1 | carry[r];
          corners[2 * r + 1] = inside;
          carry[r] = inside >> 63;
        }
        for (; active != 0; active &= active - 1) {
          const int bit = std::countr_zero(active);
          unsigned inside = 0;
          for (std::size_t c = 0; c < 8; ++c) {
            inside |= static_cast<unsigned>(corners[c] >> bit & 1U) << c;
          }
          take_cell(row, 64 * w + bit, j, inside, take);
        }
      }
    }
  }

  // One cell, for each of its labels.
  template <class Take>
  void take_cell(const Row& row, std::int64_t i, std::int64_t j, unsigned inside,
                 const Take& take) const {
    if constexpr (!Slices::kHasLabels) {
      take(row, i, inside, 1);
    } else {
      std::array<std::uint32_t, 8> labels{};
      for (unsigned c = 0; c < 8; ++c) {
        const Slice<Value>& slice = (c & 4) == 0 ? lower_.slice : upper_.slice;
        labels[c] = slice.value(i - 1 + (c & 1), j - 1 + (c >> 1 & 1));
      }
      while (inside != 0) {
        const std::uint32_t label = labels[static_cast<std::size_t>(std::countr_zero(inside))];
        unsigned alike = 0;
        for (unsigned c = 0; c < 8; ++c) alike |= (labels[c] == label ? 1U : 0U) << c;
        take(row, i, alike, label);
        inside &= ~alike;
      }
    }
  }

  Slices slices_;
  const CellCases& cases_;
  std::int64_t width_;
  std::int64_t height_;
  std::int64_t depth_;
  std::int64_t layer_ = 0;
  WholeSlice lower_;
  WholeSlice upper_;
  EdgeRows along_z_{height_, lower_.slice.stride};
};

}  // namespace bitvox::surface
