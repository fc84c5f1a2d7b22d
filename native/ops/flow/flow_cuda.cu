// SPDX-License-Identifier: BSD-2-Clause
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/stream.hpp"
#include "ops/flow/flow_cells.hpp"
#include "ops/flow/flow_cover_cuda.cuh"
#include "ops/flow/flow_drive.hpp"
#include "ops/flow/flow_particles.cuh"
#include "ops/flow/flow_start.cuh"
#include "ops/flow/flow_step_half.cuh"

namespace bitvox::flow {
namespace {

constexpr MemoryUser kUser{"Flow", "Choose backend 'auto' or crop the image."};

// Steps of more cells take so long that the host waits for each, or who cancels would have to wait
// for those that it is ahead.
constexpr std::int64_t kManyCells = std::int64_t{1} << 27;

template <class Stored>
class CellsCuda final : public Cells {
 public:
  CellsCuda(const Grid& grid, Bodies& bodies, const Options& options, Progress& progress)
      : grid_(grid), bodies_(bodies), options_(options), ramp_(ramp_steps(options)) {
    const Shape& s = grid.shape;
    constexpr std::int64_t kSector = 32 / sizeof(Stored);  // populations
    const std::int64_t pitch = (s.width + kSector - 1) / kSector * kSector;
    const std::int64_t cells = grid.row_count() * pitch;
    const std::int64_t groups = (cells + cuda::kWarp - 1) / cuda::kWarp;
    const std::int64_t of_cell =
        2 * kSlots * std::int64_t{sizeof(Stored)} + 4 + (bodies.empty() ? 0 : 8 + 12);
    constexpr std::int64_t kSmallBytes = std::int64_t{1} << 22;
    const std::int64_t sums = kSums * grid.row_count();
    progress.report(0, 1);
    require_memory(kUser, cuda::device_memory(),
                   cells * of_cell + 2 * groups + s.voxel_count() + 8 * sums + kSmallBytes);
    for (int a = 0; a < 3; ++a) {
      all_.size[a] = static_cast<int>(grid.size(static_cast<std::size_t>(a)));
      all_.periodic[a] = grid.periodic(static_cast<std::size_t>(a));
    }
    all_.pitch = static_cast<int>(pitch);
    all_.row_stride = kSlots * pitch;
    all_.slot_stride = pitch;
    all_.cells = static_cast<std::uint32_t>(cells);
    all_.faces = make_face_table(grid);
    set_drive(0);
    for (auto& copy : copies_) copy = cuda::allocate<Stored>(kSlots * cells);
    solid_ = cuda::allocate<std::uint8_t>(s.voxel_count());
    share_ = cuda::allocate<float>(kValues);
    links_ = cuda::allocate<std::uint32_t>(cells);
    groups_ = cuda::allocate<std::uint8_t>(groups);
    sums_ = cuda::allocate<double>(sums);
    found_ = cuda::allocate<double>(kSums + 1);
    all_.solid = solid_.get();
    all_.share = share_.get();
    all_.links = links_.get();
    all_.groups = groups_.get();
    cuda::copy(solid_.get(), grid.solid.data(), s.voxel_count(), stream_);
    std::vector<float> share(kValues);  // where nothing is solid, and where all is, there is no B
    for (std::size_t i = 1; i + 1 < share.size(); ++i) {
      share[i] = solid_share(static_cast<std::uint8_t>(i), grid.tau);
    }
    cuda::copy(share_.get(), share.data(), kValues, stream_);
    if (!bodies.empty()) cover_.emplace(all_, bodies, grid.tau, stream_);
    launch(links_kernel, cells, all_);
    AtRest rest{};
    for (int i = 0; i < kSlots; ++i) rest.of_slot[i] = at_rest(i, all_.rates);
    launch(rest_kernel<Stored>, cells, all_, rest, copies_[0].get());
    if (cover_) cover_->place(all_, stream_);
    stream_.wait();
    progress.report(1, 1);
  }

