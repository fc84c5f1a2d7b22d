// SPDX-License-Identifier: BSD-2-Clause
// The inner loops of the CPU, see deformation_rows.hpp: as many nodes of a group at a time as a
// register has floats. Nothing here may be fused or reordered: the same bits for every instruction
// set.

#define BITVOX_INLINE inline __attribute__((always_inline))
#include "cpu/float_lanes.inl"

typedef Three<Lanes> Vectors;

#include "ops/deformation/deformation_gather.inl"

BITVOX_INLINE Lanes load(const float* from) { return load<Lanes>(from); }
BITVOX_INLINE Vectors load(const float* const* from, int64_t at) {
  return {load(from[0] + at), load(from[1] + at), load(from[2] + at)};
}

// Some nodes of a group.
struct Nodes {
  const ModelRows& model;
  int64_t node;  // the first
  int64_t slot;  // of that
  Vectors moving, velocity;
  Lanes free;
};

BITVOX_INLINE Nodes nodes_at(const ModelRows& model, int64_t group, int lane,
                             const StateRows& from) {
  const int64_t node = group * kGroup + lane;
  Lanes free, none;
  const Vectors moving = load_quads(from.moving + node, free);
  const Vectors velocity = load_quads(from.velocity + node, none);
  return {model, node, group * model.neighbours * kGroup + lane, moving, velocity, free};
}

// The sum of pair(slot) over the neighbours, in the order of deformation_forces.hpp.
template <class Sum, class Pair>
BITVOX_INLINE Sum sum_of_pairs(const Nodes& nodes, const Pair& pair) {
  const auto of = [&](int32_t residue) __attribute__((always_inline)) {
    Sum sum{};
    for (int32_t k = residue; k < nodes.model.neighbours; k += 4) {
      sum = sum + pair(nodes.slot + static_cast<int64_t>(k) * kGroup);
    }
    return sum;
  };
  const Sum low = of(0) + of(1);
  return low + (of(2) + of(3));
}

// A method: how some nodes are accelerated, over Constants::scale.

struct MassSpring {
  static BITVOX_INLINE Vectors accelerate(const Nodes& nodes, const StateRows& from, const float*,
                                          const StressRows*) {
    const ModelRows& model = nodes.model;
    return sum_of_pairs<Vectors>(
        nodes, [&](int64_t slot) __attribute__((always_inline)) {
          const int32_t* const neighbour = model.neighbour + slot;
          const Vectors apart = gather(from.moving, neighbour) - nodes.moving;
          const Vectors faster = gather(from.velocity, neighbour) - nodes.velocity;
          const Lanes inverse = 1.0F / root_of(square_above_0(apart));
          return spring(load(model.slots[0] + slot), load(model.slots[1] + slot),
                        model.constants.spring_damping, inverse, apart, faster);
        });
  }
};

struct ShapeMatching {
  static BITVOX_INLINE Vectors accelerate(const Nodes& nodes, const StateRows& from,
                                          const float* turn, const StressRows*) {
    const ModelRows& model = nodes.model;
    const Vectors sum = sum_of_pairs<Vectors>(
        nodes, [&](int64_t slot) __attribute__((always_inline)) {
          return gather(from.moving, model.neighbour + slot) - nodes.moving;
        });
    return match(turn, load(model.nodes, nodes.node), model.constants.part * sum);
  }
};

struct Meshless {
  static BITVOX_INLINE Vectors accelerate(const Nodes& nodes, const StateRows& from, const float*,
                                          const StressRows*) {
    const ModelRows& model = nodes.model;
    const Vectors sum = sum_of_pairs<Vectors>(
        nodes, [&](int64_t slot) __attribute__((always_inline)) {
          return meshless(load(model.slots[0] + slot), load(model.slots + 1, slot),
                          gather(from.moving, model.neighbour + slot) - nodes.moving);
        });
    return load(model.nodes[0] + nodes.node) * sum;
  }
};

struct PointBased {
  static BITVOX_INLINE Vectors accelerate(const Nodes& nodes, const StateRows&, const float*,
                                          const StressRows* stresses) {
    const ModelRows& model = nodes.model;
    Lanes none;
    Matrix<Lanes> own;
    for (int i = 0; i < 3; ++i) own.rows[i] = load_quads(stresses->rows[i] + nodes.node, none);
    return sum_of_pairs<Vectors>(
        nodes, [&](int64_t slot) __attribute__((always_inline)) {
          Matrix<Lanes> sum;
          for (int i = 0; i < 3; ++i) {
            sum.rows[i] = own.rows[i] + gather(stresses->rows[i], model.neighbour + slot);
          }
          return point_force(sum, load(model.slots, slot));
        });
  }
};

