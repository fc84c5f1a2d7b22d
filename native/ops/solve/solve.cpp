// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/backends/run_on.hpp"
#include "core/error.hpp"
#include "core/options/check_fields.hpp"
#include "core/options/names.hpp"
#include "core/options/number.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "linear_systems/on_gpu.hpp"
#include "ops/solve/solve_attempt.hpp"
#include "ops/solve/solve_input.hpp"
#include "ops/solve/solve_numbers.hpp"
#include "ops/solve/solve_sentence.hpp"
#include "ops/solve/solve_singular.hpp"

namespace bitvox::solve {
namespace {

using sparse::Outcome;

// Below this the CPU is done before a GPU has been given its work.
constexpr std::int64_t kGpuPaysEntries = 1 << 19;

// An error of x that is told beside a residual within the tolerance: at least so much, and so many
// times the tolerance.
constexpr double kFar = 0.01;
constexpr double kHidden = 1e4;
constexpr double kResidualRounding = 1e-14;  // of residuals: what a tolerance may still bring

// y, of which b is made where none was given.
std::vector<double> known_solution(const sparse::Properties& properties) {
  std::vector<double> y(static_cast<std::size_t>(properties.rows), 1.0);
  if (properties.singular_components == 0 || y.size() < 2) return y;
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = 2 * static_cast<double>(i) / static_cast<double>(y.size() - 1) - 1;
  }
  return y;
}

// What a matrix is, and where it is besides.
struct Looked {
  sparse::Properties properties;
  std::shared_ptr<const sparse::MatrixOnGpu> on_gpu;  // or null
};

Looked look_by_cpu(const sparse::Csr<double>& matrix, int threads, Progress& progress) {
  return {properties_of(matrix, threads, progress), nullptr};
}

Looked look_by_gpu(const sparse::Csr<double>& matrix, int threads, Progress& progress) {
  auto [copying, looking] = progress_parts(progress, 4, 1);
  try {
    Looked looked;
    looked.on_gpu = copy_to_gpu(matrix, threads, copying);
    if (looked.on_gpu != nullptr) {
      looked.properties = properties_on_gpu(*looked.on_gpu, looking);
      return looked;
    }
  } catch (const DeviceOutOfMemory&) {  // there may be enough for the iterations
  }
  return look_by_cpu(matrix, threads, looking);
}

// At a square matrix, where it will be iterated. A note says why that was not the GPU.
Looked look(const sparse::Csr<double>& matrix, const Options& options, int threads,
            RunReport& report, Progress& progress) {
  const bool too_small = needs_cpu(options.preconditioner) || matrix.entries() < kGpuPaysEntries;
  return run_on(
      requested_backend(options.backend), too_small ? GpuUse::kTooSmall : GpuUse::kPays, report,
      [&](Gpu) { return look_by_gpu(matrix, threads, progress); },
      [&](InstructionSet) { return look_by_cpu(matrix, threads, progress); }, nullptr, &progress);
}

Attempted run(const Problem& problem, const Attempt& attempt, RunReport& report,
              Progress& progress) {
  const std::string requested = requested_backend(problem.options.backend);
  if (needs_cpu(attempt.preconditioner) && requested == "cuda") {
    throw InvalidInput("preconditioner=" + word_of(attempt.preconditioner) +
                       " runs on the CPU alone; use another one or another backend than cuda");
  }
  const bool too_small =
      needs_cpu(attempt.preconditioner) || problem.matrix.entries() < kGpuPaysEntries;
  return run_on(
      requested, too_small ? GpuUse::kTooSmall : GpuUse::kPays, report,
      [&](Gpu) { return attempt_cuda(problem, attempt, progress); },
      [&](InstructionSet instructions) {
        return attempt_cpu(instructions, problem, attempt, progress);
      },
      nullptr, &progress);
}

void take(Result& result, const Attempt& attempt, Attempted done) {
  result.solution = std::move(done.x);
  result.converged = done.outcome == Outcome::kConverged;
  result.outcome = done.outcome;
  result.method = word_of(attempt.method);
  result.preconditioner = std::move(done.preconditioner);
  result.iterations = done.iterations;
  result.residual = done.residual;
  result.history = std::move(done.history);
}

void iterate(const Problem& problem, Result& result, Progress& progress) {
  const std::vector<Attempt> attempts = attempts_for(problem.properties, problem.options);
  std::optional<std::size_t> best;    // of those that did not converge, or the one that did
  std::vector<std::string> failures;  // of each attempt that did not converge
  std::string help;
  // Where several methods are tried, each has its part, the first one the most.
  std::array parts = progress_parts(progress, 13, 4, 2);
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    PhaseProgress& part = parts[i];
    const bool is_last = i + 1 == attempts.size();
    RunReport report;
    try {
      Attempted done = run(problem, attempts[i], report, part);
      const Outcome outcome = done.outcome;
      if (outcome == Outcome::kConverged || !best || done.residual < result.residual) {
        result.sentence = ending(problem, attempts[i], done);
        help = advice(problem, attempts[i], done);
        take(result, attempts[i], std::move(done));
        result.run.backend = report.backend;
        if (!report.note.empty()) result.run.note = report.note;
        best = i;
      }
      if (outcome == Outcome::kConverged) break;
      failures.push_back(tried_too(problem, attempts[i], reason_of(problem, attempts[i], outcome)));
    } catch (const sparse::NoPreconditioner& none) {
      if (is_last && !best) throw;
      failures.push_back(tried_too(problem, attempts[i], none.what()));
    }
  }
  for (std::size_t i = 0; i < failures.size(); ++i) {
    if (i != best) result.sentence += failures[i];
  }
  if (!result.converged) result.sentence += help;
}

