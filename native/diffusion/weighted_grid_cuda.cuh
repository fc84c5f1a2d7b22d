// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "cuda/copy.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "diffusion/aggregation.hpp"
#include "diffusion/link_cycle_cuda.cuh"
#include "diffusion/weighted_grid.hpp"
#include "diffusion/weighted_grid_arrays.cuh"
#include "diffusion/weighted_grid_resistance.hpp"

namespace bitvox::weighted_grid {
namespace {

// The equations on the GPU, in memory that is cleared already. Fill links() and call set_up();
// then fill r() of every side and solve().
class EquationsCuda final : public Equations {
 public:
  EquationsCuda(const EquationArrays& arrays, const Grid& grid, const cuda::Stream& stream,
                int threads, Progress& progress)
      : grid_(grid),
        arrays_(arrays),
        first_of_tail_(sides().front().levels.size() -
                       static_cast<std::size_t>(arrays.levels_in_tail())),
        stream_(stream),
        threads_(threads),
        progress_(progress) {}

  const LinksView& links() const { return arrays_.links; }
  const View<double>& r(int side = 0) const { return of(side).r; }
  const View<float>& x(int side = 0) const { return of(side).x; }

  // cell(x, y, z) for every cell.
  template <class Cell>
  void each(const Grid& grid, const Cell& cell) {
    cuda::launch(each_cell_kernel<Cell>, {cuda::blocks_for(grid.rows(), kRowsPerBlock), kThreads},
                 stream_, size_of_grid(grid), cell);
  }

  // Of term(x, y, z) over all cells.
  template <class Term>
  double sum(const Term& term) {
    progress_.report(0, 1);
    cuda::launch(sum_rows_kernel<Term>, blocks_for_rows(grid_), stream_, size_of_grid(grid_), term,
                 arrays_.row_numbers);
    return sums_of_rows(1)[0];
  }

  void set_up() {
    each(grid_, SetDiagonal{arrays_.links});
    const LinksView* fine = &arrays_.links;
    for (const LevelView& level : sides().front().levels) {
      const Grid grid = grid_of(level.rhs);
      each(grid, SumLinks{*fine, level.links});
      each(grid, SetDiagonal{level.links});
      fine = &level.links;
    }
    LevelView* tail = arrays_.tail;
    for (const SideArrays& side : sides()) {
      cuda::copy(tail, side.levels.data() + first_of_tail_, arrays_.levels_in_tail(), stream_);
      tail += arrays_.levels_in_tail();
    }
    each(grid_, FirstResistance{arrays_.links, arrays_.resistance});
    largest_resistance_ = find_ways(
        [&] {
          for (const Axis axis : {Axis::kX, Axis::kY, Axis::kZ}) {
            cuda::launch(relax_lines_kernel,
                         {cuda::blocks_for(lines_along(axis, grid_), kThreads), kThreads}, stream_,
                         axis, arrays_.links, arrays_.resistance);
          }
        },
        [&] {
          return fold<Largest>(Parts(1), [&](const SideArrays&, double) {
            return Resistance{arrays_.resistance};
          })[0];
        });
  }

  std::vector<double> start(const Parts& parts) override {
    return fold<Largest>(parts, [](const SideArrays& side, double) {
      return Start{side.r, side.x, side.p, side.z};
    });
  }

  std::vector<double> precondition(const Parts& parts) override {
    if (!sides().front().levels.empty()) {
      restrict_to(0, arrays_.links, parts, [](const SideArrays& side) {
        return Left{side.z, side.r};
      });
      solve_level(0, parts);
      take_step(arrays_.links, parts, [](const SideArrays& side, double factor) {
        return AddCoarse{side.levels.front().after_cycle(), static_cast<float>(factor), side.z};
      });
    }
    return last_sweep(parts);
  }

  double largest_resistance() const override { return largest_resistance_; }

