// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "colour/mixture.hpp"

// Models of colours for tests.
namespace bitvox::colour {

// Random Gaussians, near and far, narrow and wide.
inline Model random_model(Space space, Covariance covariance, std::size_t classes,
                          std::size_t gaussians, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto draw = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  Model model;
  model.space = space;
  model.covariance = covariance;
  const SpaceRange range = range_of(space);
  for (std::size_t k = 0; k < classes; ++k) {
    model.priors.push_back(draw(0.1, 1));
    model.gaussians.push_back(static_cast<double>(gaussians));
    for (std::size_t i = 0; i < gaussians; ++i) {
      model.weights.push_back(1.0 / static_cast<double>(gaussians));
      double lower[3][3] = {};
      for (std::size_t row = 0; row < 3; ++row) {
        model.means.push_back(draw(double{range.least[row]}, double{range.most[row]}));
        lower[row][row] = draw(2, (double{range.most[row]} - double{range.least[row]}) / 10);
        for (std::size_t column = 0; column < row && covariance == Covariance::kFull; ++column) {
          lower[row][column] = draw(-10, 10);
        }
      }
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = row; column < 3; ++column) {
          double sum = 0;
          for (std::size_t c = 0; c < 3; ++c) sum += lower[row][c] * lower[column][c];
          model.covariances.push_back(sum);
        }
      }
    }
  }
  return model;
}

}  // namespace bitvox::colour
