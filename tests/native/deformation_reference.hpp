// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ops/deformation/deformation_engine.hpp"
#include "ops/deformation/deformation_model.hpp"

namespace bitvox::deformation::test {

using Floats = std::array<float, 3>;

// The obvious loops, a node and a neighbour at a time.
class Reference {
 public:
  explicit Reference(const Model& model)
      : model_(model), nodes_(static_cast<std::size_t>(model.count)) {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Quad& rest = model.rest[i];
      nodes_[i].rest = {rest.x, rest.y, rest.z};
      if (model.method == Method::kMassSpring) nodes_[i].moving = nodes_[i].rest;
      nodes_[i].held = rest.w == 0;
    }
  }

  void step(std::int64_t number, const Schedule& schedule) {
    find_accelerations();
    for (Node& node : nodes_) {
      const float free = node.held ? 0 : 1;
      for (std::size_t c = 0; c < 3; ++c) {
        node.velocity[c] = free * (constants().keep * node.velocity[c] + node.acceleration[c]);
        node.moving[c] = node.moving[c] + node.velocity[c];
      }
    }
    if (number % schedule.every == 0) enforce(static_cast<float>(schedule.load(number)));
  }

  State state() {
    find_accelerations();
    State out;
    const auto quad = [](const Floats& of, float w) { return Quad{of[0], of[1], of[2], w}; };
    for (const Node& node : nodes_) {
      out.moving.push_back(quad(node.moving, node.held ? 0 : 1));
      out.velocity.push_back(quad(node.velocity, 0));
      out.acceleration.push_back(quad(node.acceleration, 0));
    }
    return out;
  }

 private:
  struct Node {
    Floats rest{}, moving{}, velocity{}, acceleration{};
    std::array<Floats, 3> stress{};
    bool held = false;
  };

  const Constants& constants() const { return model_.rows.constants; }
  std::size_t place_of(std::size_t node, std::size_t k) const {
    const auto most = static_cast<std::size_t>(model_.rows.neighbours);
    return (node / 16 * most + k) * 16 + node % 16;
  }
  const Node& neighbour(std::size_t node, std::size_t k) const {
    return nodes_[static_cast<std::size_t>(model_.neighbour[place_of(node, k)])];
  }
  float slot(std::size_t number, std::size_t node, std::size_t k) const {
    return model_.slots[number][place_of(node, k)];
  }
  Floats slots(std::size_t first, std::size_t node, std::size_t k) const {
    return {slot(first, node, k), slot(first + 1, node, k), slot(first + 2, node, k)};
  }
  float number(std::size_t which, std::size_t node) const {
    return model_.node_numbers[which][node];
  }

  static Floats minus(const Floats& a, const Floats& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }
  static float dot(const Floats& a, const Floats& b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  }

  // Of what term(k) is, for each k mod 4 by itself.
  template <class Term>
  Floats sum(const Term& term) const {
    Floats sums[4] = {};
    for (std::size_t k = 0; k < static_cast<std::size_t>(model_.rows.neighbours); ++k) {
      const Floats of = term(k);
      for (std::size_t c = 0; c < 3; ++c) sums[k % 4][c] = sums[k % 4][c] + of[c];
    }
    Floats out;
    for (std::size_t c = 0; c < 3; ++c) {
      out[c] = (sums[0][c] + sums[1][c]) + (sums[2][c] + sums[3][c]);
    }
    return out;
  }