  // The host makes the levels, as the CPU's are.
  bool set_up_along_links() override {
    if (along_links_) return true;
    if (!can_have_link_levels(grid_) ||
        link_levels_bytes(grid_) + Links::bytes(grid_) > host_memory().free) {
      return false;
    }
    const std::vector<LinkLevel> levels = link_levels(links_on_host(), {threads_, progress_});
    if (levels.empty()) return false;
    along_links_.emplace(levels, stream_, threads_, progress_);
    return true;
  }

  std::vector<double> precondition_along_links(const Parts& parts) override {
    take_step(arrays_.links, parts, [](const SideArrays& side, double) {
      return SetLeft{{side.z, side.r}, side.t};
    });
    for (const Part& part : parts) {
      const SideArrays& side = of(part.side);
      along_links_->correct(side.t.first, static_cast<float>(part.factor), side.z.first);
    }
    return last_sweep(parts);
  }

  std::vector<double> advance(const Parts& parts) override {
    take_step(arrays_.links, parts, [](const SideArrays& side, double factor) {
      return Advance{factor, side.t, side.p};
    });
    return fold<Sum>(parts, [](const SideArrays& side, double) { return Curvature{side.p}; });
  }

  std::vector<double> move(const Parts& parts) override {
    return fold<Largest>(parts, [](const SideArrays& side, double factor) {
      return Move{factor, side.p, side.x, side.r, side.z};
    });
  }

  std::vector<double> largest_shift(const Parts& parts) override {
    return fold<Largest>(parts, [&](const SideArrays& side, double) {
      return Shift{arrays_.resistance, side.r};
    });
  }

 private:
  const std::vector<SideArrays>& sides() const { return arrays_.sides; }
  const SideArrays& of(int side) const { return sides()[static_cast<std::size_t>(side)]; }

  std::vector<double> last_sweep(const Parts& parts) {
    return fold<Sum>(parts, [](const SideArrays& side, double) {
      return Sweep{side.z, side.r, side.t};
    });
  }

  Links links_on_host() const {
    Links links(grid_);
    cuda::Staging staging(stream_);
    const auto fetch = [&](const View<float>& view, GridField<float>& field) {
      const float* const from = view.zeros - GridField<float>::kLead;
      const std::int64_t words = count_of<float>(grid_) / 2;
      cuda::download(reinterpret_cast<const std::uint64_t*>(from), words,
                     reinterpret_cast<std::uint64_t*>(field.memory()), threads_, staging,
                     progress_);
      cuda::copy(field.memory() + 2 * words, from + 2 * words, count_of<float>(grid_) - 2 * words,
                 stream_);
    };
    fetch(arrays_.links.x, links.x);
    fetch(arrays_.links.y, links.y);
    fetch(arrays_.links.z, links.z);
    fetch(arrays_.links.ground, links.ground);
    fetch(arrays_.links.diagonal, links.diagonal);
    stream_.wait();
    return links;
  }

  static int3 size_of_grid(const Grid& grid) {
    return {static_cast<int>(grid.width), static_cast<int>(grid.height),
            static_cast<int>(grid.depth)};
  }

  // launch(steps) of the steps make(arrays, factor) of all parts, whose number is one that the
  // kernels are compiled for.
  template <int kCount = 1, class Make, class Launch>
  void with_steps(const Parts& parts, const Make& make, const Launch& launch) const {
    using Step = decltype(make(sides().front(), 0.0));
    if constexpr (kCount < kMostSides) {
      if (parts.size() > kCount) return with_steps<kCount + 1>(parts, make, launch);
    }
    Sides<Step, kCount> steps;
    for (std::size_t i = 0; i < kCount; ++i) {
      steps.of[i] = make(of(parts[i].side), parts[i].factor);
    }
    launch(steps);
  }

  template <class Make>
  void take_step(const LinksView& links, const Parts& parts, const Make& make) {
    with_steps(parts, make, [&]<class Step, int kCount>(const Sides<Step, kCount>& steps) {
      cuda::launch(step_kernel<Step, kCount>, blocks_for_rows(grid_of(links.x)), stream_, links,
                   steps);
    });
  }

