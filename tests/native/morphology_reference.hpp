// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "ops/morphology/morphology.hpp"
#include "test_volumes.hpp"

namespace bitvox::morphology::test {

using bitvox::test::make_volume;
using bitvox::test::voxel;

// The definitions, by loops over pairs of voxels.
class ObviousMorphology {
 public:
  ObviousMorphology(const BitVolume& volume, const Options& options)
      : shape_(volume.shape()),
        element_(options.element),
        radius_(options.radius),
        planar_(options.extent == Extent::kPerSlice || shape_.depth == 1) {
    const bool clipped = options.edges == Edges::kClipped;
    switch (options.operation) {
      case Operation::kErode:
        result_ = eroded(volume, clipped);
        break;
      case Operation::kDilate:
        result_ = dilated(volume);
        break;
      case Operation::kOpen:
        result_ = dilated(eroded(volume, clipped));
        break;
      case Operation::kClose:
        result_ = eroded(dilated(volume), true);
        break;
      case Operation::kGradient:
        result_ = without(dilated(volume), eroded(volume, clipped));
        break;
      case Operation::kWhiteTopHat:
        result_ = without(volume, dilated(eroded(volume, clipped)));
        break;
      case Operation::kBlackTopHat:
        result_ = without(eroded(dilated(volume), true), volume);
        break;
      default:
        std::abort();
    }
  }

  const BitVolume& result() const { return result_; }

 private:
  bool holds(std::int64_t x, std::int64_t y, std::int64_t z) const {
    switch (element_) {
      case Element::kCross:
        return std::abs(x) + std::abs(y) + std::abs(z) <= radius_;
      case Element::kCube:
        return std::abs(x) <= radius_ && std::abs(y) <= radius_ && std::abs(z) <= radius_;
      case Element::kBall:
        return x * x + y * y + z * z <= radius_ * radius_;
    }
    return false;
  }

  // Whether there is such a voxel of the volume in the element around one.
  template <class Found>
  bool any_around(std::int64_t x, std::int64_t y, std::int64_t z, const Found& found) const {
    const std::int64_t r = radius_;
    for (std::int64_t k = planar_ ? z : std::max<std::int64_t>(0, z - r);
         k <= (planar_ ? z : std::min(shape_.depth - 1, z + r)); ++k)
      for (std::int64_t j = std::max<std::int64_t>(0, y - r);
           j <= std::min(shape_.height - 1, y + r); ++j)
        for (std::int64_t i = std::max<std::int64_t>(0, x - r);
             i <= std::min(shape_.width - 1, x + r); ++i)
          if (holds(i - x, j - y, k - z) && found(i, j, k)) return true;
    return false;
  }

  // All elements reach as far as their radius along the axes.
  bool reaches_out(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return x < radius_ || x + radius_ >= shape_.width || y < radius_ ||
           y + radius_ >= shape_.height ||
           (!planar_ && (z < radius_ || z + radius_ >= shape_.depth));
  }

  BitVolume eroded(const BitVolume& in, bool clipped) const {
    return make_volume(shape_, [&](auto x, auto y, auto z) {
      return (clipped || !reaches_out(x, y, z)) &&
             !any_around(x, y, z, [&](auto i, auto j, auto k) { return !voxel(in, i, j, k); });
    });
  }
  BitVolume dilated(const BitVolume& in) const {
    return make_volume(shape_, [&](auto x, auto y, auto z) {
      return any_around(x, y, z, [&](auto i, auto j, auto k) { return voxel(in, i, j, k); });
    });
  }
  BitVolume without(const BitVolume& a, const BitVolume& b) const {
    return make_volume(
        shape_, [&](auto x, auto y, auto z) { return voxel(a, x, y, z) && !voxel(b, x, y, z); });
  }

