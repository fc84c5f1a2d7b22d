// SPDX-License-Identifier: BSD-2-Clause
#include "ops/deformation/deformation_energy.hpp"

#include <cmath>
#include <vector>

namespace bitvox::deformation {
namespace {

// The rotation of the whole body less 1, as engines compute it.
Matrix3 turn_of(const Model& model, const State& state) {
  const Rows& rows = Rows::scalar;
  std::vector<Quad> moving(state.moving);
  moving.resize(static_cast<std::size_t>(model.padded()));
  std::int64_t sums[9] = {};
  rows.add_products(moving.data(), model.rest.get(), 0, model.groups(), model.rotation.scale,
                    model.rotation.limit, sums);
  float turn[9];
  find_turn(model.rotation, sums, turn);
  Matrix3 out{};
  for (std::size_t i = 0; i < 9; ++i) out[i / 3][i % 3] = static_cast<double>(turn[i]);
  return out;
}

}  // namespace

Energies::Energies(const Model& model, const State& state) : model_(model), state_(state) {
  if (model.method == Method::kShapeMatching) turn_ = turn_of(model, state);
}

double Energies::of(std::int64_t node) const {
  switch (model_.method) {
    case Method::kMassSpring:
      return of_springs(node);
    case Method::kShapeMatching:
      return of_shape(node);
    case Method::kMeshless:
      return of_meshless(node);
    case Method::kPointBased:
      break;
  }
  return of_point(node);
}

// use(slot, u_ij, other)
template <class Use>
void Energies::each_pair(std::int64_t node, const Use& use) const {
  const auto moving = [&](std::int64_t of) {
    const Quad& at = state_.moving[static_cast<std::size_t>(of)];
    return Vector{at.x, at.y, at.z};
  };
  const Vector here = moving(node);
  model_.each_neighbour(node, [&](std::int64_t at, std::int64_t other) {
    use(at, difference(moving(other), here), other);
  });
}

double Energies::slot(std::size_t number, std::int64_t at) const {
  return static_cast<double>(model_.rows.slots[number][at]);
}

Vector Energies::slot_vector(std::size_t first, std::int64_t at) const {
  return {slot(first, at), slot(first + 1, at), slot(first + 2, at)};
}

double Energies::number(std::size_t of, std::int64_t node) const {
  return static_cast<double>(model_.rows.nodes[of][node]);
}

double Energies::of_springs(std::int64_t node) const {
  double sum = 0;
  each_pair(node, [&](std::int64_t at, const Vector& apart, std::int64_t) {
    const double longer = std::sqrt(product(apart, apart)) - slot(1, at);
    sum += slot(0, at) * longer * longer;
  });
  return sum / 4;
}

double Energies::of_shape(std::int64_t node) const {
  double sum = 0;
  each_pair(node, [&](std::int64_t, const Vector& apart, std::int64_t other) {
    const Vector rest = difference(model_.rest_of(other), model_.rest_of(node));
    Vector from_goal = apart;
    for (std::size_t i = 0; i < 3; ++i) from_goal[i] -= product(turn_[i], rest);
    sum += product(from_goal, from_goal);
  });
  return static_cast<double>(model_.rows.constants.part) * sum / 4;
}

double Energies::of_meshless(std::int64_t node) const {
  double sum = 0;
  each_pair(node, [&](std::int64_t at, const Vector& apart, std::int64_t) {
    const double along = product(apart, slot_vector(1, at));
    sum += slot(0, at) * product(apart, apart) + along * along;
  });
  return model_.mass(node) * number(0, node) * sum / 4;
}

double Energies::of_point(std::int64_t node) const {
  Matrix3 sums{};
  each_pair(node, [&](std::int64_t at, const Vector& apart, std::int64_t) {
    const Vector vector = slot_vector(0, at);
    for (std::size_t i = 0; i < 9; ++i) sums[i / 3][i % 3] += apart[i / 3] * vector[i % 3];
  });
  const double yz = number(3, node), xz = number(4, node), xy = number(5, node);
  const Matrix3 inverse{
      {{number(0, node), xy, xz}, {xy, number(1, node), yz}, {xz, yz, number(2, node)}}};
  Matrix3 gradient{};
  for (std::size_t i = 0; i < 9; ++i) gradient[i / 3][i % 3] = product(sums[i / 3], inverse[i % 3]);
  double trace = 0, squares = 0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b) {
      double strain = gradient[a][b] + gradient[b][a];
      for (std::size_t c = 0; c < 3; ++c) strain += gradient[c][a] * gradient[c][b];
      strain /= 2;
      squares += strain * strain;
      if (a == b) trace += strain;
    }
  const Constants& constants = model_.rows.constants;
  return (static_cast<double>(constants.lambda) * trace * trace +
          static_cast<double>(constants.two_mu) * squares) /
         2;
}

}  // namespace bitvox::deformation
