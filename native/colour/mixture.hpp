// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "colour/prepared_model.hpp"
#include "colour/spaces.hpp"
#include "core/elementary.hpp"
#include "core/host_and_device.hpp"

namespace bitvox::colour {

// Classes of colours, each a mixture of Gaussians in a colour space: a colour is of the class of
// the largest prior times density.
//
// The Gaussians are those of a plane where hue is concerned: the distance of two hues is taken the
// shorter way, which for Gaussians wider than half the circle is no proper density.

enum class Covariance { kFull, kDiagonal };
constexpr std::string_view java_name(const Space*) { return "ColourModel$Space"; }
constexpr std::string_view java_name(const Covariance*) { return "ColourModel$Covariance"; }

// Numbers are those of spaces.hpp.
struct Model {
  Space space = Space::kHsv;
  Covariance covariance = Covariance::kFull;
  std::vector<double> priors;       // [class], above 0; need not sum to 1
  std::vector<double> gaussians;    // [class]: how many, 1 to kMostGaussians
  std::vector<double> weights;      // [Gaussian], class after class; those of a class sum to 1
  std::vector<double> means;        // [Gaussian][3]
  std::vector<double> covariances;  // [Gaussian][6]: 11, 12, 13, 22, 23, 33

  template <class Each>
  static void fields(Each&& field) {
    field("space", &Model::space);
    field("covariance", &Model::covariance);
    field("priors", &Model::priors);
    field("gaussians", &Model::gaussians);
    field("weights", &Model::weights);
    field("means", &Model::means);
    field("covariances", &Model::covariances);
  }
};
constexpr std::string_view java_name(const Model*) { return "ColourModel"; }

// No variance of a Gaussian, in any direction, is below this.
inline constexpr double kLeastVariance = 1e-3;

// Throws InvalidInput with a sentence that says what is wrong with which class (from 1).
void check(const Model& model);

// If classes below some probability are rejected, so are colours at which the terms of all
// Gaussians are below 2^-120: about 12 standard deviations from all of them, where which class is
// the more probable says nothing.
inline constexpr float kMostBits = 120;

// Makes a model ready for class_of(), probabilities() and colours::Rows. reject: the least
// probability of a class that is chosen, 0 to 1. Throws InvalidInput.
PreparedModel prepare(const Model& model, double reject = 0);

#define BITVOX_INLINE BITVOX_BOTH inline
using elementary::exp2_of_minus;
#include "colour/mixture.inl"

// The class of a colour 0xRRGGBB, from 0: that of the largest prior times density, however far the
// colour is from all classes; of equal ones the lower. Densities are sums of 32-bit floats,
// relative to the largest term. Those of terms of b bits are off by about b * 1e-7 of them, within
// which they can be equal. kRejected if the probability is below `reject`, or, if that is above 0,
// all terms have more than kMostBits.
BITVOX_INLINE uint8_t class_of(const PreparedModel& model, uint32_t rgb) {
  const Point<float> point = point_of(model.space, rgb);
  return static_cast<uint8_t>(model.space == Space::kHsv
                                  ? class_at<true, float, uint32_t>(model, point)
                                  : class_at<false, float, uint32_t>(model, point));
}

// The same, and how probable it is, in 1/255, rounded half up: 0 of kRejected.
struct Certain {
  uint8_t chosen;
  uint8_t certainty;
};
BITVOX_INLINE Certain certain_class_of(const PreparedModel& model, uint32_t rgb) {
  const Point<float> point = point_of(model.space, rgb);
  const SureClass<float> sure = model.space == Space::kHsv
                                    ? sure_class_at<true, float, uint32_t>(model, point)
                                    : sure_class_at<false, float, uint32_t>(model, point);
  return {static_cast<uint8_t>(sure.chosen), static_cast<uint8_t>(sure.certainty)};
}

// probabilities[class]: they sum to 1, within 1e-6.
BITVOX_INLINE void probabilities(const PreparedModel& model, uint32_t rgb, float* out) {
  const Point<float> point = point_of(model.space, rgb);
  if (model.space == Space::kHsv) {
    probabilities_at<true, float, uint32_t>(model, point, out);
  } else {
    probabilities_at<false, float, uint32_t>(model, point, out);
  }
}
#undef BITVOX_INLINE

}  // namespace bitvox::colour