  void run(std::int64_t steps, Particles* particles, Progress& progress) override {
    const auto step_kernel = choose_step();
    if (particles != nullptr) begin(*particles);
    cuda::Pacer pacer(stream_, progress, steps);
    StandingProgress moving(progress);
    for (std::int64_t step = 0; step < steps; ++step) {
      if (cover_ && done_ > 0) {
        moving.move_to(step, steps);
        bodies_.move(moving);
        cover_->place(all_, stream_);
      }
      if (++done_ <= ramp_) set_drive(done_);
      all_.number = number_of_step(done_);
      cuda::launch_overlapping(step_kernel, {cuda::blocks_for(all_.cells, kOfBlock), kOfStep},
                               stream_, all_, copies_[0].get(), copies_[1].get());
      std::swap(copies_[0], copies_[1]);
      // How others move does not depend on what they feel.
      if (cover_ && (bodies_.any_free() || step + 1 == steps)) {
        bodies_.feel(cover_->momenta(all_, stream_));
      }
      if (particles != nullptr) move(*particles);
      if (all_.cells > kManyCells) stream_.wait();
      pacer.enqueued(step + 1);
    }
    pacer.finish();
    if (particles != nullptr) end(*particles);
  }

  void carry(std::int64_t steps, Particles& particles, Progress& progress) override {
    begin(particles);
    cuda::Pacer pacer(stream_, progress, steps);
    for (std::int64_t step = 0; step < steps; ++step) {
      move(particles);
      pacer.enqueued(step + 1);
    }
    pacer.finish();
    end(particles);
  }

  Totals totals(Progress& progress) override {
    const std::int64_t rows = grid_.row_count();
    double* const found = found_.get();
    cuda::clear(found, kSums + 1, stream_);
    auto* const largest = reinterpret_cast<unsigned long long*>(found + kSums);
    launch(totals_kernel<Stored>, rows * cuda::kWarp, all_, copies_[0].get(), sums_.get(), largest);
    cuda::launch(fold_totals_kernel, {kSums, cuda::kFoldThreads}, stream_, sums_.get(), rows,
                 found);
    std::array<double, kSums + 1> all{};
    cuda::read_back(all.data(), found, kSums + 1, stream_);
    progress.report(1, 1);
    std::array<double, kSums> sums{};
    std::copy_n(all.begin(), kSums, sums.begin());
    return totals_of(sums, all[kSums]);
  }

  void keep(Progress& progress) override {
    const Shape& s = grid_.shape;
    if (!kept_) {
      require_memory(kUser, cuda::device_memory(), 3 * s.voxel_count() * 4);
      kept_ = cuda::allocate<float>(3 * s.voxel_count());
    }
    find_velocities({{0, 0, 0}, {s.width, s.height, s.depth}}, kept_.get());
    stream_.wait();
    progress.report(1, 1);
  }

  double change(Progress& progress) override {
    const std::int64_t rows = grid_.row_count();
    launch(change_kernel<Stored>, rows * cuda::kWarp, all_, copies_[0].get(), kept_.get(),
           sums_.get());
    cuda::launch(fold_totals_kernel, {2, cuda::kFoldThreads}, stream_, sums_.get(), rows,
                 found_.get());
    std::array<double, 2> squares{};
    cuda::read_back(squares.data(), found_.get(), 2, stream_);
    progress.report(1, 1);
    return change_of(squares);
  }

  void velocities(const Region& region, float* out) override {
    const auto found = cuda::allocate<float>(3 * region.count());
    const cuda::Drain drain(stream_);
    find_velocities(region, found.get());
    cuda::read_back(out, found.get(), 3 * region.count(), stream_);
  }

 private:
  static constexpr std::int64_t kValues = 256;

  void set_drive(std::int64_t step) {
    const Drive drive = drive_at(options_, step);
    all_.rates = drive.rates;
    std::copy_n(drive.add, kSlots, all_.add);
  }

  void find_velocities(const Region& region, float* out) {
    DeviceRegion where{};
    for (std::size_t a = 0; a < 3; ++a) {
      where.first[a] = region.first[a];
      where.size[a] = region.size[a];
    }
    launch(velocities_kernel<Stored>, region.count(), all_, copies_[0].get(), where, region.count(),
           out);
  }

