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

// The class of the best Gaussian, the bits of that, and those of the best one of all other classes.
template <class Float>
struct Leaders {
  Float chosen;
  Float best;
  Float second;
};

// Of several points, for which each Gaussian is read once.
template <bool kHue, int kPoints, class Float>
BITVOX_INLINE void find_leaders(const PreparedModel& model, const Point<Float>* points,
                                Leaders<Float>* leads) {
  for (int p = 0; p < kPoints; ++p) leads[p] = {Float{}, Float{} + 1e30F, Float{} + 1e30F};
  int i = 0;
  for (int k = 0; k < model.classes; ++k) {
    Float own[kPoints];
    for (int p = 0; p < kPoints; ++p) own[p] = Float{} + 1e30F;
    for (; i < model.ends[k]; ++i) {
      for (int p = 0; p < kPoints; ++p) {
        const Float bits = bits_at<kHue>(model.gaussians[i], points[p]);
        own[p] = bits < own[p] ? bits : own[p];
      }
    }
    for (int p = 0; p < kPoints; ++p) {
      Leaders<Float>& lead = leads[p];
      const auto is_better = own[p] < lead.best;
      const Float other = is_better ? lead.best : own[p];
      lead.second = other < lead.second ? other : lead.second;
      lead.chosen = is_better ? Float{} + static_cast<float>(k) : lead.chosen;
      lead.best = is_better ? own[p] : lead.best;
    }
  }
}

template <bool kHue, class Float>
BITVOX_INLINE Leaders<Float> leaders_at(const PreparedModel& model, const Point<Float>& point) {
  Leaders<Float> lead;
  find_leaders<kHue, 1>(model, &point, &lead);
  return lead;
}

// Terms so many bits below the best one are left out.
constexpr float kNoTerm = 126.0F;

// Of Gaussians first .. end - 1, added up in this order, as a multiple of the best term of all:
// however far a colour is from all classes, that one is 1, and the sums are neither 0 nor too
// large.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float density_at(const PreparedModel& model, int first, int end,
                               const Point<Float>& point, Float best) {
  Float sum{};
  for (int i = first; i < end; ++i) {
    const Float bits = bits_at<kHue>(model.gaussians[i], point) - best;
    sum += bits < kNoTerm ? exp2_of_minus<Float, Bits>(bits) : Float{};
  }
  return sum;
}

// A class as a number, or kRejected, and its probability.
template <class Float>
struct ChosenClass {
  Float chosen;
  Float probability;
};

// By the sums of all terms.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE ChosenClass<Float> class_by_sums(const PreparedModel& model,
                                               const Point<Float>& point, Float best) {
  Float total{};
  Float largest{};
  Float chosen{};
  int first = 0;
  for (int k = 0; k < model.classes; ++k) {
    const Float own = density_at<kHue, Float, Bits>(model, first, model.ends[k], point, best);
    first = model.ends[k];
    total += own;
    const auto is_larger = own > largest;
    chosen = is_larger ? Float{} + static_cast<float>(k) : chosen;
    largest = is_larger ? own : largest;
  }
  const Float probability = largest / total;
  const auto is_rejected = (probability < model.reject) | (best > model.faint);
  return {is_rejected ? Float{} + static_cast<float>(kRejected) : chosen, probability};
}

// The class as a number, or kRejected. If the best Gaussian of one class leads those of all others
// by so much that the rest of them cannot make up for it, no sum is needed, nor for what is too
// faint.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float class_by(const PreparedModel& model, const Point<Float>& point,
                             const Leaders<Float>& lead) {
  const auto leads = lead.second - lead.best > model.lead;
  const auto is_faint = lead.best > model.faint;
  if (all(leads | is_faint)) {
    return is_faint ? Float{} + static_cast<float>(kRejected) : lead.chosen;
  }
  return class_by_sums<kHue, Float, Bits>(model, point, lead.best).chosen;
}
template <bool kHue, class Float, class Bits>
BITVOX_INLINE Float class_at(const PreparedModel& model, const Point<Float>& point) {
  return class_by<kHue, Float, Bits>(model, point, leaders_at<kHue>(model, point));
}

// The class, and its probability in 1/255, to be cut off to whole numbers, by which it is rounded
// half up; 0 of kRejected.
template <class Float>
struct SureClass {
  Float chosen;
  Float certainty;
};

template <bool kHue, class Float, class Bits>
BITVOX_INLINE SureClass<Float> sure_class_by(const PreparedModel& model, const Point<Float>& point,
                                             const Leaders<Float>& lead) {
  // So many bits ahead of each other term, of which there are 95, makes 254.63 / 255 at least.
  constexpr float kCertain = 16.0F;
  const float needed = model.lead > kCertain ? model.lead : kCertain;
  const auto leads = lead.second - lead.best > needed;
  const auto is_faint = lead.best > model.faint;
  const Float rejected = Float{} + static_cast<float>(kRejected);
  if (all(leads | is_faint)) {
    return {is_faint ? rejected : lead.chosen, is_faint ? Float{} : Float{} + 255.0F};
  }
  const ChosenClass<Float> by_sums = class_by_sums<kHue, Float, Bits>(model, point, lead.best);
  const Float certainty = 255.0F * by_sums.probability + 0.5F;
  return {by_sums.chosen, by_sums.chosen == rejected ? Float{} : certainty};
}
template <bool kHue, class Float, class Bits>
BITVOX_INLINE SureClass<Float> sure_class_at(const PreparedModel& model,
                                             const Point<Float>& point) {
  return sure_class_by<kHue, Float, Bits>(model, point, leaders_at<kHue>(model, point));
}

// The probability of each class.
template <bool kHue, class Float, class Bits>
BITVOX_INLINE void probabilities_at(const PreparedModel& model, const Point<Float>& point,
                                    Float* probabilities) {
  const Float best = leaders_at<kHue>(model, point).best;
  Float total{};
  int first = 0;
  for (int k = 0; k < model.classes; ++k) {
    probabilities[k] = density_at<kHue, Float, Bits>(model, first, model.ends[k], point, best);
    first = model.ends[k];
    total += probabilities[k];
  }
  for (int k = 0; k < model.classes; ++k) probabilities[k] = probabilities[k] / total;
}
