// SPDX-License-Identifier: BSD-2-Clause
// The matrix of seven points on a grid of n^3, n being 256 on the GPU and 128 on the CPU, or
// BITVOX_SOLVE_N. Names:
//   solve/multiply/BACKEND/FORMAT_TYPE  y = A x; bytes are those of the matrix and both vectors
//   solve/copy/BACKEND                  y = x of the same vectors, what the memory can do
//   solve/dot/BACKEND                   x . y
//   solve/iteration/BACKEND/METHOD_PRECONDITIONER  one of 30 iterations
//   solve/call/BACKEND                  the whole, with all that is looked at and set up
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <map>
#include <string>

#include "../native/sparse_matrices.hpp"
#include "core/options/names.hpp"
#include "core/threads/parallel.hpp"
#include "linear_systems/krylov.hpp"
#include "linear_systems/sell.hpp"
#include "ops/solve/solve.hpp"
#include "whole_calls.hpp"

namespace bitvox::solve {
namespace {

using sparse::Csr;
using sparse::DeviceFormat;
using sparse::Preconditioning;
using sparse::Vec;

std::int64_t size_for(const std::string& backend) {
  if (const char* const n = std::getenv("BITVOX_SOLVE_N")) return std::atoll(n);
  return backend == "cuda" ? 256 : 128;
}

// As sparse::test::grid(n, n, n), made by many threads.
Csr<double> make_grid(std::int64_t n) {
  const std::int64_t rows = n * n * n;
  const std::int64_t steps[] = {-n * n, -n, -1, 0, 1, n, n * n};
  const auto has = [n](std::int64_t i, std::int64_t step) {
    const std::int64_t x = i % n;
    const std::int64_t y = i / n % n;
    const std::int64_t z = i / (n * n);
    return step == -1       ? x > 0
           : step == 1      ? x + 1 < n
           : step == -n     ? y > 0
           : step == n      ? y + 1 < n
           : step == -n * n ? z > 0
           : step == n * n  ? z + 1 < n
                            : true;
  };
  Csr<double> csr;
  csr.rows = csr.columns = rows;
  csr.starts.resize(static_cast<std::size_t>(rows + 1));
  for (std::int64_t i = 0; i < rows; ++i) {
    std::int64_t count = 0;
    for (const std::int64_t step : steps) count += has(i, step) ? 1 : 0;
    csr.starts[static_cast<std::size_t>(i + 1)] = csr.starts[static_cast<std::size_t>(i)] + count;
  }
  csr.column.resize(static_cast<std::size_t>(csr.entries()));
  csr.value.resize(static_cast<std::size_t>(csr.entries()));
  NoProgress quiet;
  parallel_for(n, core_count(), quiet, [&](std::int64_t z) {
    for (std::int64_t i = z * n * n; i < (z + 1) * n * n; ++i) {
      auto k = static_cast<std::size_t>(csr.starts[static_cast<std::size_t>(i)]);
      for (const std::int64_t step : steps) {
        if (!has(i, step)) continue;
        csr.column[k] = static_cast<std::int32_t>(i + step);
        csr.value[k++] = step == 0 ? 6 : -1;
      }
    }
  });
  return csr;
}

const Csr<double>& grid_of(std::int64_t n) {
  static std::map<std::int64_t, Csr<double>> known;
  const auto [found, is_new] = known.try_emplace(n);
  if (is_new) found->second = make_grid(n);
  return found->second;
}

template <class T>
void multiply(benchmark::State& state, const std::string& backend, DeviceFormat format) {
  const Csr<double>& matrix = grid_of(size_for(backend));
  NoProgress quiet;
  const auto engine = sparse::test::engine_of<T>(backend, core_count(), quiet, format);
  const auto a = engine->add(sparse::converted<T>(matrix));
  const std::vector<double> values = sparse::test::numbers(matrix.rows, 1);
  const Vec<T> x = engine->vector(std::vector<T>(values.begin(), values.end()));
  const Vec<T> y = engine->vector(matrix.rows);
  const Vec<T> one = engine->vector(1);
  const std::int64_t index_bytes = format == DeviceFormat::kCsr || backend != "cuda"
                                       ? matrix.rows * 8
                                       : matrix.rows / sparse::kSlice * 8;
  const auto value_bytes = static_cast<std::int64_t>(sizeof(T));
  const std::int64_t bytes =
      matrix.entries() * (4 + value_bytes) + index_bytes + 2 * matrix.rows * value_bytes;
  constexpr int kPieces = 20;  // so that waiting for the GPU is nothing
  for (auto _ : state) {
    for (int i = 0; i < kPieces; ++i) engine->multiply(a, x, y);
    benchmark::DoNotOptimize(engine->dot(one, one));
  }
  state.counters["bytes/s"] = benchmark::Counter(static_cast<double>(bytes) * kPieces,
                                                 benchmark::Counter::kIsIterationInvariantRate);
  state.counters["us"] = benchmark::Counter(
      kPieces * 1e-6, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void vectors(benchmark::State& state, const std::string& backend, bool is_dot) {
  const std::int64_t n = size_for(backend);
  NoProgress quiet;
  const auto engine = sparse::test::engine_of<double>(backend, core_count(), quiet);
  const Vec<double> x = engine->vector(n * n * n);
  const Vec<double> y = engine->vector(n * n * n);
  const Vec<double> one = engine->vector(1);
  constexpr int kPieces = 20;
  for (auto _ : state) {
    for (int i = 0; i < kPieces; ++i) {
      if (is_dot) {
        benchmark::DoNotOptimize(engine->dot(x, y));
      } else {
        engine->combine(y, {{1, x}});
      }
    }
    benchmark::DoNotOptimize(engine->dot(one, one));
  }
  state.counters["bytes/s"] = benchmark::Counter(16.0 * static_cast<double>(n * n * n) * kPieces,
                                                 benchmark::Counter::kIsIterationInvariantRate);
}

template <class T>
void iteration(benchmark::State& state, const std::string& backend, Method method,
               Preconditioning kind) {
  const Csr<double>& matrix = grid_of(size_for(backend));
  NoProgress quiet;
  const auto engine = sparse::test::engine_of<T>(backend, core_count(), quiet);
  const auto set_up = engine->set_up(matrix);
  const auto a = set_up->add();
  sparse::Properties properties;
  properties.symmetric = true;
  sparse::PreconditionerOptions options;
  options.kind = kind;
  const auto m =
      sparse::make_preconditioner(options, *engine, a, *set_up, matrix, properties, quiet);
  const std::vector<double> values = sparse::test::numbers(matrix.rows, 1);
  const std::vector<T> b(values.begin(), values.end());
  constexpr int kIterations = 30;
  double last = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const std::size_t mark = engine->mark();
    const sparse::System<T> system{*engine, a, *m, engine->vector(b), engine->vector(matrix.rows)};
    sparse::Monitor monitor(0, kIterations, [&](double residual) { last = residual; });
    state.ResumeTiming();
    if (method == Method::kCg) {
      conjugate_gradients(system, monitor);
    } else if (method == Method::kBicgstab) {
      bicgstab(system, monitor);
    } else {
      gmres(system, kIterations, monitor);
    }
    state.PauseTiming();
    engine->release(mark);
    state.ResumeTiming();
  }
  state.counters["ms_each"] =
      benchmark::Counter(kIterations * 1e-3, benchmark::Counter::kIsIterationInvariantRate |
                                                 benchmark::Counter::kInvert);
  state.counters["residual"] = last;
}

void call(benchmark::State& state, const std::string& backend, Precision precision) {
  const Csr<double>& matrix = grid_of(size_for(backend));
  Options options;
  options.backend = backend;
  options.precision = precision;
  NoProgress quiet;
  std::int64_t iterations = 0;
  bitvox::test::whole_calls(
      state, [&] { iterations = solve(matrix, nullptr, options, quiet).iterations; });
  state.counters["iterations"] = static_cast<double>(iterations);
}

template <class... Arguments>
void add(const std::string& name, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), arguments...)
      ->Unit(benchmark::kMillisecond)
      ->Iterations(4)  // once each, as setting up takes longer
      ->UseRealTime();
}

const bool registered = [] {
  for (const std::string& backend : bitvox::test::available_backends()) {
    const auto of = [&](const std::string& what, const std::string& ending) {
      return "solve/" + what + "/" + backend + ending;
    };
    add(of("multiply", "/csr_double"), multiply<double>, backend, DeviceFormat::kCsr);
    add(of("multiply", "/csr_float"), multiply<float>, backend, DeviceFormat::kCsr);
    if (backend == "cuda") {
      add(of("multiply", "/sell_double"), multiply<double>, backend, DeviceFormat::kSell);
      add(of("multiply", "/sell_float"), multiply<float>, backend, DeviceFormat::kSell);
    }
    add(of("copy", ""), vectors, backend, false);
    add(of("dot", ""), vectors, backend, true);
    for (const auto kind : {Preconditioning::kNone, Preconditioning::kJacobi,
                            Preconditioning::kChebyshev, Preconditioning::kMultigrid}) {
      add(of("iteration", "/cg_" + word_of(kind)), iteration<double>, backend, Method::kCg, kind);
    }
    add(of("iteration", "/cg_multigrid_float"), iteration<float>, backend, Method::kCg,
        Preconditioning::kMultigrid);
    add(of("iteration", "/bicgstab_jacobi"), iteration<double>, backend, Method::kBicgstab,
        Preconditioning::kJacobi);
    add(of("iteration", "/gmres_jacobi"), iteration<double>, backend, Method::kGmres,
        Preconditioning::kJacobi);
    add(of("call", "/double"), call, backend, Precision::kDouble);
    add(of("call", "/single"), call, backend, Precision::kSingle);
  }
  return true;
}();

}  // namespace
}  // namespace bitvox::solve
