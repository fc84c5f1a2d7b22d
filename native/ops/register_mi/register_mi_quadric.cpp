// SPDX-License-Identifier: BSD-2-Clause
#include "ops/register_mi/register_mi_quadric.hpp"

#include <algorithm>
#include <cmath>

namespace bitvox::register_mi {
namespace {

using Row = std::vector<double>;

// Solves (lambda - curvature) x = gradient by Cholesky's method; false if that is not positive
// definite.
bool solve(const Quadric& quadric, double lambda, Row& x) {
  const std::size_t n = quadric.gradient.size();
  std::vector<Row> lower(n, Row(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = (i == j ? lambda : 0) - quadric.curvature[i][j];
      for (std::size_t k = 0; k < j; ++k) sum -= lower[i][k] * lower[j][k];
      if (i != j) {
        lower[i][j] = sum / lower[j][j];
        continue;
      }
      if (!(sum > 0)) return false;
      lower[i][i] = std::sqrt(sum);
    }
  }
  x = quadric.gradient;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] -= lower[i][k] * x[k];
    x[i] /= lower[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) x[i] -= lower[k][i] * x[k];
    x[i] /= lower[i][i];
  }
  return true;
}

}  // namespace

std::vector<std::vector<double>> quadric_places(std::size_t axes) {
  std::vector<Row> places{Row(axes)};
  for (std::size_t i = 0; i < axes; ++i) {
    for (const double way : {-1.0, 1.0}) {
      Row place(axes);
      place[i] = way;
      places.push_back(place);
      for (std::size_t j = 0; j < i; ++j) {
        for (const double other : {-1.0, 1.0}) {
          place[j] = other;
          places.push_back(place);
        }
        place[j] = 0;
      }
    }
  }
  return places;
}

// The places are symmetric, so that all sums of odd powers are 0, and the normal equations of the
// least squares come apart: one for each part of the gradient, one for each pair of axes, and those
// of the value and the squares.
Quadric fit_quadric(std::size_t axes, const std::vector<double>& values) {
  const std::vector<Row> places = quadric_places(axes);
  const auto n = static_cast<double>(axes);
  const double squares = 4 * n - 2;  // the sum of x_i^2; that of x_i^2 x_j^2 is 4
  Quadric fit;
  fit.gradient.assign(axes, 0);
  fit.curvature.assign(axes, Row(axes));
  Row weighed(axes);  // sums of x_i^2 * value
  double sum = 0;
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Row& x = places[p];
    sum += values[p];
    for (std::size_t i = 0; i < axes; ++i) {
      fit.gradient[i] += x[i] * values[p] / squares;
      weighed[i] += x[i] * x[i] * values[p];
      for (std::size_t j = 0; j < i; ++j) {
        fit.curvature[i][j] += x[i] * x[j] * values[p] / 4;
        fit.curvature[j][i] = fit.curvature[i][j];
      }
    }
  }
  double all_weighed = 0;
  for (const double w : weighed) all_weighed += w;
  // sum = count * value + squares * total; all_weighed = n * squares * value + (squares - 4 + 4 n)
  // * total, where total is that of the factors of the squares.
  const auto count = static_cast<double>(places.size());
  const double own = squares - 4 + 4 * n;
  const double determinant = count * own - n * squares * squares;
  fit.value = (sum * own - squares * all_weighed) / determinant;
  const double total = (count * all_weighed - n * squares * sum) / determinant;
  for (std::size_t i = 0; i < axes; ++i) {
    fit.curvature[i][i] = 2 * (weighed[i] - squares * fit.value - 4 * total) / (squares - 4);
  }
  return fit;
}

Summit summit_of(const Quadric& quadric, double most) {
  double scale = 0;
  for (const double g : quadric.gradient) scale = std::max(scale, std::abs(g));
  for (const Row& row : quadric.curvature) {
    for (const double h : row) scale = std::max(scale, std::abs(h));
  }
  Summit summit;
  summit.place.assign(quadric.gradient.size(), 0);
  if (!(scale > 0)) return summit;
  const auto farthest = [](const Row& place) {
    double distance = 0;
    for (const double x : place) distance = std::max(distance, std::abs(x));
    return distance;
  };
  for (double lambda = 0;; lambda = lambda > 0 ? 1.25 * lambda : scale / 1024) {
    if (solve(quadric, lambda, summit.place) && farthest(summit.place) <= most) return summit;
    summit.bounded = true;
  }
}

std::vector<PrincipalAxis> principal_axes(std::vector<Row> curvature) {
  constexpr int kSweeps = 20;
  const std::size_t n = curvature.size();
  std::vector<PrincipalAxis> axes(n);
  for (std::size_t i = 0; i < n; ++i) {
    axes[i].direction.assign(n, 0);
    axes[i].direction[i] = 1;
  }
  const auto rotate = [](double& a, double& b, double c, double s) {
    const double before = a;
    a = c * before - s * b;
    b = s * before + c * b;
  };
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        if (curvature[p][q] == 0) continue;
        const double ratio = (curvature[q][q] - curvature[p][p]) / (2 * curvature[p][q]);
        const double t = (ratio < 0 ? -1 : 1) / (std::abs(ratio) + std::sqrt(ratio * ratio + 1));
        const double c = 1 / std::sqrt(t * t + 1);
        const double s = t * c;
        for (Row& row : curvature) rotate(row[p], row[q], c, s);
        for (std::size_t k = 0; k < n; ++k) rotate(curvature[p][k], curvature[q][k], c, s);
        for (std::size_t k = 0; k < n; ++k) {
          rotate(axes[p].direction[k], axes[q].direction[k], c, s);
        }
      }
    }
  }
  for (std::size_t i = 0; i < n; ++i) axes[i].curvature = curvature[i][i];
  return axes;
}

}  // namespace bitvox::register_mi
