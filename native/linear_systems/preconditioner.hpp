// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/error.hpp"
#include "linear_systems/engine.hpp"
#include "linear_systems/properties.hpp"

namespace bitvox::sparse {

enum class Preconditioning {
  kAuto,
  kNone,
  kJacobi,     // the diagonal
  kChebyshev,  // a polynomial of degree 8 in D^-1 A, for symmetric matrices
  kMultigrid,  // see multigrid.hpp
  kIlu0,       // see incomplete.hpp; these three run on the CPU alone
  kIlut,
  kIc0,
};
constexpr std::string_view java_name(const Preconditioning*) { return "Solve$Preconditioner"; }
inline bool needs_cpu(Preconditioning kind) {
  return kind == Preconditioning::kIlu0 || kind == Preconditioning::kIlut ||
         kind == Preconditioning::kIc0;
}

// An approximate inverse M of a matrix: a linear map, always the same one.
template <class T>
class Preconditioner {
 public:
  explicit Preconditioner(Engine<T>& engine) : engine_(engine) {}
  virtual ~Preconditioner() = default;
  Preconditioner(const Preconditioner&) = delete;
  Preconditioner& operator=(const Preconditioner&) = delete;

  // M r, valid until the next call; it may be r itself.
  virtual Vec<T> apply(Vec<T> r) = 0;
  // The same; *product becomes r . M r.
  virtual Vec<T> apply_dot(Vec<T> r, double* product);
  // "multigrid of 5 levels"
  virtual std::string words() const = 0;

 protected:
  Engine<T>& on() const { return engine_; }

 private:
  Engine<T>& engine_;
};

struct PreconditionerOptions {
  Preconditioning kind = Preconditioning::kNone;
  int fill = 10;       // of ILUT: entries that a row keeps in each factor
  double drop = 1e-3;  // and what part of a row's norm is too small to keep
};

// There is none of this kind for this matrix: "row 7 (from 1) has the pivot 0".
class NoPreconditioner : public InvalidInput {
 public:
  using InvalidInput::InvalidInput;
};

// For `matrix`, of which the set-up is, which may be used up, and which is `id` in the engine. The
// engine and the progress must outlive it. Throws NoPreconditioner, Cancelled, and what the engine
// throws.
template <class T>
std::unique_ptr<Preconditioner<T>> make_preconditioner(const PreconditionerOptions& options,
                                                       Engine<T>& engine, MatrixId id,
                                                       SetUp<T>& set_up, const Csr<double>& matrix,
                                                       const Properties& properties,
                                                       Progress& progress);

}  // namespace bitvox::sparse
