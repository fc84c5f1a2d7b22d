// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "core/host_and_device.hpp"
#include "ops/colour_classes/em_mixture.hpp"

// EM step by step: the sums of all colours under a mixture, which the twins compute in their ways,
// then advance(), which is the same for both.
namespace bitvox::colour_classes {

struct EmRules {
  Space space = Space::kHsv;
  Covariance covariance = Covariance::kFull;
  std::int32_t iterations = 300;  // at most
  double samples = 0;
};

// How far one fit is. On the GPU it lies in its memory as it is.
struct Em {
  Mixture best;                                                      // the likeliest so far
  double log_likelihood = -std::numeric_limits<double>::infinity();  // of it, natural
  std::int32_t iterations = -1;  // that led there; the first mixture is that of iteration 0
  bool steady = false;
  bool ended = false;
  Mixture trial;             // of which sums are wanted next, unless it has ended
  PreparedMixture prepared;  // the same
};

// Who computes what has a part a Gaussian: one thread, or several of the GPU that all call.
struct OneThread {
  template <class Body>
  BITVOX_BOTH void once(const Body& body) const {
    body();
  }
  template <class Body>
  BITVOX_BOTH void each(int count, const Body& body) const {
    for (int g = 0; g < count; ++g) body(g);
  }
};

template <class Threads>
BITVOX_BOTH void prepare(const Mixture& mixture, Space space, PreparedMixture& to,
                         const Threads& threads) {
  threads.once([&] {
    to.space = space;
    to.gaussians = mixture.gaussians;
  });
  threads.each(mixture.gaussians, [&](int g) {
    to.each[g] =
        colour::prepare_gaussian(mixture.weights[g], mixture.means[g], mixture.covariances[g]);
  });
}

// Makes a mixture the likeliest one for these sums about its means: weights, means, and
// covariances that are not less than the least one.
template <class Threads>
BITVOX_BOTH void maximise(const EmRules& rules, const MixtureSums& sums, Mixture& mixture,
                          const Threads& threads) {
  constexpr double kLeastWeight = 1e-9;
  const int gaussians = mixture.gaussians;
  double* const weights = mixture.weights;
  threads.each(gaussians, [&](int g) {
    weights[g] = sums.gaussians[g].number;
    maximise_gaussian(rules.space, rules.covariance, sums.gaussians[g], mixture.means[g],
                      mixture.covariances[g]);
  });
  // Both sums are of what is there before any weight changes.
  const double number = sum_of(weights, gaussians);
  threads.each(gaussians,
               [&](int g) { weights[g] = std::fmax(weights[g] / number, kLeastWeight); });
  const double sum = sum_of(weights, gaussians);
  threads.each(gaussians, [&](int g) { weights[g] /= sum; });
}

// From a first mixture.
inline Em begin_em(const Mixture& first, Space space) {
  Em em;
  em.best = first;
  em.trial = first;
  prepare(em.trial, space, em.prepared, OneThread());
  return em;
}

// The sums are those of the trial. Keeps it if it is likelier, and makes the next one, unless
// nothing rises any more or iterations are used up. On the GPU all is in memory that all threads
// see.
template <class Threads>
BITVOX_BOTH void advance(const EmRules& rules, const MixtureSums& sums, Em& em,
                         const Threads& threads) {
  constexpr double kSteadyRise = 1e-5;  // per sample
  const double log_likelihood = -sums.bits * std::numbers::ln2;
  const double rise = (log_likelihood - em.log_likelihood) / rules.samples;
  const bool rises = rise > 0;
  threads.once([&] {
    if (rises) {
      em.log_likelihood = log_likelihood;
      ++em.iterations;
    }
    em.steady = !(rise >= kSteadyRise);
    em.ended = em.steady || em.iterations >= rules.iterations;
  });
  if (rises) {
    threads.each(em.trial.gaussians, [&](int g) { copy_gaussian(em.trial, g, em.best); });
  }
  if (em.ended) return;
  maximise(rules, sums, em.trial, threads);
  prepare(em.trial, rules.space, em.prepared, threads);
}

}  // namespace bitvox::colour_classes