template <class Method>
static void step(const ModelRows* model, int64_t first, int64_t end, StateRows from,
                 const float* turn, const StressRows* stresses, Quad* moving, Quad* velocity) {
  for (int64_t group = first; group < end; ++group) {
    for (int lane = 0; lane < kGroup; lane += kLanes) {
      Nodes nodes = nodes_at(*model, group, lane, from);
      const Vectors acceleration =
          model->constants.scale * Method::accelerate(nodes, from, turn, stresses);
      advance(nodes.free, model->constants.keep, acceleration, nodes.moving, nodes.velocity);
      store_quads(nodes.moving, nodes.free, moving + nodes.node);
      store_quads(nodes.velocity, Lanes{}, velocity + nodes.node);
    }
  }
}

template <class Method>
static void accelerate(const ModelRows* model, int64_t first, int64_t end, StateRows from,
                       const float* turn, const StressRows* stresses, Quad* accelerations) {
  for (int64_t group = first; group < end; ++group) {
    for (int lane = 0; lane < kGroup; lane += kLanes) {
      const Nodes nodes = nodes_at(*model, group, lane, from);
      store_quads(model->constants.scale * Method::accelerate(nodes, from, turn, stresses), Lanes{},
                  accelerations + nodes.node);
    }
  }
}

static void find_stress(const ModelRows* model, int64_t first, int64_t end, const Quad* moving,
                        const StressRows* to) {
  const StateRows from{moving, moving};
  for (int64_t group = first; group < end; ++group) {
    for (int lane = 0; lane < kGroup; lane += kLanes) {
      const Nodes nodes = nodes_at(*model, group, lane, from);
      const Matrix<Lanes> sum = sum_of_pairs<Matrix<Lanes>>(
          nodes, [&](int64_t slot) __attribute__((always_inline)) {
            const Vectors apart = gather(moving, model->neighbour + slot) - nodes.moving;
            return outer(apart, load(model->slots, slot));
          });
      const auto number = [&](int i) { return load(model->nodes[i] + nodes.node); };
      const Lanes yz = number(3), xz = number(4), xy = number(5);
      const Matrix<Lanes> inverse = {
          {{number(0), xy, xz}, {xy, number(1), yz}, {xz, yz, number(2)}}};
      const Matrix<Lanes> found =
          stress(model->constants.lambda, model->constants.two_mu, sum, inverse);
      for (int i = 0; i < 3; ++i) {
        store_quads(found.rows[i], Lanes{}, to->rows[i] + nodes.node);
      }
    }
  }
}

typedef LanesOf<double, 4> Four;
typedef LanesOf<uint64_t, 4> FourBits;

static void add_products(const Quad* moving, const Quad* rest, int64_t first, int64_t end,
                         double scale, double limit, int64_t* sums) {
  constexpr double kRounds = 0x1.8p52;  // what is added to it has no place for fractions
  const auto widen = [](const Quad& of, Four& to) {
    to = Four{static_cast<double>(of.x), static_cast<double>(of.y), static_cast<double>(of.z), 0.0};
  };
  FourBits of_rows[3] = {};
  for (int64_t node = first * kGroup; node < end * kGroup; ++node) {
    Four u, place;
    widen(moving[node], u);
    widen(rest[node], place);
    u = u < limit ? u : Four{} + limit;
    u = scale * (u > -limit ? u : Four{} - limit);
    for (int i = 0; i < 3; ++i) {
      const Four rounded = u[i] * place + kRounds;
      of_rows[i] += __builtin_bit_cast(FourBits, rounded);
    }
  }
  const auto nodes = static_cast<uint64_t>((end - first) * kGroup);
  const uint64_t of_rounding = nodes * __builtin_bit_cast(uint64_t, kRounds);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const uint64_t sum = of_rows[i][j] - of_rounding;
      sums[3 * i + j] += static_cast<int64_t>(sum);
    }
}

template <class Method>
constexpr Rows::OfMethod kMethod = {step<Method>, accelerate<Method>};

constexpr Rows kRows = {.mass_spring = kMethod<MassSpring>,
                        .shape_matching = kMethod<ShapeMatching>,
                        .meshless = kMethod<Meshless>,
                        .point_based = kMethod<PointBased>,
                        .stress = find_stress,
                        .add_products = add_products};
