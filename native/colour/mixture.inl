// SPDX-License-Identifier: BSD-2-Clause
// Mixtures at points (see mixture.hpp), for single ones and for vectors of them, on the CPU and the
// GPU: fused multiplications, additions and divisions, as IEEE 754 says, in the order that stands
// here. Behind spaces.inl and core/elementary.inl, with an all() of comparisons.

BITVOX_INLINE bool all(bool each) { return each; }

// A number in every lane: what is taken off is 0, so no subtraction is left of it.
template <class Float>
BITVOX_INLINE Float everywhere(float number) {
  return number - Float{};
}

// From the mean of one Gaussian. kHue: the first number is an angle, whose distance is the shorter
// way.
template <bool kHue, class Float>
BITVOX_INLINE Point<Float> distance_at(const PreparedGaussian& gaussian,
                                       const Point<Float>& point) {
  Float x = point.first - gaussian.mean[0];
  if constexpr (kHue) {
    const Float turns = rounded(x * (1.0F / 1536.0F));
    x = multiply_add(turns, Float{} - 1536.0F, x);
  }
  return {x, point.second - gaussian.mean[1], point.third - gaussian.mean[2]};
}

// Of the term of one Gaussian at a distance from its mean.
template <class Float>
BITVOX_INLINE Float bits_of(const PreparedGaussian& gaussian, const Point<Float>& distance) {
  const Float x = distance.first;
  const Float y = distance.second;
  const Float z = distance.third;
  const float* const rows = gaussian.rows;
  const Float first = x * rows[0];
  const Float second = multiply_add(y, everywhere<Float>(rows[2]), x * rows[1]);
  const Float third = multiply_add(z, everywhere<Float>(rows[5]),
                                   multiply_add(y, everywhere<Float>(rows[4]), x * rows[3]));
  return multiply_add(
      first, first,
      multiply_add(second, second, multiply_add(third, third, everywhere<Float>(gaussian.bits))));
}

template <bool kHue, class Float>
BITVOX_INLINE Float bits_at(const PreparedGaussian& gaussian, const Point<Float>& point) {
  return bits_of(gaussian, distance_at<kHue>(gaussian, point));
}

// Terms of so many bits are left out.
constexpr float kNoTerm = 126.0F;

// Of Gaussians first .. end - 1, added up in this order.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float density_at(const PreparedModel& model, int first, int end,
                               const Point<Float>& point) {
  Float sum{};
  for (int i = first; i < end; ++i) {
    const Float bits = bits_at<kHue>(model.gaussians[i], point);
    sum += bits < kNoTerm ? exp2_of_minus<Float, Bits>(bits) : Float{};
  }
  return sum;
}

// Densities below this are none.
constexpr float kLeastDensity = 0x1p-120F;

// The class by the sums of all terms.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float class_by_sums(const PreparedModel& model, const Point<Float>& point) {
  Float total{};
  Float largest{};
  Float chosen{};
  int first = 0;
  for (int k = 0; k < model.classes; ++k) {
    const Float own = density_at<kHue, Float, Bits>(model, first, model.ends[k], point);
    first = model.ends[k];
    total += own;
    const auto is_larger = own > largest;
    chosen = is_larger ? Float{} + static_cast<float>(k) : chosen;
    largest = is_larger ? own : largest;
  }
  const auto is_none = largest < kLeastDensity;
  chosen = is_none ? Float{} : chosen;
  if (model.reject > 0.0F) {
    const Float rejected = Float{} + static_cast<float>(kRejected);
    chosen = largest / total < model.reject ? rejected : chosen;
    chosen = is_none ? rejected : chosen;
  }
  return chosen;
}

// The class as a number, or kRejected. Where the best Gaussian of one class leads those of all
// others by so much that the rest of them cannot make up for it, no sum is needed, nor where there
// is nothing to add up.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float class_at(const PreparedModel& model, const Point<Float>& point) {
  Float best = Float{} + 1e30F;
  Float second = best;
  Float chosen{};
  int i = 0;
  for (int k = 0; k < model.classes; ++k) {
    Float own = Float{} + 1e30F;
    for (; i < model.ends[k]; ++i) {
      const Float bits = bits_at<kHue>(model.gaussians[i], point);
      own = bits < own ? bits : own;
    }
    const auto is_better = own < best;
    const Float other = is_better ? best : own;
    second = other < second ? other : second;
    chosen = is_better ? Float{} + static_cast<float>(k) : chosen;
    best = is_better ? own : best;
  }
  const auto leads = second - best > model.lead;
  const auto is_dense = best < 119.0F;   // one term alone is above kLeastDensity
  const auto is_none = best >= kNoTerm;  // all terms are left out
  const Float none = Float{} + (model.reject > 0.0F ? static_cast<float>(kRejected) : 0.0F);
  if (all((leads & is_dense) | is_none)) return is_none ? none : chosen;
  return class_by_sums<kHue, Float, Bits>(model, point);
}

// The probability of each class. All are equal where there is no density.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE void probabilities_at(const PreparedModel& model, const Point<Float>& point,
                                    Float* probabilities) {
  Float total{};
  Float largest{};
  int first = 0;
  for (int k = 0; k < model.classes; ++k) {
    const Float own = density_at<kHue, Float, Bits>(model, first, model.ends[k], point);
    first = model.ends[k];
    probabilities[k] = own;
    total += own;
    largest = own > largest ? own : largest;
  }
  const auto is_none = largest < kLeastDensity;
  const Float equal = Float{} + 1.0F / static_cast<float>(model.classes);
  for (int k = 0; k < model.classes; ++k) {
    probabilities[k] = is_none ? equal : probabilities[k] / total;
  }
}

// The probability of the class that class_at() has chosen, as probabilities_at() has it, in 1/255
// and rounded half up: the whole part of what is returned; 0 for kRejected.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float certainty_at(const PreparedModel& model, const Point<Float>& point,
                                 Float chosen) {
  Float total{};
  Float largest{};
  Float of_chosen{};
  int first = 0;
  for (int k = 0; k < model.classes; ++k) {
    const Float own = density_at<kHue, Float, Bits>(model, first, model.ends[k], point);
    first = model.ends[k];
    total += own;
    largest = own > largest ? own : largest;
    of_chosen = chosen == static_cast<float>(k) ? own : of_chosen;
  }
  const Float equal = Float{} + 1.0F / static_cast<float>(model.classes);
  const Float probability = largest < kLeastDensity ? equal : of_chosen / total;
  return chosen == static_cast<float>(kRejected) ? Float{} : 255.0F * probability + 0.5F;
}
