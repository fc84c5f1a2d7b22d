// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "half_reference.hpp"
#include "ops/flow/flow.hpp"

// Flow by the obvious loop: every voxel, every velocity by its own numbers, one step after the
// other, with the additions in the order that the operation promises.
namespace bitvox::test {

class PlainFluid {
 public:
  using Float3 = std::array<float, 3>;

  // Of fractions of solid, 0 to 255; x fastest.
  PlainFluid(const Shape& shape, std::vector<std::uint8_t> solid, const flow::Options& options)
      : shape_(shape), solid_(std::move(solid)), full_(options), options_(options) {
    for (int p = 0; p < 9; ++p) {
      static constexpr int kFirst[9][3] = {{1, 0, 0}, {0, 1, 0},  {0, 0, 1}, {1, 1, 0}, {1, -1, 0},
                                           {1, 0, 1}, {1, 0, -1}, {0, 1, 1}, {0, 1, -1}};
      for (const int sign : {1, -1}) {
        c_.push_back({sign * kFirst[p][0], sign * kFirst[p][1], sign * kFirst[p][2]});
        back_.push_back(sign > 0 ? 2 * p + 1 : 2 * p);
        w_.push_back(p < 3 ? 1.0F / 18 : 1.0F / 36);
      }
    }
    tau_ = 0.5 + 3 * options.viscosity;
    other_ = options.collision == flow::Collision::kBgk ? tau_ : 0.5 + 3.0 / 16 / (tau_ - 0.5);
    ramp(0);
    now_.resize(solid_.size());
    for (std::size_t cell = 0; cell < now_.size(); ++cell) {
      now_[cell].fill(0);
      for (std::size_t k = 0; k < 18 && solid_[cell] != 255; k += 2) {
        now_[cell][k + 1] = stored(0.5F * push(k));
        now_[cell][k + 2] = stored(-(0.5F * push(k)));
      }
    }
  }

  void step() {
    ramp(++steps_);
    std::vector<Populations> next(now_.size());
    for (std::int64_t z = 0; z < shape_.depth; ++z)
      for (std::int64_t y = 0; y < shape_.height; ++y)
        for (std::int64_t x = 0; x < shape_.width; ++x) {
          const std::size_t cell = index(x, y, z);
          if (solid_[cell] == 255) continue;
          Populations h{};
          h[0] = now_[cell][0];
          for (std::size_t k = 0; k < 18; ++k) h[k + 1] = arriving(x, y, z, k);
          collide(h, share(cell));
          for (std::size_t i = 0; i < h.size(); ++i) h[i] = stored(h[i], i, cell);
          next[cell] = h;
        }
    now_ = next;
  }

  Float3 velocity(std::int64_t x, std::int64_t y, std::int64_t z) const {
    const std::size_t cell = index(x, y, z);
    if (solid_[cell] == 255) return {0, 0, 0};
    const Float3 j = momentum(now_[cell]);
    const float fluid = 1.0F - share(cell), inverse = 1.0F / (excess(now_[cell]) + 1.0F);
    Float3 u{};
    for (std::size_t a = 0; a < 3; ++a) {
      u[a] = (j[a] - static_cast<float>((*options_.force)[a] / 2) * fluid) * inverse;
    }
    return u;
  }

 private:
  using Populations = std::array<float, 19>;

  // As it is read again. A half is the nearest to a value that chance has changed a little.
  float stored(float value, double part_of_chance = 0) const {
    if (options_.precision == 32) return value;
    const auto scaled = value * static_cast<float>(32768 * (1 + part_of_chance));
    return static_cast<float>(value_of(nearest_half(scaled)) / 32768);
  }
  float stored(float value, std::size_t slot, std::size_t cell) const {
    const double part = chance_at(static_cast<std::uint32_t>(cell), steps_);
    return stored(value, slot >= 1 && slot <= 6 ? -2 * part : part);
  }

  // The force and the faces of a step.
  void ramp(std::int64_t step) {
    std::int64_t last = full_.ramp;
    if (full_.any(flow::Face::kMoving)) last = std::max<std::int64_t>(last, 2);
    if (last % 2 != 0) ++last;
    const double s = static_cast<double>(step) / static_cast<double>(last);
    const double part = step < last ? s * s * (3 - 2 * s) : 1;
    for (std::size_t a = 0; a < 3; ++a) {
      (*options_.force)[a] = (*full_.force)[a] * part;
      options_.wall[a] = full_.wall[a] * part;
      force_[a] = static_cast<float>((*options_.force)[a]);
    }
  }

  std::size_t index(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return static_cast<std::size_t>((z * shape_.height + y) * shape_.width + x);
  }

  float share(std::size_t cell) const {
    const double part = solid_[cell] / 255.0;
    return static_cast<float>(part * (tau_ - 0.5) / ((1 - part) + (tau_ - 0.5)));
  }

  double along_force(std::size_t k) const {
    double sum = 0;
    for (std::size_t a = 0; a < 3; ++a) sum += c_[k][a] * (*options_.force)[a];
    return sum;
  }
  float push(std::size_t k) const {
    return static_cast<float>(3 * (k < 6 ? 1.0 / 18 : 1.0 / 36) * along_force(k));
  }

