// SPDX-License-Identifier: BSD-2-Clause
#include "linear_systems/preconditioner.hpp"

#include <utility>

#include "core/options/names.hpp"
#include "core/options/number.hpp"
#include "linear_systems/incomplete.hpp"
#include "linear_systems/multigrid.hpp"
#include "linear_systems/smoother.hpp"
#include "linear_systems/triangular.hpp"

namespace bitvox::sparse {
namespace {

constexpr int kDegree = 8;
constexpr double kPolynomialPart = 30;  // eigenvalues down to the highest one over this

template <class T>
class None final : public Preconditioner<T> {
 public:
  using Preconditioner<T>::Preconditioner;
  Vec<T> apply(Vec<T> r) override { return r; }
  std::string words() const override { return "none"; }
};

template <class T>
class Jacobi final : public Preconditioner<T> {
 public:
  Jacobi(Engine<T>& engine, SetUp<T>& set_up)
      : Preconditioner<T>(engine),
        inverse_(set_up.inverse_diagonal(1)),
        z_(engine.vector(set_up.rows())) {}
  Vec<T> apply(Vec<T> r) override {
    this->on().scale(inverse_, r, z_);
    return z_;
  }
  Vec<T> apply_dot(Vec<T> r, double* product) override {
    *product = this->on().scale_dot(inverse_, r, z_, r);
    return z_;
  }
  std::string words() const override { return "jacobi"; }

 private:
  Vec<T> inverse_, z_;
};

template <class T>
class Polynomial final : public Preconditioner<T> {
 public:
  Polynomial(Engine<T>& engine, MatrixId id, SetUp<T>& set_up)
      : Preconditioner<T>(engine), smoother_(engine, id, set_up, kPolynomialPart, kDegree) {}
  Vec<T> apply(Vec<T> r) override {
    smoother_.start(r);
    return smoother_.value();
  }
  std::string words() const override { return "chebyshev of degree " + std::to_string(kDegree); }

 private:
  Smoother<T> smoother_;
};

// On the CPU, where an engine's vectors are the host's memory.
template <class T>
class Incomplete final : public Preconditioner<T> {
 public:
  Incomplete(Engine<T>& engine, Factors<double> factors, std::string words, Progress& progress)
      : Preconditioner<T>(engine),
        lower_(converted<T>(std::move(factors.lower))),
        upper_(converted<T>(std::move(factors.upper))),
        inverse_(factors.inverse_diagonal.begin(), factors.inverse_diagonal.end()),
        z_(engine.vector(lower_.rows)),
        words_(std::move(words)),
        progress_(progress) {}
  Vec<T> apply(Vec<T> r) override {
    solve_lower(lower_, r.data, z_.data, progress_);
    solve_upper(upper_, inverse_, z_.data, z_.data, progress_);
    return z_;
  }
  std::string words() const override { return words_; }

 private:
  Csr<T> lower_, upper_;
  std::vector<T> inverse_;
  Vec<T> z_;
  std::string words_;
  Progress& progress_;
};

void require_diagonal(const Properties& properties, Preconditioning kind) {
  if (properties.zero_diagonal > 0) {
    throw NoPreconditioner("there is no preconditioner '" + word_of(kind) +
                           "': " + std::to_string(properties.zero_diagonal) +
                           " rows have a 0 on the diagonal");
  }
}

Factors<double> factors_of(const PreconditionerOptions& options, const Csr<double>& matrix,
                           const Properties& properties, Progress& progress) {
  if (options.kind == Preconditioning::kIc0 && !properties.symmetric) {
    throw NoPreconditioner(
        "there is no preconditioner 'ic0': the matrix is not symmetric; use ilu0 or ilut");
  }
  Factors<double> factors = options.kind == Preconditioning::kIlu0 ? ilu0(matrix, progress)
                            : options.kind == Preconditioning::kIc0
                                ? ic0(matrix, progress)
                                : ilut(matrix, options.fill, options.drop, progress);
  if (!factors.failure.empty()) {
    throw NoPreconditioner("there is no preconditioner '" + word_of(options.kind) +
                           "': " + factors.failure);
  }
  return factors;
}

}  // namespace

template <class T>
Vec<T> Preconditioner<T>::apply_dot(Vec<T> r, double* product) {
  const Vec<T> z = apply(r);
  *product = engine_.dot(r, z);
  return z;
}

template <class T>
std::unique_ptr<Preconditioner<T>> make_preconditioner(const PreconditionerOptions& options,
                                                       Engine<T>& engine, MatrixId id,
                                                       SetUp<T>& set_up, const Csr<double>& matrix,
                                                       const Properties& properties,
                                                       Progress& progress) {
  switch (options.kind) {
    case Preconditioning::kAuto:
    case Preconditioning::kNone:
      return std::make_unique<None<T>>(engine);
    case Preconditioning::kJacobi:
      require_diagonal(properties, options.kind);
      return std::make_unique<Jacobi<T>>(engine, set_up);
    case Preconditioning::kChebyshev:
      require_diagonal(properties, options.kind);
      return std::make_unique<Polynomial<T>>(engine, id, set_up);
    case Preconditioning::kMultigrid:
      require_diagonal(properties, options.kind);
      return std::make_unique<Multigrid<T>>(engine, id, set_up, properties.symmetric);
    case Preconditioning::kIlu0:
    case Preconditioning::kIlut:
    case Preconditioning::kIc0:
      break;
  }
  Factors<double> factors = factors_of(options, matrix, properties, progress);
  std::string words = word_of(options.kind);
  if (factors.shift > 0) words += " of a diagonal " + short_number(1 + factors.shift) + " times";
  return std::make_unique<Incomplete<T>>(engine, std::move(factors), words, progress);
}

template class Preconditioner<double>;
template class Preconditioner<float>;
template std::unique_ptr<Preconditioner<double>> make_preconditioner(const PreconditionerOptions&,
                                                                     Engine<double>&, MatrixId,
                                                                     SetUp<double>&,
                                                                     const Csr<double>&,
                                                                     const Properties&, Progress&);
template std::unique_ptr<Preconditioner<float>> make_preconditioner(const PreconditionerOptions&,
                                                                    Engine<float>&, MatrixId,
                                                                    SetUp<float>&,
                                                                    const Csr<double>&,
                                                                    const Properties&, Progress&);

}  // namespace bitvox::sparse