  // The sums of what the steps return, or the largest of it.
  template <class Fold, class Make>
  std::vector<double> fold(const Parts& parts, const Make& make) {
    progress_.report(0, 1);
    with_steps(parts, make, [&]<class Step, int kCount>(const Sides<Step, kCount>& steps) {
      cuda::launch(fold_rows_kernel<Fold, Step, kCount>, blocks_for_rows(grid_), stream_,
                   arrays_.links, steps, arrays_.row_numbers);
    });
    const auto count = static_cast<unsigned>(parts.size());
    if constexpr (std::is_same_v<Fold, Sum>) return sums_of_rows(count);
    cuda::launch(largest_kernel, {count, cuda::kFoldThreads}, stream_, arrays_.row_numbers,
                 grid_.rows(), arrays_.results);
    return results(count);
  }

  std::vector<double> sums_of_rows(unsigned count) {
    cuda::sum_rows(arrays_.row_numbers, grid_.rows(), arrays_.lanes, arrays_.results, stream_,
                   count);
    return results(count);
  }

  std::vector<double> results(unsigned count) const {
    std::vector<double> numbers(count);
    cuda::read_back(numbers.data(), static_cast<const double*>(arrays_.results), count, stream_);
    return numbers;
  }

  // What make(arrays) says is left over, to the right-hand side of level `to`.
  template <class Make>
  void restrict_to(std::size_t to, const LinksView& fine, const Parts& parts, const Make& make) {
    const auto restricts = [&](const SideArrays& side, double) {
      return Restrict<decltype(make(side))>{make(side), side.levels[to].rhs};
    };
    with_steps(parts, restricts,
               [&]<class Of, int kCount>(const Sides<Restrict<Of>, kCount>& steps) {
                 cuda::launch(restrict_kernel<Of, kCount>,
                              blocks_for_rows(grid_of(fine.x).coarse()), stream_, fine, steps);
               });
  }

  // A cycle; a correction from below is taken `factor` times.
  void solve_level(std::size_t at, const Parts& parts) {
    if (at == first_of_tail_) {
      solve_tail(parts);
      return;
    }
    const LinksView& links = sides().front().levels[at].links;
    bool swapped = false;
    const auto level_of = [&](const SideArrays& side) {
      LevelView level = side.levels[at];
      if (swapped) std::swap(level.value, level.other);
      return level;
    };
    const auto step = [&](float keep, float scale) {
      take_step(links, parts, [&](const SideArrays& side, double) {
        return CellStep{level_of(side), keep, scale};
      });
      swapped = !swapped;
    };
    take_step(links, parts, [&](const SideArrays& side, double) {
      return CellStart{level_of(side), 1 / kSmoother.middle()};
    });
    kSmoother.each(1, step);
    restrict_to(at + 1, links, parts,
                [&](const SideArrays& side) { return LeftOfCells{level_of(side)}; });
    solve_level(at + 1, parts);
    take_step(links, parts, [&](const SideArrays& side, double factor) {
      return AddCoarse{side.levels[at + 1].after_cycle(), static_cast<float>(factor),
                       level_of(side).value};
    });
    kSmoother.each(0, step);
  }

  void solve_tail(const Parts& parts) {
    const std::int64_t levels = arrays_.levels_in_tail();
    Sides<Tail, kMostSides> tails;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      tails.of[i] = {arrays_.tail + parts[i].side * levels, static_cast<float>(parts[i].factor)};
    }
    cuda::launch(tail_kernel, {static_cast<unsigned>(parts.size()), kTailThreads}, stream_, tails,
                 static_cast<int>(levels), smoothing());
  }

  const Grid grid_;
  const EquationArrays arrays_;
  const std::size_t first_of_tail_;
  const cuda::Stream& stream_;
  const int threads_;  // of the host
  Progress& progress_;
  double largest_resistance_ = 0;
  std::optional<LinkCycleCuda> along_links_;
};

}  // namespace
}  // namespace bitvox::weighted_grid