  // What comes to a voxel with velocity k.
  float arriving(std::int64_t x, std::int64_t y, std::int64_t z, std::size_t k) const {
    const std::int64_t size[3] = {shape_.width, shape_.height, shape_.depth};
    std::int64_t from[3] = {x - c_[k][0], y - c_[k][1], z - c_[k][2]};
    bool closed = false, moving = false, free = false;
    for (std::size_t a = 0; a < 3; ++a) {
      if (from[a] >= 0 && from[a] < size[a]) continue;
      const flow::Face face = options_.faces()[2 * a + (from[a] < 0 ? 0 : 1)];
      closed |= face == flow::Face::kClosed;
      moving |= face == flow::Face::kMoving;
      free |= face == flow::Face::kFree;
      from[a] = (from[a] + size[a]) % size[a];
    }
    const std::size_t here = index(x, y, z), there = index(from[0], from[1], from[2]);
    const float sent = now_[here][static_cast<std::size_t>(back_[k]) + 1];
    if (closed) return sent;
    if (moving) {
      double along = 0;
      for (std::size_t a = 0; a < 3; ++a) along += c_[k][a] * options_.wall[a];
      return sent + static_cast<float>(6 * (k < 6 ? 1.0 / 18 : 1.0 / 36) * along);
    }
    if (free) {
      Float3 u = momentum(now_[here]);
      const float inverse = 1.0F / (excess(now_[here]) + 1.0F);
      for (std::size_t a = 0; a < 3; ++a) {
        u[a] = (u[a] - static_cast<float>((*options_.force)[a] / 2)) * inverse;
      }
      const float c = along(u, k / 2 * 2), square = (u[0] * u[0] + u[1] * u[1]) + u[2] * u[2];
      return w_[k] * (c * c * 9.0F - square * 3.0F) - sent;
    }
    return solid_[there] == 255 ? sent : now_[there][k + 1];
  }

  static float along(const Float3& v, std::size_t k) {
    const float all[9] = {v[0],        v[1],        v[2],        v[0] + v[1], v[0] - v[1],
                          v[0] + v[2], v[0] - v[2], v[1] + v[2], v[1] - v[2]};
    return all[k / 2];
  }
  static float sum(const Populations& h, std::size_t p) { return h[2 * p + 1] + h[2 * p + 2]; }
  static float difference(const Populations& h, std::size_t p) {
    return h[2 * p + 1] - h[2 * p + 2];
  }
  static float excess(const Populations& h) {
    const float axes = (sum(h, 0) + sum(h, 1)) + sum(h, 2);
    const float diagonals =
        ((sum(h, 3) + sum(h, 4)) + (sum(h, 5) + sum(h, 6))) + (sum(h, 7) + sum(h, 8));
    return (h[0] + axes) + diagonals;
  }
  static Float3 momentum(const Populations& h) {
    const auto d = [&](std::size_t p) { return difference(h, p); };
    return {d(0) + ((d(3) + d(4)) + (d(5) + d(6))), d(1) + ((d(3) - d(4)) + (d(7) + d(8))),
            d(2) + ((d(5) - d(6)) + (d(7) - d(8)))};
  }
  static float square(const Float3& v) { return (v[0] * v[0] + v[1] * v[1]) + v[2] * v[2]; }

  // Where solid at rest takes part.
  void collide(Populations& h, float solid) const {
    const bool partly = solid != 0;
    const float fluid = 1.0F - solid;
    const Float3 j = momentum(h);
    const float more = excess(h), density = more + 1.0F, inverse = 1.0F / density;
    Float3 u{}, bare{};
    for (std::size_t a = 0; a < 3; ++a) {
      const float half = static_cast<float>((*options_.force)[a] / 2);
      bare[a] = j[a] * inverse;
      u[a] = (j[a] + fluid * half) * inverse;
    }
    const auto plus = static_cast<float>(1 / tau_), half_plus = static_cast<float>(0.5 / tau_);
    const auto half_minus = static_cast<float>(0.5 / other_);
    const auto source = static_cast<float>(1 - 0.5 / tau_);
    const float base = more - density * (square(u) * 1.5F);
    const float work = ((u[0] * force_[0] + u[1] * force_[1]) + u[2] * force_[2]) * 3.0F;
    const float slower = density * ((0.0F - square(bare)) * 1.5F);
    const Populations old = h;
    const float rest = plus * (base * (1.0F / 3) - old[0]) - source * (work * (1.0F / 3));
    h[0] = old[0] + (partly ? fluid * rest - solid * (slower * (1.0F / 3)) : rest);
    for (std::size_t p = 0; p < 9; ++p) {
      const std::size_t k = 2 * p;
      const float w = w_[k], c = along(u, k), b = along(bare, k);
      float even = half_plus * ((base + density * 4.5F * (c * c)) * (2 * w) - sum(old, p)) +
                   source * ((c * static_cast<float>(9 * along_force(k)) - work) * w);
      float odd = half_minus * (along(j, k) * (6 * w) - difference(old, p)) + push(k);
      if (partly) {
        const float even_of_solid = (density * 4.5F * (0.0F - b * b) - slower) * w;
        const float odd_of_solid = along(j, k) * (3 * w) - difference(old, p);
        even = fluid * even + solid * even_of_solid;
        odd = fluid * odd + solid * odd_of_solid;
      }
      h[k + 1] = old[k + 1] + (even + odd);
      h[k + 2] = old[k + 2] + (even - odd);
    }
  }

  Shape shape_;
  std::vector<std::uint8_t> solid_;
  flow::Options full_;
  flow::Options options_;  // of the last step
  std::int64_t steps_ = 0;
  std::vector<std::array<int, 3>> c_;
  std::vector<int> back_;
  std::vector<float> w_;
  double tau_ = 1, other_ = 1;
  Float3 force_{};
  std::vector<Populations> now_;
};

}  // namespace bitvox::test