  Shape shape_;
  Element element_;
  std::int64_t radius_;
  bool planar_;
  BitVolume result_{shape_};
};

// The operations on components, by floods from voxel to voxel.
class ObviousComponents {
 public:
  ObviousComponents(const BitVolume& volume, const BitVolume* marker, const Options& options)
      : shape_(volume.shape()),
        planar_(options.extent == Extent::kPerSlice || shape_.depth == 1),
        sums_(options.connectivity == label::Connectivity::kFaces   ? 1
              : options.connectivity == label::Connectivity::kEdges ? 2
                                                                    : 3) {
    const auto set = [&](auto x, auto y, auto z) { return voxel(volume, x, y, z); };
    if (options.operation == Operation::kFillHoles) {
      sums_ = sums_ == 1 ? 3 : 1;
      find([&](auto x, auto y, auto z) { return !set(x, y, z); });
      keep([&](const Component& c) { return c.at_border; });
      result_ =
          make_volume(shape_, [&](auto x, auto y, auto z) { return !voxel(result_, x, y, z); });
      return;
    }
    find(set);
    switch (options.operation) {
      case Operation::kRemoveBorder:
        keep([](const Component& c) { return !c.at_border; });
        break;
      case Operation::kReconstruct:
        keep([&](const Component& c) {
          return std::any_of(c.voxels.begin(), c.voxels.end(),
                             [&](const Voxel& v) { return voxel(*marker, v.x, v.y, v.z); });
        });
        break;
      case Operation::kAreaOpen:
        keep([&](const Component& c) { return std::ssize(c.voxels) >= options.min_size; });
        break;
      case Operation::kKeepLargest:
        keep([&](const Component& c) {  // components are in the order of their first voxels
          return std::none_of(components_.begin(), components_.end(), [&](const Component& other) {
            const bool rival = !planar_ || other.voxels[0].z == c.voxels[0].z;
            return rival && (other.voxels.size() > c.voxels.size() ||
                             (other.voxels.size() == c.voxels.size() && &other < &c));
          });
        });
        break;
      default:
        std::abort();
    }
  }

  const BitVolume& result() const { return result_; }

 private:
  struct Voxel {
    std::int64_t x, y, z;
  };
  struct Component {
    std::vector<Voxel> voxels;
    bool at_border = false;
  };

  template <class Set>
  void find(const Set& set) {
    BitVolume seen(shape_);
    for (std::int64_t z = 0; z < shape_.depth; ++z)
      for (std::int64_t y = 0; y < shape_.height; ++y)
        for (std::int64_t x = 0; x < shape_.width; ++x)
          if (set(x, y, z) && !voxel(seen, x, y, z)) flood({x, y, z}, set, seen);
  }

  template <class Set>
  void flood(Voxel first, const Set& set, BitVolume& seen) {
    Component& c = components_.emplace_back();
    c.voxels.push_back(first);
    bitvox::test::set_voxel(seen, first.x, first.y, first.z);
    for (std::size_t i = 0; i < c.voxels.size(); ++i) {
      const Voxel v = c.voxels[i];
      for (std::int64_t k = -1; k <= 1; ++k)
        for (std::int64_t j = -1; j <= 1; ++j)
          for (std::int64_t h = -1; h <= 1; ++h) {
            if (std::abs(h) + std::abs(j) + std::abs(k) > sums_ || (planar_ && k != 0)) continue;
            const Voxel n{v.x + h, v.y + j, v.z + k};
            if (n.x < 0 || n.x >= shape_.width || n.y < 0 || n.y >= shape_.height ||
                (!planar_ && (n.z < 0 || n.z >= shape_.depth))) {
              continue;
            }
            if (!set(n.x, n.y, n.z) || voxel(seen, n.x, n.y, n.z)) continue;
            bitvox::test::set_voxel(seen, n.x, n.y, n.z);
            c.voxels.push_back(n);
          }
      c.at_border |= v.x == 0 || v.x == shape_.width - 1 || v.y == 0 || v.y == shape_.height - 1 ||
                     (!planar_ && (v.z == 0 || v.z == shape_.depth - 1));
    }
  }

  template <class Stays>
  void keep(const Stays& stays) {
    for (const Component& c : components_)
      if (stays(c))
        for (const Voxel& v : c.voxels) bitvox::test::set_voxel(result_, v.x, v.y, v.z);
  }

  Shape shape_;
  bool planar_;
  std::int64_t sums_;  // how far neighbours are apart, in steps along the axes
  std::vector<Component> components_;
  BitVolume result_{shape_};
};

}  // namespace bitvox::morphology::test
