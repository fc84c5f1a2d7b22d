// SPDX-License-Identifier: BSD-2-Clause
#include "ops/tortuosity/tortuosity_conductors.hpp"

#include <cmath>

namespace bitvox::tortuosity {
namespace {

#define BITVOX_INLINE inline
#include "ops/tortuosity/tortuosity_conductors.inl"
#undef BITVOX_INLINE

double link(float a, float b) { return static_cast<double>(between(a, b)); }

double difference(float to, float from) {
  return static_cast<double>(to) - static_cast<double>(from);
}

// Through a face, where v is 0: twice the difference over half a layer. Sign is 1 for the first.
double flow_at_face(float v, double sign) { return 1 + 2 * sign * static_cast<double>(v); }

class ValuesOfConductors final : public VoxelValues {
 public:
  ValuesOfConductors(const GridField<float>& d, const GridField<float>& v,
                     const Gradients& gradients, double unit)
      : d_(d), v_(v), gradients_(gradients), unit_(unit) {}

  bool is_pore(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    return d_.row(y, z)[x] > 0;
  }
  double v(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    return static_cast<double>(v_.row(y, z)[x]);
  }
  double flux(std::int64_t x, std::int64_t y, std::int64_t z) const override {
    const float d = d_.row(y, z)[x];
    const float own = v_.row(y, z)[x];
    // To or from a neighbour, of which v and the linear concentration differ by so much.
    const auto flow = [&](const float* ds, const float* vs, std::int64_t i, double linear) {
      return link(d, ds[i]) * (linear + difference(vs[i], own));
    };
    const auto along_z = [&](std::int64_t k, double sign) {
      if (k < 0 || k >= d_.grid().depth) {
        return static_cast<double>(d) * sign * flow_at_face(own, -sign);
      }
      return flow(d_.row(y, k), v_.row(y, k), x, sign);
    };
    const float* const d_row = d_.row(y, z);
    const float* const v_row = v_.row(y, z);
    const double x_flow = (flow(d_row, v_row, x + 1, 0) - flow(d_row, v_row, x - 1, 0)) / 2;
    const double y_flow = (flow(d_.beyond(y + 1, z), v_.beyond(y + 1, z), x, 0) -
                           flow(d_.beyond(y - 1, z), v_.beyond(y - 1, z), x, 0)) /
                          2;
    const double z_flow = (along_z(z + 1, 1) - along_z(z - 1, -1)) / 2;
    return unit_ * std::hypot(x_flow * gradients_[0], y_flow * gradients_[1], z_flow);
  }