// Where b is huge, b and x are 2^-64 of what they are. Powers of two change no digit.
constexpr int kScaledBy = 64;

void scale(std::vector<double>& values, int exponent) {
  if (exponent == 0) return;
  for (double& value : values) value = std::ldexp(value, exponent);
}

// The error of x where the solution is known, and what to say of one that the residual hides.
void compare(Result& result, const std::vector<double>& known, double tolerance) {
  double largest = 0;
  for (std::size_t i = 0; i < known.size(); ++i) {
    result.error = std::max(result.error, std::abs(result.solution[i] - known[i]));
    largest = std::max(largest, std::abs(known[i]));
  }
  if (largest > 0) result.error /= largest;
  if (result.converged && result.error > std::max(kFar, kHidden * tolerance)) {
    result.sentence += " But x differs from the known solution by " + short_number(result.error) +
                       " of its largest number: the matrix is singular or nearly so.";
    if (tolerance > kResidualRounding) {
      result.sentence += " With tolerance=" + short_number(kResidualRounding) +
                         " x comes nearer, unless it is singular.";
    }
  }
}

}  // namespace

Result solve(const sparse::Csr<double>& given, const std::vector<double>* b, const Options& options,
             Progress& progress) {
  check_fields(options);
  const int threads = thread_count(options.threads);
  require_square(given);
  auto [looking, iterating] = progress_parts(progress, 1, 19);
  Result result;
  const Looked looked = look(given, options, threads, result.run, looking);
  const sparse::Properties& properties = looked.properties;
  result.matrix = properties.words();
  result.longest_row = properties.longest_row;
  result.bandwidth = properties.bandwidth;
  check_matrix(properties);
  StandingProgress standing(iterating);
  // Entries of 0 may stand on one side of the diagonal alone, which would make incomplete factors
  // of a symmetric matrix unsymmetric.
  std::optional<sparse::Csr<double>> clean;
  if (properties.symmetric && properties.zeros) {
    clean = sparse::without_zeros(given, standing);
  }
  const sparse::Csr<double>& matrix = clean ? *clean : given;
  if (options.precision == Precision::kSingle) check_single(matrix, threads, standing);

  const std::vector<double> known =
      b == nullptr ? known_solution(properties) : std::vector<double>{};
  std::vector<double> own;  // where it is not the one that was given
  if (b == nullptr) {
    own.resize(known.size());
    set_residual(matrix, known, std::vector<double>(known.size()), threads, standing, own);
    for (double& value : own) value = -value;
  }
  const std::vector<double>* right = b == nullptr ? &own : b;
  check_right_side(matrix, *right, b == nullptr, threads, standing);
  const int scaled_by = is_huge(*right, threads, standing) ? kScaledBy : 0;
  const Constants constants(properties, threads, standing);
  if (right != &own && (scaled_by != 0 || properties.singular_components > 0)) {
    own = *right;
    right = &own;
  }
  scale(own, -scaled_by);
  const double removed = constants.remove(own);
  const bool is_reduced = constants.has_taken(removed);
  if (std::all_of(right->begin(), right->end(), [](double value) { return value == 0; })) {
    result.solution.assign(right->size(), 0.0);
    result.converged = true;
    result.method = result.preconditioner = "none";
    result.history = {0};
    result.sentence =
        std::string("Solved: b ") + (is_reduced ? "without its mean " : "") + "is 0, and so is x.";
  } else {
    iterate({matrix, *right, properties, options, threads, is_reduced, looked.on_gpu}, result,
            iterating);
    standing.move_to(1, 1);
    constants.remove(result.solution);
  }
  scale(result.solution, scaled_by);
  check_solution(result.solution, threads, standing);
  result.sentence += constants.sentence(removed);
  if (b == nullptr) {
    std::vector<double> expected = known;
    constants.remove(expected);
    compare(result, expected, options.tolerance);
  }
  progress.say("");
  progress.report(1, 1);
  return result;
}

}  // namespace bitvox::solve
