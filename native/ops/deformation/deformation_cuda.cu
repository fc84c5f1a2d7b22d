// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/gpu_size.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/deformation/deformation_cuda.hpp"
#include "ops/deformation/deformation_kernels.cuh"

namespace bitvox::deformation {
namespace {

constexpr MemoryUser kGpuUser{"Deformation", "Choose backend 'auto' or use fewer nodes."};

constexpr int kLanesOfFew = 4;
// A launch takes a few milliseconds at most, so that a user who cancels need not wait.
constexpr std::int64_t kMostNodesOfLaunch = std::int64_t{1} << 22;  // times steps
constexpr std::int64_t kMostStepsOfLaunch = 500;

// The kernels of a method.
struct Kernels {
  void (*steps)(Body, Schedule, std::int64_t, std::int64_t);         // a lane for each node
  void (*steps_of_few)(Body, Schedule, std::int64_t, std::int64_t);  // or four
  void (*accelerate)(Body, std::int64_t, Quad*);
  void (*stress)(Body, std::int64_t);
  unsigned turn_threads;  // of a block, that have no nodes
};

template <Method kMethod, int kNeighbours>
Kernels kernels_of() {
  return {steps_kernel<kMethod, kNeighbours, 1>, steps_kernel<kMethod, kNeighbours, kLanesOfFew>,
          accelerate_kernel<kMethod, kNeighbours>, stress_kernel<kNeighbours>,
          kTurnThreads<kMethod>};
}
template <int kNeighbours>
Kernels kernels_of(Method method) {
  switch (method) {
    case Method::kMassSpring:
      return kernels_of<Method::kMassSpring, kNeighbours>();
    case Method::kShapeMatching:
      return kernels_of<Method::kShapeMatching, kNeighbours>();
    case Method::kMeshless:
      return kernels_of<Method::kMeshless, kNeighbours>();
    case Method::kPointBased:
      break;
  }
  return kernels_of<Method::kPointBased, kNeighbours>();
}
Kernels kernels_for(const Model& model) {
  return model.rows.neighbours == 16 ? kernels_of<16>(model.method) : kernels_of<32>(model.method);
}

class GpuEngine final : public Engine {
 public:
  GpuEngine(const Model& model, int threads, Progress& progress, const CudaTuning& tuning)
      : model_(model), threads_(threads), kernels_(kernels_for(model)), staging_(stream_) {
    require_memory(kGpuUser, cuda::device_memory(), bytes());
    StandingProgress standing(progress);
    upload_model(standing);
    take_state();
    choose_shape(tuning);
    cuda::launch(begin_kernel, one_each(), stream_, body_, model.moves_places());
  }

  void advance(std::int64_t first, std::int64_t count, const Schedule& schedule,
               Progress& progress) override {
    const std::int64_t at_once =
        std::clamp<std::int64_t>(kMostNodesOfLaunch / model_.count, 1, kMostStepsOfLaunch);
    cuda::Pacer pacer(stream_, progress, count);
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t now = std::min(at_once, count - done);
      cuda::launch_cooperative(steps_, shape_, stream_, body_, schedule, first + done,
                               first + done + now);
      done += now;
      pacer.enqueued(done);
    }
    pacer.finish();
    made_ = first + count;
  }

  void read(State& to, Progress& progress) override {
    StandingProgress standing(progress);
    if (has_stresses()) cuda::launch(kernels_.stress, one_each(), stream_, body_, made_);
    cuda::launch(kernels_.accelerate, one_each(), stream_, body_, made_, accelerations_.get());
    download(body_.after(made_).moving, to.moving, standing);
    download(body_.after(made_).velocity, to.velocity, standing);
    download(accelerations_.get(), to.acceleration, standing);
  }

  void write(const State& from) override {
    NoProgress quiet;
    upload(from.moving.data(), model_.count, body_.after(made_).moving, quiet);
    upload(from.velocity.data(), model_.count, body_.after(made_).velocity, quiet);
    cuda::clear(sums_.get(), kSums, stream_);
    if (has_rotation()) cuda::launch(products_kernel, one_each(), stream_, body_, made_);
  }

 private:
  static constexpr std::int64_t kSums = 3 * kTurnSums;

  bool has_stresses() const { return model_.method == Method::kPointBased; }
  bool has_rotation() const { return model_.method == Method::kShapeMatching; }
  std::int64_t slots() const { return model_.padded() * model_.rows.neighbours; }

  // ---- Memory ----------------------------------------------------------------------------------

  std::int64_t bytes() const {
    const auto are_there = [](const auto& arrays) {
      return std::count_if(std::begin(arrays), std::end(arrays),
                           [](const float* array) { return array != nullptr; });
    };
    constexpr std::int64_t kFloat = sizeof(float), kQuad = sizeof(Quad);
    const std::int64_t quads = 7 + (has_stresses() ? 3 : 0);  // rest, goals, states, accelerations
    return (1 + are_there(model_.rows.slots)) * slots() * kFloat +
           (are_there(model_.rows.nodes) * kFloat + quads * kQuad) * model_.padded() +
           kSums * static_cast<std::int64_t>(sizeof(TurnSum));
  }