  void find_accelerations() {
    const std::array<float, 9> turn = turn_now();
    if (model_.method == Method::kPointBased) {
      for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_[i].stress = stress_of(i);
    }
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Floats found{};
      switch (model_.method) {
        case Method::kMassSpring:
          found = springs(i);
          break;
        case Method::kShapeMatching:
          found = shape(i, turn);
          break;
        case Method::kMeshless:
          found = meshless_of(i);
          break;
        case Method::kPointBased:
          found = point(i);
          break;
      }
      for (std::size_t c = 0; c < 3; ++c) nodes_[i].acceleration[c] = constants().scale * found[c];
    }
  }

  Floats springs(std::size_t i) const {
    return sum([&](std::size_t k) {
      const Floats x = minus(neighbour(i, k).moving, nodes_[i].moving);
      const Floats v = minus(neighbour(i, k).velocity, nodes_[i].velocity);
      const float inverse = 1 / std::sqrt(dot(x, x) + 1e-30F);
      const float longer = dot(x, x) * inverse - slot(1, i, k);
      const float damped = constants().spring_damping * (dot(v, x) * inverse);
      const float pull = slot(0, i, k) * (longer + damped) * inverse;
      return Floats{pull * x[0], pull * x[1], pull * x[2]};
    });
  }

  Floats shape(std::size_t i, const std::array<float, 9>& turn) const {
    const Floats u =
        sum([&](std::size_t k) { return minus(neighbour(i, k).moving, nodes_[i].moving); });
    Floats out;
    for (std::size_t c = 0; c < 3; ++c) {
      const Floats row{turn[3 * c], turn[3 * c + 1], turn[3 * c + 2]};
      out[c] = dot(row, {number(0, i), number(1, i), number(2, i)}) + constants().part * u[c];
    }
    return out;
  }

  Floats meshless_of(std::size_t i) const {
    Floats out = sum([&](std::size_t k) {
      const Floats u = minus(neighbour(i, k).moving, nodes_[i].moving);
      const Floats n = slots(1, i, k);
      Floats of;
      for (std::size_t c = 0; c < 3; ++c) of[c] = slot(0, i, k) * u[c] + dot(u, n) * n[c];
      return of;
    });
    for (float& of : out) of = number(0, i) * of;
    return out;
  }

  std::array<Floats, 3> stress_of(std::size_t i) const {
    float sums[3][3], inverse[3][3], g[3][3], s[3][3], fs[3][3];
    for (std::size_t a = 0; a < 3; ++a) {
      const Floats row = sum([&](std::size_t k) {
        const float u = neighbour(i, k).moving[a] - nodes_[i].moving[a];
        const Floats y = slots(0, i, k);
        return Floats{u * y[0], u * y[1], u * y[2]};
      });
      for (std::size_t b = 0; b < 3; ++b) sums[a][b] = row[b];
    }
    constexpr std::size_t kAt[3][3] = {{0, 5, 4}, {5, 1, 3}, {4, 3, 2}};
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) inverse[a][b] = number(kAt[a][b], i);
    multiply(sums, inverse, g);
    float strain[3][3];
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        const float squares = g[0][a] * g[0][b] + g[1][a] * g[1][b] + g[2][a] * g[2][b];
        strain[a][b] = 0.5F * ((g[a][b] + g[b][a]) + squares);
      }
    const float volume = constants().lambda * (strain[0][0] + strain[1][1] + strain[2][2]);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) {
        s[a][b] = constants().two_mu * strain[a][b];
        if (a == b) s[a][b] = s[a][b] + volume;
      }
    float gs[3][3];
    multiply(g, s, gs);
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b) fs[a][b] = s[a][b] + gs[a][b];
    float found[3][3];
    multiply(fs, inverse, found);
    std::array<Floats, 3> out;
    for (std::size_t a = 0; a < 3; ++a) out[a] = {found[a][0], found[a][1], found[a][2]};
    return out;
  }
  static void multiply(const float (&a)[3][3], const float (&b)[3][3], float (&to)[3][3]) {
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        to[i][j] = a[i][0] * b[0][j] + a[i][1] * b[1][j] + a[i][2] * b[2][j];
      }
  }

  Floats point(std::size_t i) const {
    return sum([&](std::size_t k) {
      Floats of;
      for (std::size_t a = 0; a < 3; ++a) {
        Floats both;
        for (std::size_t b = 0; b < 3; ++b) {
          both[b] = nodes_[i].stress[a][b] + neighbour(i, k).stress[a][b];
        }
        of[a] = dot(both, slots(0, i, k));
      }
      return of;
    });
  }

  std::array<float, 9> turn_now() const {
    std::array<float, 9> turn{};
    if (model_.method != Method::kShapeMatching) return turn;
    const RotationUnit& unit = model_.rotation;
    std::int64_t sums[9] = {};
    for (const Node& node : nodes_)
      for (std::size_t a = 0; a < 3; ++a)
        for (std::size_t b = 0; b < 3; ++b) {
          const double u = std::clamp(static_cast<double>(node.moving[a]), -unit.limit, unit.limit);
          const double scaled = unit.scale * u;
          sums[3 * a + b] += std::llrint(scaled * static_cast<double>(node.rest[b]));
        }
    find_turn(unit, sums, turn.data());
    return turn;
  }

  void enforce(float load) {
    const LoadRows& rows = model_.load;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      Node& node = nodes_[i];
      const bool is_place = model_.method == Method::kMassSpring;
      if (node.held) {
        const Quad& goal = model_.goals[i];
        const Floats moved{load * goal.x, load * goal.y, load * goal.z};
        for (std::size_t c = 0; c < 3; ++c) {
          node.moving[c] = is_place ? node.rest[c] + moved[c] : moved[c];
        }
      } else if (rows.has_ball != 0) {
        const Floats centre{rows.start.x + load * rows.way.x, rows.start.y + load * rows.way.y,
                            rows.start.z + load * rows.way.z};
        Floats out;
        for (std::size_t c = 0; c < 3; ++c) {
          const float place = is_place ? node.moving[c] : node.rest[c] + node.moving[c];
          out[c] = place - centre[c];
        }
        const float inverse = 1 / std::sqrt(dot(out, out) + 1e-30F);
        const float depth = rows.radius - dot(out, out) * inverse;
        if (!(depth > 0)) continue;
        for (float& of : out) of = inverse * of;
        const float speed = dot(node.velocity, out);
        for (std::size_t c = 0; c < 3; ++c) {
          node.moving[c] = node.moving[c] + depth * out[c];
          if (speed < 0) node.velocity[c] = node.velocity[c] - speed * out[c];
        }
      }
    }
  }

  const Model& model_;
  std::vector<Node> nodes_;
};

}  // namespace bitvox::deformation::test
