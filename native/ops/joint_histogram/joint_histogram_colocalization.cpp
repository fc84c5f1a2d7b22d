// SPDX-License-Identifier: BSD-2-Clause
#include "ops/joint_histogram/joint_histogram_colocalization.hpp"

#include <memory>
#include <optional>

#include "core/memory/memory.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/joint_histogram/joint_histogram_costes.hpp"
#include "ops/joint_histogram/joint_histogram_levels.hpp"
#include "ops/joint_histogram/joint_histogram_moments.hpp"
#include "ops/joint_histogram/joint_histogram_ranks.hpp"
#include "ops/joint_histogram/joint_histogram_shuffle.hpp"

namespace bitvox::joint_histogram {
namespace {

// What each level of one image has.
struct LevelSums {
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> others;  // the sum of the other image's levels

  explicit LevelSums(int levels)
      : counts(static_cast<std::size_t>(levels)), others(static_cast<std::size_t>(levels)) {}

  void add(int level, int other, std::int64_t count) {
    counts[static_cast<std::size_t>(level)] += count;
    others[static_cast<std::size_t>(level)] += count * other;
  }
  void merge(const LevelSums& more) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      counts[i] += more.counts[i];
      others[i] += more.others[i];
    }
  }
  CostesSearch::Used used() const {
    const auto is_used = [](std::int64_t count) { return count > 0; };
    const auto first = std::find_if(counts.begin(), counts.end(), is_used);
    const auto last = std::find_if(counts.rbegin(), counts.rend(), is_used);
    return {static_cast<int>(first - counts.begin()), static_cast<int>(counts.rend() - last) - 1};
  }
};

// The first pass: what the second needs to know.
struct Marginals {
  LevelSums a;
  LevelSums b;

  void add(int first, int second, std::int64_t count) {
    a.add(first, second, count);
    b.add(second, first, count);
  }
  void merge(const Marginals& other) {
    a.merge(other.a);
    b.merge(other.b);
  }
  Moments moments() const {
    Moments all;
    for (std::size_t level = 0; level < a.counts.size(); ++level) {
      const auto value = static_cast<std::int64_t>(level);
      all.n += a.counts[level];
      all.a += value * a.counts[level];
      all.aa += Int128{value * value} * a.counts[level];
      all.ab += Int128{value} * a.others[level];
    }
    for (std::size_t level = 0; level < b.counts.size(); ++level) {
      const auto value = static_cast<std::int64_t>(level);
      all.b += value * b.counts[level];
      all.bb += Int128{value * value} * b.counts[level];
    }
    return all;
  }
};

// What a level of one image means for ICQ and Spearman.
struct LevelPlaces {
  std::vector<std::int8_t> sides;   // -1 below the mean, 0 at it, 1 above
  std::vector<std::int64_t> ranks;  // see doubled_ranks()

  LevelPlaces(const LevelSums& sums, std::int64_t level_sum, std::int64_t n)
      : ranks(doubled_ranks(sums.counts)) {
    for (std::size_t level = 0; level < sums.counts.size(); ++level) {
      const Int128 distance = Int128{n} * static_cast<std::int64_t>(level) - level_sum;
      sides.push_back(static_cast<std::int8_t>((distance > 0) - (distance < 0)));
    }
  }
};

// The second pass.
struct Crossings {
  const LevelPlaces& a;
  const LevelPlaces& b;
  std::optional<CostesSearch> costes;  // none where there can be no thresholds
  std::int64_t same_side = 0;
  Int128 rank_products = 0;

  void add(int first, int second, std::int64_t count) {
    const auto x = static_cast<std::size_t>(first);
    const auto y = static_cast<std::size_t>(second);
    same_side += a.sides[x] * b.sides[y] > 0 ? count : 0;
    rank_products += Int128{a.ranks[x]} * b.ranks[y] * count;
    if (costes) {
      costes->add(first, second, count);
    }
  }
  void merge(const Crossings& other) {
    same_side += other.same_side;
    rank_products += other.rank_products;
    if (costes) {
      costes->merge(*other.costes);
    }
  }
};

// The sum of the other image's shown values, over the levels above a threshold.
double shown_sum_over(const LevelSums& levels, double threshold, const LevelAxis& other) {
  std::int64_t count = 0;
  std::int64_t sum = 0;
  for (std::size_t level = 0; level < levels.counts.size(); ++level) {
    if (static_cast<double>(level) > threshold) {
      count += levels.counts[level];
      sum += levels.others[level];
    }
  }
  return other.origin * static_cast<double>(count) + other.step * static_cast<double>(sum);
}

// Whether a level that is used is shown below 0.
bool is_below_zero(const LevelAxis& axis, const CostesSearch::Used& used) {
  return axis.shown(used.smallest) < 0;
}

// Not defined of values below 0.
double part_over(const LevelSums& levels, double threshold, const LevelAxis& other,
                 const CostesSearch::Used& used) {
  const double all = shown_sum_over(levels, -1, other);
  return all == 0 || is_below_zero(other, used) ? Colocalization::kUndefined
                                                : shown_sum_over(levels, threshold, other) / all;
}

