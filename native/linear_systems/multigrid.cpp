// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/multigrid.hpp"

#include "linear_systems/dense.hpp"

namespace bitvox::sparse {
namespace {

constexpr double kOverCorrection = 1.9;
constexpr double kSmoothedPart = 8;  // eigenvalues down to the highest one over this
constexpr int kFineDegree = 1;
constexpr int kCoarseDegree = 3;

constexpr std::int64_t kSmallest = 100;  // rows of which the inverse is made
// A level with more than this part of the rows before is not worth making.
constexpr double kTooMany = 0.7;

template <class T>
Csr<T> inverse_of(const Csr<double>& matrix) {
  const std::int64_t n = matrix.rows;
  Dense dense(n, n);
  for (std::int64_t i = 0; i < n; ++i) {
    matrix.each(i, [&](std::int64_t j, double a) { dense(i, j) = a; });
  }
  dense = inverse(std::move(dense));
  Csr<T> csr;
  csr.rows = csr.columns = n;
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < n; ++j) {
      csr.column.push_back(static_cast<std::int32_t>(j));
      csr.value.push_back(static_cast<T>(dense(i, j)));
    }
    csr.starts.push_back(static_cast<std::int64_t>(csr.column.size()));
  }
  return csr;
}

}  // namespace

template <class T>
Multigrid<T>::Multigrid(Engine<T>& engine, MatrixId id, SetUp<T>& set_up, bool is_symmetric)
    : Preconditioner<T>(engine), engine_(engine), correction_(is_symmetric ? kOverCorrection : 1) {
  for (;;) {
    Level& level = levels_.emplace_back();
    const std::int64_t rows = set_up.rows();
    const bool is_finest = levels_.size() == 1;
    level.id = is_finest ? id : set_up.add();
    if (!is_finest) level.b = engine.vector(rows);
    if (rows <= kSmallest) {
      level.inverse = engine.add(inverse_of<T>(set_up.matrix()));
      level.x = engine.vector(rows);
      return;
    }
    level.smoother.emplace(engine, level.id, set_up, kSmoothedPart,
                           is_finest ? kFineDegree : kCoarseDegree);
    const auto aggregates =
        set_up.coarsen(static_cast<std::int64_t>(kTooMany * static_cast<double>(rows)));
    if (!aggregates) return;
    level.aggregates = *aggregates;
    level.left = engine.vector(rows);
  }
}

template <class T>
Vec<T> Multigrid<T>::cycle(std::size_t at, Vec<T> b) {
  Level& level = levels_[at];
  if (!level.smoother) {
    engine_.multiply(level.inverse, b, level.x);
    return level.x;
  }
  Smoother<T>& smoother = *level.smoother;
  smoother.start(b);
  if (at + 1 < levels_.size()) {
    engine_.residual(level.id, smoother.value(), b, level.left);
    engine_.add_up(level.aggregates, level.left, levels_[at + 1].b);
    const Vec<T> coarse = cycle(at + 1, levels_[at + 1].b);
    engine_.add_spread(level.aggregates, coarse, correction_, smoother.value());
  }
  smoother.go_on(b);
  return smoother.value();
}

template <class T>
Vec<T> Multigrid<T>::apply(Vec<T> r) {
  return cycle(0, r);
}

template <class T>
std::string Multigrid<T>::words() const {
  return "multigrid of " + std::to_string(levels_.size()) +
         (levels_.size() == 1 ? " level" : " levels");
}

template class Multigrid<double>;
template class Multigrid<float>;

}  // namespace bitvox::sparse
