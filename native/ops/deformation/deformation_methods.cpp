// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_methods.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/threads/ordered_sum.hpp"
#include "core/threads/parallel.hpp"
#include "ops/deformation/deformation_vectors.hpp"
#include "ops/deformation/deformation_weights.hpp"

namespace bitvox::deformation {
namespace {

// Springs alone make a material of this ratio.
constexpr double kOfSprings = 0.25;

// Lame's constants for a modulus of 1.
struct Lame {
  double lambda, mu;
};
Lame lame_of(double poisson) {
  return {poisson / ((1 + poisson) * (1 - 2 * poisson)), 1 / (2 * (1 + poisson))};
}

// A pair of neighbours at rest.
struct Pair {
  std::int64_t slot;
  std::int64_t other;
  Vector vector;
  double length;
  double weight;
};

class Filler {
 public:
  Filler(Model& model, const Options& options, double reach, int threads, Progress& progress)
      : model_(model),
        options_(options),
        reach_(reach),
        threads_(threads),
        progress_(progress),
        of_nodes_(static_cast<std::size_t>(model.count)),
        highest_(static_cast<std::size_t>(model.groups())) {}

  Stiffness fill_springs();
  Stiffness fill_shapes();
  Stiffness fill_meshless();
  Stiffness fill_points();

 private:
  void need(std::size_t slots, std::size_t nodes) {
    const std::int64_t of_slots = model_.padded() * model_.rows.neighbours;
    const auto bytes = static_cast<std::int64_t>(sizeof(float)) *
                       (static_cast<std::int64_t>(slots) * of_slots +
                        static_cast<std::int64_t>(nodes) * model_.padded());
    require_memory(kMemoryUser, host_memory(), bytes);
    for (std::size_t i = 0; i < slots; ++i) {
      model_.rows.slots[i] = zeroed(model_.slots[i], of_slots);
    }
    for (std::size_t i = 0; i < nodes; ++i) {
      model_.rows.nodes[i] = zeroed(model_.node_numbers[i], model_.padded());
    }
  }
  static const float* zeroed(AlignedArray<float>& array, std::int64_t count) {
    array = aligned_array<float>(count);
    std::fill_n(array.get(), count, 0.0F);
    return array.get();
  }

  // body(node), which returns a number of which the largest is kept in highest().
  template <class Body>
  void each_node(const Body& body) {
    parallel_for(model_.groups(), threads_, progress_, [&](std::int64_t group) {
      double highest = 0;
      const std::int64_t end = std::min(model_.count, (group + 1) * kGroup);
      for (std::int64_t node = group * kGroup; node < end; ++node) {
        highest = std::max(highest, body(node));
      }
      highest_[static_cast<std::size_t>(group)] = highest;
    });
  }
  double highest() const { return *std::max_element(highest_.begin(), highest_.end()); }

  template <class Use>
  void each_pair(std::int64_t node, const Use& use) const {
    const Vector here = model_.rest_of(node);
    model_.each_neighbour(node, [&](std::int64_t slot, std::int64_t other) {
      const Vector vector = difference(model_.rest_of(other), here);
      const double length = std::sqrt(product(vector, vector));
      use(Pair{slot, other, vector, length, weight_at(options_.weight, length / reach_)});
    });
  }

  void set_slot(std::size_t number, const Pair& pair, double value) {
    model_.slots[number][static_cast<std::size_t>(pair.slot)] = static_cast<float>(value);
  }
  void set_node(std::size_t number, std::int64_t node, double value) {
    model_.node_numbers[number][static_cast<std::size_t>(node)] = static_cast<float>(value);
  }
  double& of_node(std::int64_t node) { return of_nodes_[static_cast<std::size_t>(node)]; }
  // Over the nodes that are free: at plates neighbours are missing.
  double mean_of_free() const {
    std::vector<double> free(of_nodes_);
    std::int64_t count = 0;
    for (std::int64_t node = 0; node < model_.count; ++node) {
      if (model_.is_free(node)) {
        ++count;
      } else {
        free[static_cast<std::size_t>(node)] = 0;
      }
    }
    return count > 0 ? sum_of_rows(free) / static_cast<double>(count) : 0;
  }