void set_thresholds(const CostesSearch& search, const Marginals& marginals, const Moments& all,
                    const LevelPairs& pairs, Colocalization& result) {
  const CostesSearch::Thresholds found = search.find(marginals.a.used(), marginals.b.used());
  Moments above = all;
  above -= found.below;
  result.costes = found.end;
  result.slope = search.slope();
  result.intercept = search.intercept();
  result.first_threshold = pairs.a.shown(found.a);
  result.second_threshold = pairs.b.shown(found.b);
  result.above = above.n;
  result.pearson_above = above.pearson();
  result.pearson_below = found.below.pearson();
  result.manders_first = part_over(marginals.b, found.b, pairs.a, marginals.a.used());
  result.manders_second = part_over(marginals.a, found.a, pairs.b, marginals.b.used());
}

class Colocalizer {
 public:
  Colocalizer(const LevelPairs& pairs, const Histogram& histogram, int threads)
      : pairs_(pairs), histogram_(histogram), threads_(threads) {}

  Colocalization run(const Shuffling& shuffling, Progress& progress) {
    auto [first_pass, second_pass, ranking, counting, shuffling_part] =
        progress_parts(progress, 10, 20, 20, 5, 45);
    Colocalization result;
    if (histogram_.used == 0) {
      return result;
    }
    Marginals marginals{LevelSums(pairs_.a.levels), LevelSums(pairs_.b.levels)};
    visit(marginals, first_pass);
    const Moments all = marginals.moments();
    const LevelPlaces a(marginals.a, all.a, all.n);
    const LevelPlaces b(marginals.b, all.b, all.n);
    Crossings crossings{a, b, std::nullopt};
    if (all.covariance() > 0) {
      crossings.costes.emplace(all, pairs_.a, pairs_.b);
    }
    visit(crossings, second_pass);

    if (crossings.costes) {
      set_thresholds(*crossings.costes, marginals, all, pairs_, result);
    }
    if (!is_constant(marginals.a) && !is_constant(marginals.b)) {
      result.icq = static_cast<double>(crossings.same_side) / static_cast<double>(all.n) - 0.5;
    }
    result.spearman = are_integers() ? rank_correlation(crossings.rank_products,
                                                        square_sum(marginals.a.counts, a.ranks),
                                                        square_sum(marginals.b.counts, b.ranks))
                                     : spearman_of_values(pairs_, all.n, ranking);
    result.kendall = kendall_of_bins(histogram_, counting);
    if (shuffling.randomisations > 0) {
      shuffle(pairs_, shuffling, threads_, result, shuffling_part);
    }
    return result;
  }

 private:
  static bool is_constant(const LevelSums& levels) {
    const CostesSearch::Used used = levels.used();
    return used.smallest == used.largest;
  }

  bool are_integers() const {
    return pairs_.a.type != PixelType::kFloat32 && pairs_.b.type != PixelType::kFloat32;
  }

  // Whether the histogram has a bin for each level, which it also names.
  static bool has_all_levels(const LevelAxis& axis, int bins) {
    return axis.levels == 256 && bins == 256 && axis.range.low == 0 && axis.range.high == 256;
  }

  // Adds all pairs: from the counts where they say all, else from the voxels.
  template <class Sums>
  void visit(Sums& sums, Progress& progress) {
    if (!has_all_levels(pairs_.a, histogram_.first_bins) ||
        !has_all_levels(pairs_.b, histogram_.second_bins)) {
      add_pairs(pairs_, threads_, sums, progress);
      return;
    }
    auto count = histogram_.counts.begin();
    for (int b = 0; b < histogram_.second_bins; ++b) {
      progress.report(b, histogram_.second_bins);
      for (int a = 0; a < histogram_.first_bins; ++a) {
        sums.add(a, b, *count++);
      }
    }
  }

  const LevelPairs& pairs_;
  const Histogram& histogram_;
  int threads_;
};

}  // namespace

std::vector<Colocalization> colocalize(const GreySource& first, const GreySource& second,
                                       const VolumeSource* mask, const Counting& options,
                                       const Shuffling& shuffling,
                                       std::span<const Histogram> histograms, Progress& progress) {
  const int threads = thread_count(options.threads);
  const std::int64_t slices =
      first.shape().depth / static_cast<std::int64_t>(histograms.size());  // of each
  check_shuffling(shuffling, {first.shape().width, first.shape().height, slices});
  std::optional<BitVolume> mask_bits;
  auto [reading, working] = progress_parts(progress, 1, 19);
  if (mask != nullptr) {
    mask_bits = read_volume(*mask, threads, reading);
  }
  std::vector<Colocalization> results;
  for (std::size_t i = 0; i < histograms.size(); ++i) {
    const auto number = static_cast<std::int64_t>(i);
    PhaseProgress part(working, number, number + 1, std::ssize(histograms));
    part.report(0, 1);
    const std::int64_t z = number * slices;
    const LevelPairs pairs{first,
                           second,
                           mask_bits ? &*mask_bits : nullptr,
                           level_axis(first.type(), options.first_range, options.first_shown),
                           level_axis(second.type(), options.second_range, options.second_shown),
                           z,
                           z + slices};
    results.push_back(Colocalizer(pairs, histograms[i], threads).run(shuffling, part));
  }
  return results;
}

}  // namespace bitvox::joint_histogram
