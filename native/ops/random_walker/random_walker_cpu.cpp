// SPDX-License-Identifier: BSD-2-Clause
#include "diffusion/weighted_grid_cpu.hpp"
#include "ops/random_walker/random_walker_walks.hpp"

namespace bitvox::random_walker {
namespace {

class WalksCpu final : public Walks {
 public:
  static std::int64_t bytes(const Grid& grid) {
    return weighted_grid::EquationsCpu::bytes(grid) + 3 * GridField<float>::bytes(grid) +
           GridField<State>::bytes(grid);
  }

  WalksCpu(InstructionSet instructions, const Input& input, int threads, Progress& progress)
      : rows_(rows_for<Rows>(instructions)),
        input_(input),
        equations_(instructions, input.values.grid(), threads, progress),
        left_(input.values.grid()),
        best_(input.values.grid()),
        probability_(input.values.grid()),
        winner_(input.values.grid()) {
    each_row([&](std::int64_t y, std::int64_t z) {
      weighted_grid::Links& links = equations_.links();
      rows_.links(voxels(y, z), links.x.row(y, z), links.y.row(y, z), links.z.row(y, z),
                  links.ground.row(y, z));
      rows_.start_vote(votes(y, z));
    });
    equations_.set_up();
  }

  int sides() const override { return 1; }

  weighted_grid::Equations& equations(State seed, int) override {
    each_row([&](std::int64_t y, std::int64_t z) {
      rows_.steps_to(voxels(y, z), seed, equations_.r().row(y, z));
    });
    return equations_;
  }

  void vote(State seed, int) override {
    const std::int64_t width = probability_.grid().width;
    each_row([&](std::int64_t y, std::int64_t z) {
      std::copy_n(equations_.x().row(y, z), width, probability_.row(y, z));
      rows_.vote(votes(y, z), seed, probability_.row(y, z));
    });
  }

  void vote_last(State seed) override {
    each_row([&](std::int64_t y, std::int64_t z) {
      rows_.vote_last(votes(y, z), seed, probability_.row(y, z));
    });
  }

  const GridField<float>& probabilities() override { return probability_; }
  const GridField<State>& winners() override { return winner_; }

 private:
  template <class Body>
  void each_row(const Body& body) {
    equations_.loop()(equations_.grid(), body);
  }
  VoxelRow voxels(std::int64_t y, std::int64_t z) const {
    return {input_.values.row(y, z), input_.values.around(y, z),
            input_.states.row(y, z), input_.states.around(y, z),
            input_.scales,           equations_.grid().width};
  }
  VoteRow votes(std::int64_t y, std::int64_t z) {
    return {input_.states.row(y, z), left_.row(y, z), best_.row(y, z), winner_.row(y, z),
            equations_.grid().width};
  }

  const Rows& rows_;
  const Input input_;
  weighted_grid::EquationsCpu equations_;
  GridField<float> left_, best_, probability_;
  GridField<State> winner_;
};

}  // namespace

std::unique_ptr<Walks> walks_cpu(InstructionSet instructions, const Input& input, int threads,
                                 Progress& progress) {
  require_memory(kHostUser, host_memory(), WalksCpu::bytes(input.values.grid()));
  return std::make_unique<WalksCpu>(instructions, input, threads, progress);
}

}  // namespace bitvox::random_walker