  template <class T>
  void upload(const T* from, std::int64_t count, T* to, Progress& progress) {
    cuda::upload(from, count * static_cast<std::int64_t>(sizeof(T)), to, threads_, staging_,
                 progress);
  }
  template <class T>
  const T* uploaded(const T* array, std::int64_t count, cuda::DeviceBuffer<T>& to,
                    Progress& progress) {
    if (array == nullptr) return nullptr;
    to = cuda::allocate<T>(count);
    upload(array, count, to.get(), progress);
    return to.get();
  }
  void upload_model(Progress& progress) {
    const std::int64_t nodes = model_.padded();
    body_.rows = model_.rows;
    body_.load = model_.load;
    body_.rotation = model_.rotation;
    body_.groups = model_.groups();
    ModelRows& rows = body_.rows;
    rows.neighbour = uploaded(rows.neighbour, slots(), neighbours_, progress);
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      rows.slots[i] = uploaded(rows.slots[i], slots(), slots_[i], progress);
    }
    for (std::size_t i = 0; i < node_numbers_.size(); ++i) {
      rows.nodes[i] = uploaded(rows.nodes[i], nodes, node_numbers_[i], progress);
    }
    rows.rest = uploaded(rows.rest, nodes, rest_, progress);
    body_.load.goals = uploaded(body_.load.goals, nodes, goals_, progress);
  }
  Quad* take_quads(cuda::DeviceBuffer<Quad>& to, std::int64_t each) {
    to = cuda::allocate<Quad>(each * model_.padded());
    return to.get();
  }
  void take_state() {
    body_.even = {take_quads(moving_[0], 1), take_quads(velocity_[0], 1)};
    body_.odd = {take_quads(moving_[1], 1), take_quads(velocity_[1], 1)};
    if (has_stresses()) body_.stresses = take_quads(stresses_, 3);
    take_quads(accelerations_, 1);
    sums_ = cuda::allocate<TurnSum>(kSums);
    body_.sums = {sums_.get()};
    cuda::clear(sums_.get(), kSums, stream_);
  }

  void download(const Quad* from, std::vector<Quad>& to, Progress& progress) {
    constexpr std::int64_t kWords = sizeof(Quad) / sizeof(std::uint64_t);
    to.resize(static_cast<std::size_t>(model_.count));
    cuda::download(reinterpret_cast<const std::uint64_t*>(from), kWords * model_.count,
                   reinterpret_cast<std::uint64_t*>(to.data()), threads_, staging_, progress);
  }

  // ---- Launches --------------------------------------------------------------------------------

  cuda::LaunchShape one_each() const {
    return {dim3(cuda::blocks_for(model_.padded(), kThreads)), dim3(kThreads)};
  }

  // Four lanes if there is room for those of all nodes at once: shared by all multiprocessors, and
  // by more blocks if a block's threads are too few.
  void choose_shape(const CudaTuning& tuning) {
    const auto room = [&](auto* kernel) {
      const int all = cuda::resident_blocks(kernel, kThreads);
      return std::int64_t{tuning.blocks > 0 ? std::min(tuning.blocks, all) : all};
    };
    const std::int64_t groups = model_.groups();
    constexpr std::int64_t kThreadsOfGroup = kGroup * kLanesOfFew;
    const std::int64_t most_of_block = (kThreads - kernels_.turn_threads) / kThreadsOfGroup;
    const std::int64_t fewest = (groups + most_of_block - 1) / most_of_block;
    const std::int64_t room_for_few = room(kernels_.steps_of_few);
    if (tuning.lanes != 1 && fewest <= room_for_few) {
      const std::int64_t wanted = std::max<std::int64_t>(fewest, cuda::multiprocessors());
      const std::int64_t blocks = std::min({groups, wanted, room_for_few});
      const std::int64_t workers = (groups + blocks - 1) / blocks * kThreadsOfGroup;
      steps_ = kernels_.steps_of_few;
      shape_ = {dim3(static_cast<unsigned>(blocks)),
                dim3(static_cast<unsigned>(workers) + kernels_.turn_threads)};
    } else {
      steps_ = kernels_.steps;
      shape_ = {dim3(static_cast<unsigned>(std::min(groups, room(kernels_.steps)))),
                dim3(kThreads)};
    }
  }

  const Model& model_;
  const int threads_;
  const Kernels kernels_;
  void (*steps_)(Body, Schedule, std::int64_t, std::int64_t) = nullptr;
  cuda::LaunchShape shape_;
  Body body_{};
  std::int64_t made_ = 0;  // steps

  cuda::DeviceBuffer<std::int32_t> neighbours_;
  std::array<cuda::DeviceBuffer<float>, 4> slots_;
  std::array<cuda::DeviceBuffer<float>, 6> node_numbers_;
  cuda::DeviceBuffer<Quad> rest_, goals_;
  std::array<cuda::DeviceBuffer<Quad>, 2> moving_, velocity_;
  cuda::DeviceBuffer<Quad> stresses_, accelerations_;
  cuda::DeviceBuffer<TurnSum> sums_;
  cuda::Stream stream_;
  cuda::Staging staging_;
};

}  // namespace

std::unique_ptr<Engine> gpu_engine(const Model& model, int threads, Progress& progress,
                                   const CudaTuning& tuning) {
  return std::make_unique<GpuEngine>(model, threads, progress, tuning);
}

}  // namespace bitvox::deformation
