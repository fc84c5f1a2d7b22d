// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <vector>

#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "ops/deformation/deformation_engine.hpp"

namespace bitvox::deformation {
namespace {

constexpr std::int64_t kGroupsOfThread = 32;  // fewer are done before another one wakes

const Rows::OfMethod& of_method(const Rows& rows, Method method) {
  switch (method) {
    case Method::kMassSpring:
      return rows.mass_spring;
    case Method::kShapeMatching:
      return rows.shape_matching;
    case Method::kMeshless:
      return rows.meshless;
    case Method::kPointBased:
      break;
  }
  return rows.point_based;
}

// Each worker has groups of its own, and the memory of these.
class CpuEngine final : public Engine {
 public:
  CpuEngine(const Model& model, InstructionSet instructions, int threads)
      : model_(model),
        rows_(rows_for<Rows>(instructions)),
        of_method_(of_method(rows_, model.method)),
        workers_(static_cast<int>(
            std::clamp<std::int64_t>(model.groups() / kGroupsOfThread, 1, threads))),
        products_(static_cast<std::size_t>(2 * workers_)) {
    const std::int64_t padded = model.padded();
    const std::int64_t quads = has_stresses() ? 7 : 4;
    require_memory(kMemoryUser, host_memory(),
                   quads * padded * static_cast<std::int64_t>(sizeof(Quad)));
    for (Half& half : halves_) {
      half.moving = aligned_array<Quad>(padded);
      half.velocity = aligned_array<Quad>(padded);
      for (std::int64_t node = 0; node < padded; ++node) {
        const Quad& rest = model.rest[static_cast<std::size_t>(node)];
        half.moving[static_cast<std::size_t>(node)] =
            model.moves_places() ? rest : Quad{0, 0, 0, rest.w};
      }
      std::fill_n(half.velocity.get(), padded, Quad{});
    }
    for (std::size_t i = 0; has_stresses() && i < 3; ++i) {
      stresses_[i] = aligned_array<Quad>(padded);
      stress_rows_.rows[i] = stresses_[i].get();
    }
  }

  void advance(std::int64_t first, std::int64_t count, const Schedule& schedule,
               Progress& progress) override {
    Barrier barrier(workers_);
    run_team(workers_, count, progress, [&](Team& team, int worker) {
      for (std::int64_t step = first; step < first + count; ++step) {
        if (!make_step(team, barrier, worker, step, schedule)) return;
        if (worker == 0) team.add_done(1);
      }
    });
    made_ = first + count;
  }

  void read(State& to, Progress& progress) override {
    const auto count = static_cast<std::size_t>(model_.count);
    const Half& half = after(made_);
    to.moving.assign(half.moving.get(), half.moving.get() + count);
    to.velocity.assign(half.velocity.get(), half.velocity.get() + count);
    to.acceleration.resize(static_cast<std::size_t>(model_.padded()));
    Barrier barrier(workers_);
    run_team(workers_, 1, progress, [&](Team& team, int worker) {
      float turn[9] = {};
      if (!prepare(team, barrier, worker, made_, turn)) return;
      of_method_.accelerate(&model_.rows, begin(worker), begin(worker + 1), half.rows(), turn,
                            &stress_rows_, to.acceleration.data());
    });
    to.acceleration.resize(count);
  }

  void write(const State& from) override {
    Half& half = after(made_);
    std::copy(from.moving.begin(), from.moving.end(), half.moving.get());
    std::copy(from.velocity.begin(), from.velocity.end(), half.velocity.get());
    for (int worker = 0; worker < workers_; ++worker) add_up_products(worker, made_);
  }

 private:
  struct Half {
    AlignedArray<Quad> moving, velocity;
    StateRows rows() const { return {moving.get(), velocity.get()}; }
  };
  // Sums of products, apart from those of other workers.
  struct alignas(128) Products {
    std::int64_t sums[9] = {};
  };

  bool has_stresses() const { return model_.method == Method::kPointBased; }
  bool has_rotation() const { return model_.method == Method::kShapeMatching; }
  std::int64_t begin(int worker) const { return model_.groups() * worker / workers_; }
  // After so many steps.
  Half& after(std::int64_t steps) { return halves_[static_cast<std::size_t>(steps % 2)]; }
  Products* products_after(std::int64_t steps) { return products_.data() + steps % 2 * workers_; }

  // What a step needs of all nodes: their stresses, or the rotation. False if the team was stopped.
  bool prepare(const Team& team, Barrier& barrier, int worker, std::int64_t steps, float* turn) {
    if (has_stresses()) {
      rows_.stress(&model_.rows, begin(worker), begin(worker + 1), after(steps).moving.get(),
                   &stress_rows_);
      return barrier.wait(team);
    }
    if (has_rotation()) {
      std::int64_t sums[9] = {};
      for (int other = 0; other < workers_; ++other)
        for (int i = 0; i < 9; ++i) sums[i] += products_after(steps)[other].sums[i];
      find_turn(model_.rotation, sums, turn);
    }
    return true;
  }

  bool make_step(const Team& team, Barrier& barrier, int worker, std::int64_t step,
                 const Schedule& schedule) {
    const std::int64_t first = begin(worker), end = begin(worker + 1);
    Half& to = after(step + 1);
    float turn[9] = {};
    if (!prepare(team, barrier, worker, step, turn)) return false;
    of_method_.step(&model_.rows, first, end, after(step).rows(), turn, &stress_rows_,
                    to.moving.get(), to.velocity.get());
    if (schedule.is_due(step + 1)) {
      const auto load = static_cast<float>(schedule.load(step + 1));
      const auto until = static_cast<std::size_t>(std::min(model_.count, end * kGroup));
      for (auto node = static_cast<std::size_t>(first * kGroup); node < until; ++node) {
        enforce(model_.load, load, model_.rest[node], model_.goals[node], to.moving[node],
                to.velocity[node]);
      }
    }
    add_up_products(worker, step + 1);
    return barrier.wait(team);
  }

  // For the rotation after so many steps.
  void add_up_products(int worker, std::int64_t steps) {
    if (!has_rotation()) return;
    Products products;
    rows_.add_products(after(steps).moving.get(), model_.rest.get(), begin(worker),
                       begin(worker + 1), model_.rotation.scale, model_.rotation.limit,
                       products.sums);
    products_after(steps)[worker] = products;
  }

  const Model& model_;
  const Rows& rows_;
  const Rows::OfMethod& of_method_;
  const int workers_;
  std::array<Half, 2> halves_;
  std::array<AlignedArray<Quad>, 3> stresses_;
  StressRows stress_rows_{};
  std::vector<Products> products_;
  std::int64_t made_ = 0;  // steps
};

}  // namespace

std::unique_ptr<Engine> cpu_engine(const Model& model, InstructionSet instructions, int threads) {
  return std::make_unique<CpuEngine>(model, instructions, threads);
}

}  // namespace bitvox::deformation