  // The particles are on the GPU while it moves them.
  void begin(const Particles& particles) {
    if (points_) return;
    const std::int64_t count = 3 * particles.count();
    begin_ = cuda::allocate<double>(count);
    points_ = cuda::allocate<double>(count);
    cuda::copy(begin_.get(), particles.begin().front().data(), count, stream_);
    cuda::copy(points_.get(), begin_.get(), count, stream_);
  }
  void move(const Particles& particles) {
    launch(particles_kernel<Stored>, kCorners * particles.count(), all_, copies_[0].get(),
           particles.space(), begin_.get(), points_.get(), particles.count());
  }
  void end(Particles& particles) {
    cuda::read_back(particles.points().front().data(), points_.get(), 3 * particles.count(),
                    stream_);
  }

  // With a thread for each of so many items.
  template <class Kernel, class... Arguments>
  void launch(Kernel kernel, std::int64_t items, Arguments&&... arguments) {
    cuda::launch(kernel, {cuda::blocks_for(items, kThreads), kThreads}, stream_,
                 std::forward<Arguments>(arguments)...);
  }

  // Threads of a block of a step, and its cells.
  static constexpr bool kHalves = std::is_same_v<Stored, Half>;
  static constexpr int kOfStep = kHalves ? kHalfThreads : kThreads;
  static constexpr int kOfBlock = kHalves ? kFour * kHalfThreads : kThreads;

  using StepKernel = void (*)(DeviceCells, const Stored*, Stored*);

  template <class Index, bool kFaces, Solid kSolid>
  static StepKernel step_of() {
    if constexpr (kHalves) {
      return step_halves_kernel<Index, kFaces, kSolid>;
    } else {
      return step_kernel<Index, kFaces, kSolid>;
    }
  }

  template <class Index, bool kFaces>
  StepKernel choose_step_at() const {
    if (cover_) return step_of<Index, kFaces, Solid::kBodies>();
    if (grid_.partly) return step_of<Index, kFaces, Solid::kPartly>();
    return step_of<Index, kFaces, Solid::kWhole>();
  }

  StepKernel choose_step() const {
    const bool faces = grid_.faces.any(Face::kMoving) || grid_.faces.any(Face::kFree);
    if (std::int64_t{kSlots} * all_.cells <= std::numeric_limits<std::uint32_t>::max()) {
      return faces ? choose_step_at<std::uint32_t, true>() : choose_step_at<std::uint32_t, false>();
    }
    return faces ? choose_step_at<std::int64_t, true>() : choose_step_at<std::int64_t, false>();
  }

  const Grid& grid_;
  Bodies& bodies_;
  const Options& options_;
  const std::int64_t ramp_;
  DeviceCells all_{};
  cuda::DeviceBuffer<Stored> copies_[2];  // the first one is the newest
  cuda::DeviceBuffer<std::uint8_t> solid_;
  cuda::DeviceBuffer<float> share_;
  cuda::DeviceBuffer<std::uint32_t> links_;
  cuda::DeviceBuffer<std::uint8_t> groups_;
  cuda::DeviceBuffer<double> sums_;
  cuda::DeviceBuffer<double> found_;
  cuda::DeviceBuffer<float> kept_;
  cuda::DeviceBuffer<double> begin_;
  cuda::DeviceBuffer<double> points_;
  std::optional<CoverCuda> cover_;
  std::int64_t done_ = 0;  // steps
  cuda::Stream stream_;
};

}  // namespace

std::unique_ptr<Cells> make_cells_cuda(const Grid& grid, Bodies& bodies, const Options& options,
                                       Progress& progress) {
  if (options.precision == 16) {
    return std::make_unique<CellsCuda<Half>>(grid, bodies, options, progress);
  }
  return std::make_unique<CellsCuda<float>>(grid, bodies, options, progress);
}

}  // namespace bitvox::flow