 private:
  const GridField<float>& d_;
  const GridField<float>& v_;
  Gradients gradients_;
  double unit_;
};

}  // namespace

Conductors::Conductors(const GridField<float>& diffusivities, Weights weights, double unit,
                       int threads, Progress& progress)
    : d_(diffusivities),
      weights_(weights),
      unit_(unit),
      loop_(threads, progress),
      numbers_(diffusivities.grid()) {}

template <class Term>
void Conductors::sum_rows(const Term& term) {
  numbers_.set(loop_, [&](std::int64_t y, std::int64_t z) {
    const float* const d = d_.row(y, z);
    double sum = 0;
    for (std::int64_t x = 0; x < grid().width; ++x) {
      if (d[x] > 0) sum += term(x, y, z);
    }
    return sum;
  });
}

std::vector<double> Conductors::fluxes() {
  const GridField<float>& v = this->v();
  const std::int64_t depth = grid().depth;
  const auto through = [&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const float d = d_.row(y, z)[x];
    const float here = v.row(y, z)[x];
    if (z + 1 == depth) return static_cast<double>(d) * flow_at_face(here, -1);
    return link(d, d_.row(y, z + 1)[x]) * (1 + difference(v.row(y, z + 1)[x], here));
  };
  sum_rows(through);
  std::vector<double> result = numbers_.sums_of_layers();
  double first = 0;
  for (std::int64_t y = 0; y < grid().height; ++y)
    for (std::int64_t x = 0; x < grid().width; ++x) {
      const float d = d_.row(y, 0)[x];
      if (d > 0) first += static_cast<double>(d) * flow_at_face(v.row(y, 0)[x], 1);
    }
  result.insert(result.begin(), first);
  return result;
}

double Conductors::energy() {
  const GridField<float>& v = this->v();
  const std::int64_t depth = grid().depth;
  const auto squared = [](double value) { return value * value; };
  sum_rows([&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const float* const row = d_.row(y, z);
    const float d = row[x];
    const float here = v.row(y, z)[x];
    double sum =
        static_cast<double>(weights_.x) * link(d, row[x + 1]) *
            squared(difference(v.row(y, z)[x + 1], here)) +
        static_cast<double>(weights_.y) * link(d, d_.beyond(y + 1, z)[x]) *
            squared(difference(v.beyond(y + 1, z)[x], here)) +
        link(d, d_.beyond(y, z + 1)[x]) * squared(1 + difference(v.beyond(y, z + 1)[x], here));
    if (z == 0) sum += static_cast<double>(d) / 2 * squared(flow_at_face(here, 1));
    if (z + 1 == depth) sum += static_cast<double>(d) / 2 * squared(flow_at_face(here, -1));
    return sum;
  });
  return numbers_.sum();
}

Conductors::Balance Conductors::balance(const GridField<float>& v, std::int64_t x, std::int64_t y,
                                        std::int64_t z) const {
  const std::int64_t depth = grid().depth;
  const float* const row = d_.row(y, z);
  const float d = row[x];
  const float here = v.row(y, z)[x];
  double diagonal = static_cast<double>(to_faces(d, z, depth));
  const auto out = [&](double weight, const float* ds, const float* vs, std::int64_t i) {
    const double conductance = weight * link(d, ds[i]);
    diagonal += conductance;
    return conductance * difference(here, vs[i]);
  };
  const auto weight_x = static_cast<double>(weights_.x);
  const auto weight_y = static_cast<double>(weights_.y);
  const float* const before = d_.beyond(y, z - 1);
  const float* const after = d_.beyond(y, z + 1);
  double flow = diagonal * static_cast<double>(here);
  flow += out(weight_x, row, v.row(y, z), x - 1);
  flow += out(weight_x, row, v.row(y, z), x + 1);
  flow += out(weight_y, d_.beyond(y - 1, z), v.beyond(y - 1, z), x);
  flow += out(weight_y, d_.beyond(y + 1, z), v.beyond(y + 1, z), x);
  flow += out(1, before, v.beyond(y, z - 1), x);
  flow += out(1, after, v.beyond(y, z + 1), x);
  return {imbalance_of(d, before[x], after[x], z, depth) - flow, diagonal};
}

double Conductors::residual() {
  const GridField<float>& v = this->v();
  sum_rows([&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const double left = balance(v, x, y, z).left;
    return left * left;
  });
  return std::sqrt(numbers_.sum());
}

double Conductors::energy_of_rounding(double) {
  const GridField<float>& v = this->v();
  sum_rows([&](std::int64_t x, std::int64_t y, std::int64_t z) {
    const Balance of = balance(v, x, y, z);
    return of.left * of.left / of.diagonal;
  });
  return numbers_.sum();
}

std::vector<double> Conductors::layer_sums() {
  const GridField<float>& v = this->v();
  sum_rows([&](std::int64_t x, std::int64_t y, std::int64_t z) {
    return static_cast<double>(v.row(y, z)[x]);
  });
  return numbers_.sums_of_layers();
}

std::unique_ptr<VoxelValues> Conductors::values(const Gradients& gradients) {
  return std::make_unique<ValuesOfConductors>(d_, v(), gradients, unit_);
}

}  // namespace bitvox::tortuosity
