// SPDX-License-Identifier: BSD-2-Clause
#include "ops/solve/solve_attempt.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "core/backends/dispatch.hpp"
#include "core/options/number.hpp"
#include "linear_systems/how_far.hpp"
#include "ops/solve/solve_numbers.hpp"

namespace bitvox::solve {
namespace {

using sparse::Outcome;
using sparse::Preconditioning;

// A method ends a little below the tolerance, or rounding makes it begin again.
constexpr double kMargin = 0.9;
// 32-bit floats begin again after so much.
constexpr double kSingleGain = 1e-4;
// Beginning again must lower the residual by this factor at least.
constexpr double kWorthwhile = 0.5;

constexpr std::int64_t kManyRows = 1 << 17;

// So many numbers; where these are of the same type, in their memory: new memory costs more than
// what is done with it.
template <class T>
std::vector<double> in_memory_of(std::vector<T>&& numbers) {
  if constexpr (std::is_same_v<T, double>) {
    return std::move(numbers);
  } else {
    return std::vector<double>(numbers.size());
  }
}

// x, or 0 where that is empty, + factor times change.
template <class T>
std::vector<double> moved(const std::vector<double>& x, double factor, std::vector<T> change,
                          int threads, Progress& progress) {
  const auto move = [&](std::vector<double>& to) {
    each_number(change.size(), threads, progress, [&](std::size_t i) {
      to[i] = (x.empty() ? 0.0 : x[i]) + factor * static_cast<double>(change[i]);
    });
  };
  if constexpr (std::is_same_v<T, double>) {
    move(change);
    return change;
  } else {
    std::vector<double> to(change.size());
    move(to);
    return to;
  }
}

// What a cycle of the last GMRES may cost: restart^2 rows, a second. Its vectors are then as few as
// those of the default restart, or take 172 MB.
constexpr double kMostOfACycle = 0x1p30;

template <class T>
void run_method(const sparse::System<T>& system, Method method, int restart,
                sparse::Monitor& monitor) {
  if (method == Method::kCg) {
    conjugate_gradients(system, monitor);
  } else if (method == Method::kBicgstab) {
    bicgstab(system, monitor);
  } else {
    gmres(system, restart, monitor);
  }
}

bool may_go_on(Outcome outcome) { return outcome != Outcome::kLimit; }

Preconditioning diagonal_or_none(const sparse::Properties& properties) {
  return properties.zero_diagonal == 0 ? Preconditioning::kJacobi : Preconditioning::kNone;
}

Preconditioning preconditioner_for(const sparse::Properties& properties, bool on_gpu) {
  const bool usable_diagonal = properties.zero_diagonal == 0;
  if (properties.dominant && usable_diagonal &&
      (properties.symmetric || on_gpu || properties.rows > kManyRows)) {
    return Preconditioning::kMultigrid;
  }
  if (on_gpu) return diagonal_or_none(properties);
  if (!usable_diagonal) return Preconditioning::kIlut;
  return properties.symmetric && properties.positive_diagonal ? Preconditioning::kIc0
                                                              : Preconditioning::kIlu0;
}

int last_restart(std::int64_t rows, int asked_for) {
  const auto affordable =
      static_cast<std::int64_t>(std::sqrt(kMostOfACycle / static_cast<double>(rows)));
  return std::max(asked_for,
                  static_cast<int>(std::min({rows, affordable, std::int64_t{kLargestRestart}})));
}

Method method_for(const sparse::Properties& properties) {
  if (properties.symmetric) return properties.positive_diagonal ? Method::kCg : Method::kGmres;
  return properties.zero_diagonal > 0 ? Method::kGmres : Method::kBicgstab;
}

}  // namespace

std::vector<Attempt> attempts_for(const sparse::Properties& properties, const Options& options) {
  const bool on_gpu = requested_backend(options.backend) == "cuda";
  const bool any_method = options.method == Method::kAuto;
  const bool any_preconditioner = options.preconditioner == Preconditioning::kAuto;
  Attempt first{
      any_method ? method_for(properties) : options.method,
      any_preconditioner ? preconditioner_for(properties, on_gpu) : options.preconditioner,
      options.restart};
  // What is not symmetric positive definite itself is no use to conjugate gradients.
  const bool is_unsymmetric = first.preconditioner == Preconditioning::kIlu0 ||
                              first.preconditioner == Preconditioning::kIlut;
  if (any_method && first.method == Method::kCg && is_unsymmetric) first.method = Method::kBicgstab;
  if (any_preconditioner && first.method == Method::kCg && is_unsymmetric) {
    first.preconditioner =
        properties.symmetric ? Preconditioning::kIc0 : diagonal_or_none(properties);
  }
  std::vector<Attempt> attempts{first};
  if (!any_method && !any_preconditioner) return attempts;
  Attempt second{any_method ? Method::kGmres : options.method, first.preconditioner,
                 options.restart};
  if (any_preconditioner) {
    const bool is_definite = second.method == Method::kCg;
    second.preconditioner =
        on_gpu || is_definite ? diagonal_or_none(properties) : Preconditioning::kIlut;
  }
  if (second.method != first.method || second.preconditioner != first.preconditioner) {
    attempts.push_back(second);
  }
  if (any_preconditioner && second.preconditioner == Preconditioning::kIlut) {
    attempts.push_back({second.method, diagonal_or_none(properties), options.restart});
  }
  Attempt& last = attempts.back();
  if (any_method && last.method == Method::kGmres) {
    last.restart = last_restart(properties.rows, options.restart);
  }
  return attempts;
}

template <class T>
Attempted run_attempt(sparse::Engine<T>& engine, const Problem& problem, const Attempt& attempt,
                      StandingProgress& progress) {
  const Options& options = problem.options;
  auto set_up = engine.set_up(problem.matrix);
  const sparse::MatrixId a = set_up->add();
  const sparse::PreconditionerOptions wanted{attempt.preconditioner, options.fill, options.drop};
  const auto m =
      make_preconditioner(wanted, engine, a, *set_up, problem.matrix, problem.properties, progress);
  set_up.reset();
  const double norm = norm_of(problem.b, problem.threads, progress);
  Attempted done;
  done.preconditioner = m->words();
  done.history.push_back(1);
  HowFar how_far(options.tolerance);
  how_far.add(1);
  std::vector<double> left;  // after the first time
  double scale = norm;
  for (;;) {
    // The system is scaled so that |b| is 1: small residuals are nothing special.
    const std::vector<double>& now_left = left.empty() ? problem.b : left;
    const double before = done.residual;
    std::vector<T> b(now_left.size());
    each_number(b.size(), problem.threads, progress,
                [&](std::size_t i) { b[i] = static_cast<T>(now_left[i] / scale); });
    double target = kMargin * options.tolerance / before;
    if constexpr (std::is_same_v<T, float>) target = std::max(target, kSingleGain);
    sparse::Monitor monitor(target, options.max_iterations - done.iterations, [&](double now) {
      done.history.push_back(now * before);
      how_far.add(done.history.back());
      progress.move_to(how_far.done());
      progress.say("residual " + short_number(done.history.back(), 2));
    });
    const std::size_t mark = engine.mark();
    const auto size = static_cast<std::int64_t>(b.size());
    const sparse::System<T> system{engine, a, *m, engine.vector(b), engine.vector(size)};
    run_method(system, attempt.method, attempt.restart, monitor);
    std::vector<T> change = engine.download(system.x);
    engine.release(mark);
    done.iterations += monitor.iterations();
    done.outcome = monitor.outcome();

    std::vector<double> x = moved(done.x, scale, std::move(change), problem.threads, progress);
    std::vector<double> left_now = in_memory_of(std::move(b));
    set_residual(problem.matrix, x, problem.b, problem.threads, progress, left_now);
    const double norm_now = norm_of(left_now, problem.threads, progress);
    const double now = norm_now / norm;
    const bool is_better = now < before;  // false for what is not a number
    if (is_better) {
      done.x = std::move(x);
      left = std::move(left_now);
      scale = norm_now;
      done.residual = now;
    } else if (done.x.empty()) {
      done.x.resize(problem.b.size());
    }
    if (done.residual <= options.tolerance) {
      done.outcome = Outcome::kConverged;
      return done;
    }
    if (!may_go_on(done.outcome) || done.iterations >= options.max_iterations) {
      done.outcome = Outcome::kLimit;
      return done;
    }
    if (!(now <= kWorthwhile * before)) {
      if (done.outcome == Outcome::kConverged) done.outcome = Outcome::kStagnated;
      return done;
    }
  }
}

template Attempted run_attempt(sparse::Engine<double>&, const Problem&, const Attempt&,
                               StandingProgress&);
template Attempted run_attempt(sparse::Engine<float>&, const Problem&, const Attempt&,
                               StandingProgress&);

}  // namespace bitvox::solve
