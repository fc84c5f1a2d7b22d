// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/krylov.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::sparse {
namespace {

// It has stagnated when half of all iterations, but at least so many, brought nothing.
constexpr std::int64_t kPatience = 1000;

bool is_usable(double divisor) { return std::isfinite(divisor) && divisor != 0; }

}  // namespace

bool Monitor::is_last(double residual) {
  ++iterations_;
  told_(residual);
  if (residual <= target_) {
    outcome_ = Outcome::kConverged;
    return true;
  }
  if (!std::isfinite(residual)) {
    outcome_ = Outcome::kBreakdown;
    return true;
  }
  if (least_at_ < 0 || residual < least_) {
    least_ = residual;
    least_at_ = iterations_;
  }
  if (iterations_ >= most_) {
    outcome_ = Outcome::kLimit;
    return true;
  }
  if (iterations_ - least_at_ >= std::max(kPatience, iterations_ / 2)) {
    outcome_ = Outcome::kStagnated;
    return true;
  }
  return false;
}

template <class T>
void conjugate_gradients(const System<T>& system, Monitor& monitor) {
  Engine<T>& engine = system.engine;
  const Vec<T> r = system.b;
  const Vec<T> x = system.x;
  const Vec<T> p = engine.vector(r.size);
  const Vec<T> q = engine.vector(r.size);
  double before = 0;
  for (;;) {
    engine.poll();
    double product = 0;
    const Vec<T> z = system.m.apply_dot(r, &product);
    if (!(product > 0) || !std::isfinite(product)) {
      return monitor.end(product <= 0 ? Outcome::kNotDefinite : Outcome::kBreakdown);
    }
    if (before == 0) {
      engine.combine(p, {{1, z}});
    } else {
      engine.combine(p, {{1, z}, {product / before, p}});
    }
    before = product;
    const double curvature = engine.multiply_dot(system.a, p, q, p);
    if (!(curvature > 0) || !std::isfinite(curvature)) {
      return monitor.end(curvature <= 0 ? Outcome::kNotDefinite : Outcome::kBreakdown);
    }
    const double alpha = product / curvature;
    engine.combine(x, {{1, x}, {alpha, p}});
    const double square = engine.combine_dot(r, {{1, r}, {-alpha, q}}, r);
    if (monitor.is_last(std::sqrt(square))) return;
  }
}

template <class T>
void bicgstab(const System<T>& system, Monitor& monitor) {
  Engine<T>& engine = system.engine;
  const Vec<T> r = system.b;
  const Vec<T> x = system.x;
  const Vec<T> shadow = engine.vector(r.size);
  const Vec<T> p = engine.vector(r.size);
  const Vec<T> p_direction = engine.vector(r.size);  // M p, kept while M is applied to s
  const Vec<T> v = engine.vector(r.size);
  const Vec<T> t = engine.vector(r.size);
  engine.combine(shadow, {{1, r}});
  double rho_before = 0;
  double alpha = 0;
  double omega = 0;
  for (;;) {
    engine.poll();
    const double rho = engine.dot(shadow, r);
    if (!is_usable(rho)) return monitor.end(Outcome::kBreakdown);
    if (rho_before == 0) {
      engine.combine(p, {{1, r}});
    } else {
      const double beta = rho / rho_before * (alpha / omega);
      engine.combine(p, {{1, r}, {beta, p}, {-beta * omega, v}});
    }
    rho_before = rho;
    engine.combine(p_direction, {{1, system.m.apply(p)}});
    const double along = engine.multiply_dot(system.a, p_direction, v, shadow);
    if (!is_usable(along)) return monitor.end(Outcome::kBreakdown);
    alpha = rho / along;
    const double half_way = engine.combine_dot(r, {{1, r}, {-alpha, v}}, r);  // s, in r's place
    if (half_way == 0) {
      engine.combine(x, {{1, x}, {alpha, p_direction}});
      monitor.is_last(0);
      return;
    }
    const Vec<T> s_direction = system.m.apply(r);
    const double product = engine.multiply_dot(system.a, s_direction, t, r);
    const double square = engine.dot(t, t);
    if (!is_usable(square) || !is_usable(product)) {
      engine.combine(x, {{1, x}, {alpha, p_direction}});
      return monitor.end(Outcome::kBreakdown);
    }
    omega = product / square;
    engine.combine(x, {{1, x}, {alpha, p_direction}, {omega, s_direction}});
    if (monitor.is_last(std::sqrt(engine.combine_dot(r, {{1, r}, {-omega, t}}, r)))) return;
  }
}

template void conjugate_gradients(const System<double>&, Monitor&);
template void conjugate_gradients(const System<float>&, Monitor&);
template void bicgstab(const System<double>&, Monitor&);
template void bicgstab(const System<float>&, Monitor&);

}  // namespace bitvox::sparse
