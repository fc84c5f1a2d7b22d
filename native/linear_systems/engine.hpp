// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <vector>

#include "core/backends/instruction_set.hpp"
#include "core/threads/progress.hpp"
#include "linear_systems/csr.hpp"
#include "linear_systems/set_up.hpp"
#include "linear_systems/sparse_rows.hpp"

namespace bitvox::sparse {

// A vector in the memory of an engine, which owns it.
template <class T>
struct Vec {
  T* data = nullptr;
  std::int64_t size = 0;
};

// factor times vector, one of a sum.
template <class T>
struct Part {
  double factor;
  Vec<T> vector;
};

// A matrix, and aggregates of the rows of one, in the memory of an engine.
enum class MatrixId : int {};
enum class AggregatesId : int {};

// What iterative methods are made of: vectors, sparse matrices, and fused loops over them, on the
// CPU or the GPU. A method is written once for both. All sums are taken in one order, and nothing
// is fused or reordered, so that both have the same bits, with any number of threads.
//
// Vectors and matrices live as long as the engine. All throw Cancelled; vector() and add() throw
// HostOutOfMemory or DeviceOutOfMemory before they allocate; those of the GPU throw DeviceError.
template <class T>
class Engine {
 public:
  Engine() = default;
  virtual ~Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // All 0.
  virtual Vec<T> vector(std::int64_t size) = 0;
  Vec<T> vector(const std::vector<T>& values);
  // The first one must outlive the engine, which may read it where it is.
  virtual MatrixId add(const Csr<T>& matrix) = 0;
  virtual MatrixId add(Csr<T>&& matrix) = 0;
  // What preconditioners are made of. The matrix must outlive the engine, which may read it where
  // it is; the engine must outlive what is returned.
  virtual std::unique_ptr<SetUp<T>> set_up(const Csr<double>& matrix) = 0;
  virtual void upload(const std::vector<T>& from, Vec<T> to) = 0;
  virtual std::vector<T> download(Vec<T> from) = 0;

  // x . y, in double.
  virtual double dot(Vec<T> x, Vec<T> y) = 0;
  // out = sum of the parts, from the first to the last, one to three; out may be one of them.
  void combine(Vec<T> out, std::initializer_list<Part<T>> parts);
  // The same; returns out . with, where `with` may be out.
  double combine_dot(Vec<T> out, std::initializer_list<Part<T>> parts, Vec<T> with);
  // out = d x, entry by entry: a diagonal matrix times x.
  void scale(Vec<T> d, Vec<T> x, Vec<T> out) { scaled(d, x, out, {}); }
  double scale_dot(Vec<T> d, Vec<T> x, Vec<T> out, Vec<T> with) { return scaled(d, x, out, with); }

  // out = A x, which is another vector than x.
  void multiply(MatrixId a, Vec<T> x, Vec<T> out) { multiplied(a, x, {}, out, {}); }
  double multiply_dot(MatrixId a, Vec<T> x, Vec<T> out, Vec<T> with) {
    return multiplied(a, x, {}, out, with);
  }
  // out = b - A x.
  void residual(MatrixId a, Vec<T> x, Vec<T> b, Vec<T> out) {
    multiplied(a, x, {T{-1}, T{1}, b.data}, out, {});
  }
  // out += factor A x.
  void add_multiplied(MatrixId a, Vec<T> x, double factor, Vec<T> out) {
    multiplied(a, x, {static_cast<T>(factor), T{1}, out.data}, out, {});
  }
  // out = the sums of x over the rows of each aggregate, by increasing number.
  virtual void add_up(AggregatesId aggregates, Vec<T> x, Vec<T> out) = 0;
  // out += factor times what x has for the aggregate of each row.
  virtual void add_spread(AggregatesId aggregates, Vec<T> x, double factor, Vec<T> out) = 0;
  // step = keep step + factor d (b - A x), out = x + step. Out is another vector than x.
  virtual void smooth(MatrixId a, Vec<T> d, Vec<T> b, double keep, double factor, Vec<T> step,
                      Vec<T> x, Vec<T> out) = 0;

  // Vectors made since mark() are given back by release().
  virtual std::size_t mark() const = 0;
  virtual void release(std::size_t mark) = 0;

  // Reports where the progress stands, which may stop the work.
  virtual void poll() = 0;

 protected:
  // With a vector `with`, these return its product with the result; else 0.
  virtual double combined(Vec<T> out, const Term<T>* terms, int count, Vec<T> with) = 0;
  virtual double scaled(Vec<T> d, Vec<T> x, Vec<T> out, Vec<T> with) = 0;
  virtual double multiplied(MatrixId a, Vec<T> x, Blend<T> blend, Vec<T> out, Vec<T> with) = 0;
};

// The progress is reported to unchanged, whenever something may stop the work.
template <class T>
std::unique_ptr<Engine<T>> engine_cpu(InstructionSet instructions, int threads, Progress& progress);

struct MatrixOnGpu;  // see on_gpu.hpp

// How the GPU keeps matrices. kFits: sliced ELL, unless its rows differ too much in length.
enum class DeviceFormat { kFits, kCsr, kSell };
// there: a matrix that set_up() may be asked for, in the GPU's memory already, or null.
template <class T>
std::unique_ptr<Engine<T>> engine_cuda(int threads, Progress& progress,
                                       DeviceFormat format = DeviceFormat::kFits,
                                       std::shared_ptr<const MatrixOnGpu> there = nullptr);

}  // namespace bitvox::sparse