  Model& model_;
  const Options& options_;
  const double reach_;
  const int threads_;
  Progress& progress_;
  std::vector<double> of_nodes_, highest_;
};

// In a strain e, springs have the energy of lambda = mu = (sum of k w L^2) / 30 over the volume, as
// the mean of (n . e n)^2 over all directions is (tr(e)^2 + 2 e : e) / 15.
Stiffness Filler::fill_springs() {
  need(2, 0);
  model_.poisson = kOfSprings;
  model_.rows.constants.spring_damping = static_cast<float>(options_.spring_damping);
  each_node([&](std::int64_t node) {
    double sum = 0;
    Symmetric matrix{};
    const Quad& here = model_.rows.rest[node];
    each_pair(node, [&](const Pair& pair) {
      const Quad& there = model_.rows.rest[pair.other];
      // As the engines compute it, so that there is no force at rest.
      const Three<float> apart =
          Three<float>{there.x, there.y, there.z} - Three<float>{here.x, here.y, here.z};
      set_slot(0, pair, pair.weight);
      model_.slots[1][static_cast<std::size_t>(pair.slot)] =
          dot(apart, apart) * inverse_length(apart);
      sum += pair.weight * pair.length * pair.length;
      if (pair.length > 0) add_square(pair.weight / pair.length / pair.length, pair.vector, matrix);
    });
    of_node(node) = sum;
    return 2 * largest_row(matrix);
  });
  const double mean = mean_of_free();
  const double stiffness = mean > 0 ? 30 * lame_of(kOfSprings).mu / mean : 1;
  return {stiffness, stiffness * highest()};
}

// Stretched along an axis, nodes have the energy k / 2 (mean of L^2) / 3 e^2.
Stiffness Filler::fill_shapes() {
  need(0, 3);
  model_.poisson = std::numeric_limits<double>::quiet_NaN();
  const double part = 1.0 / (model_.rows.neighbours + 1);
  model_.rows.constants.part = static_cast<float>(part);
  each_node([&](std::int64_t node) {
    double sum = 0;
    int pairs = 0;
    Vector from_centre{};
    each_pair(node, [&](const Pair& pair) {
      for (std::size_t axis = 0; axis < 3; ++axis) from_centre[axis] -= pair.vector[axis];
      sum += pair.length * pair.length;
      ++pairs;
    });
    for (std::size_t axis = 0; axis < 3; ++axis) set_node(axis, node, part * from_centre[axis]);
    of_node(node) = part * sum;
    return 2 * part * pairs;
  });
  const double mean = mean_of_free();
  const double stiffness = mean > 0 ? 6 / mean : 1;
  return {stiffness, stiffness * highest()};
}

// Among neighbours all around, the first sum is a third of the Laplacian of u, and the second one
// (Laplacian + 2 gradient of the divergence) / 15.
Stiffness Filler::fill_meshless() {
  need(4, 1);
  model_.poisson = std::min(options_.poisson, kOfSprings);
  const Lame lame = lame_of(model_.poisson);
  const double all = std::max(0.0, 1.5 * (lame.mu - lame.lambda));
  const double along = 7.5 * (lame.lambda + lame.mu);
  each_node([&](std::int64_t node) {
    double lengths = 0;
    Symmetric matrix{};
    each_pair(node, [&](const Pair& pair) {
      if (pair.length == 0) return;
      const double weight = pair.weight / pair.length;
      const double of_vector = std::sqrt(along * weight) / pair.length;
      set_slot(0, pair, all * weight);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        set_slot(1 + axis, pair, of_vector * pair.vector[axis]);
      }
      lengths += pair.weight * pair.length;
      add_square(along * weight / pair.length / pair.length, pair.vector, matrix);
      for (std::size_t axis = 0; axis < 3; ++axis) matrix[axis] += all * weight;
    });
    of_node(node) = lengths;
    if (lengths <= 0) {
      set_node(0, node, 1);  // there is nothing to be added up
      return 0.0;
    }
    set_node(0, node, 2 / lengths);
    return 2 * (2 / lengths) * largest_row(matrix);
  });
  const double mean = mean_of_free();
  model_.mean_weight = mean > 0 ? mean : 1;
  return {1, highest()};
}

// The energy of a node is at most (3 lambda + 2 mu) / 2 |gradient|^2, and that at most |M^-1| sum
// of w |u_ij|^2, where |u_ij|^2 is at most 2 |u_i|^2 + 2 |u_j|^2.
Stiffness Filler::fill_points() {
  need(3, 6);
  model_.poisson = options_.poisson;
  const Lame lame = lame_of(options_.poisson);
  model_.rows.constants.lambda = static_cast<float>(lame.lambda);
  model_.rows.constants.two_mu = static_cast<float>(2 * lame.mu);
  each_node([&](std::int64_t node) {
    Symmetric moment{};
    each_pair(node, [&](const Pair& pair) {
      add_square(pair.weight, pair.vector, moment);
      for (std::size_t axis = 0; axis < 3; ++axis) {
        set_slot(axis, pair, pair.weight * pair.vector[axis]);
      }
    });
    const Symmetric inverse = safe_inverse(moment);
    for (std::size_t i = 0; i < 6; ++i) set_node(i, node, inverse[i]);
    of_node(node) = largest_row(inverse);
    return 0.0;
  });
  each_node([&](std::int64_t node) {
    double sum = 0;
    each_pair(node, [&](const Pair& pair) {
      sum += pair.weight * (of_node(node) + of_node(pair.other));
    });
    return 2 * sum;
  });
  const double most = std::max(3 * lame.lambda + 2 * lame.mu, 2 * lame.mu);
  return {1, most * highest()};
}

}  // namespace

Stiffness fill_method(Model& model, const Options& options, double reach, int threads,
                      Progress& progress) {
  Filler filler(model, options, reach, threads, progress);
  switch (model.method) {
    case Method::kMassSpring:
      return filler.fill_springs();
    case Method::kShapeMatching:
      return filler.fill_shapes();
    case Method::kMeshless:
      return filler.fill_meshless();
    case Method::kPointBased:
      break;
  }
  return filler.fill_points();
}

}  // namespace bitvox::deformation
