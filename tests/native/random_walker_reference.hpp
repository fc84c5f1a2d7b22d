// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "grey_test_volumes.hpp"
#include "ops/random_walker/random_walker.hpp"

namespace bitvox::test {

// Probabilities by the definition: weights by the library's exp, a dense matrix in double, and
// Cholesky's factors of it. For some hundred voxels that are not seeded.
class ObviousWalks {
 public:
  ObviousWalks(const GreyVolume& image, const GreyVolume& seeds,
               const random_walker::Options& options)
      : shape_(image.shape()), image_(image), seeds_(seeds), options_(options) {
    const std::int64_t count = shape_.voxel_count();
    double sum = 0, squares = 0, finite = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      if (!std::isfinite(value(i))) continue;
      sum += value(i);
      ++finite;
    }
    const double mean = sum / finite;
    for (std::int64_t i = 0; i < count; ++i) {
      if (std::isfinite(value(i))) squares += (value(i) - mean) * (value(i) - mean);
    }
    deviation_ = std::sqrt(squares / finite);
    unknown_.assign(static_cast<std::size_t>(count), -1);
    for (std::int64_t i = 0; i < count; ++i) {
      const int label = static_cast<int>(grey_value(seeds, i));
      if (label != 0) labels_.insert(label);
      if (label == 0) {
        unknown_[static_cast<std::size_t>(i)] = static_cast<std::int64_t>(voxels_.size());
        voxels_.push_back(i);
      }
    }
    factorise();
  }

  const std::set<int>& labels() const { return labels_; }

  std::vector<double> probabilities(int label) const {
    const std::size_t n = voxels_.size();
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) {
      each_neighbour(voxels_[i], [&](std::int64_t j, double weight) {
        if (static_cast<int>(grey_value(seeds_, j)) == label) x[i] += weight;
      });
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) x[i] -= factor_[i * n + j] * x[j];
      x[i] /= factor_[i * n + i];
    }
    for (std::size_t i = n; i-- > 0;) {
      for (std::size_t j = i + 1; j < n; ++j) x[i] -= factor_[j * n + i] * x[j];
      x[i] /= factor_[i * n + i];
    }
    std::vector<double> all(unknown_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      const int seed = static_cast<int>(grey_value(seeds_, at));
      const bool wall = seed == 0 && !std::isfinite(value(at));
      const double free = wall ? 0 : unknown_[i] < 0 ? 0 : x[static_cast<std::size_t>(unknown_[i])];
      all[i] = seed == 0 ? free : seed == label ? 1 : 0;
    }
    return all;
  }

 private:
  double value(std::int64_t i) const {
    const double unit = image_.type() == PixelType::kUint8    ? 255
                        : image_.type() == PixelType::kUint16 ? 65535
                                                              : 1;
    return grey_value(image_, i) / unit;
  }

  double weight(std::int64_t i, std::int64_t j, double size) const {
    const Spacing& s = options_.spacing;
    const double step = size / std::min({s.x, s.y, s.z});
    const double gradient = (value(i) - value(j)) / step;
    if (!std::isfinite(gradient)) return 1e-10;
    const double scale = deviation_ > 0 ? options_.beta / (10 * deviation_) : 0;
    return std::exp(-scale * gradient * gradient) + 1e-10;
  }

  template <class Body>
  void each_neighbour(std::int64_t i, const Body& body) const {
    const Shape& s = shape_;
    const std::int64_t x = i % s.width, y = i / s.width % s.height, z = i / s.width / s.height;
    const auto visit = [&](bool there, std::int64_t step, double size) {
      if (there) body(i + step, weight(i, i + step, size));
    };
    const Spacing& size = options_.spacing;
    visit(x > 0, -1, size.x);
    visit(x + 1 < s.width, 1, size.x);
    visit(y > 0, -s.width, size.y);
    visit(y + 1 < s.height, s.width, size.y);
    visit(z > 0, -s.width * s.height, size.z);
    visit(z + 1 < s.depth, s.width * s.height, size.z);
  }

  void factorise() {
    const std::size_t n = voxels_.size();
    factor_.assign(n * n, 0);
    for (std::size_t i = 0; i < n; ++i) {
      each_neighbour(voxels_[i], [&](std::int64_t j, double weight) {
        factor_[i * n + i] += weight;
        const std::int64_t to = unknown_[static_cast<std::size_t>(j)];
        if (to >= 0) factor_[i * n + static_cast<std::size_t>(to)] -= weight;
      });
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double sum = factor_[i * n + j];
        for (std::size_t k = 0; k < j; ++k) sum -= factor_[i * n + k] * factor_[j * n + k];
        factor_[i * n + j] = i == j ? std::sqrt(sum) : sum / factor_[j * n + j];
      }
    }
  }

  Shape shape_;
  const GreyVolume& image_;
  const GreyVolume& seeds_;
  random_walker::Options options_;
  double deviation_ = 0;
  std::set<int> labels_;
  std::vector<std::int64_t> unknown_;  // number of an unknown; -1 for seeds
  std::vector<std::int64_t> voxels_;   // of unknowns
  std::vector<double> factor_;         // lower triangle
};

}  // namespace bitvox::test
