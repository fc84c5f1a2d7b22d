// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <utility>

#include "core/memory/memory.hpp"
#include "core/memory/parallel_copy.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/threads/stopwatch.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_arena.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/launch.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "ops/graph_distance/graph_distance_cuda.hpp"
#include "ops/graph_distance/graph_near_far.cuh"
#include "ops/graph_distance/graph_predecessors.cuh"

namespace bitvox::graph_distance {
namespace {

constexpr MemoryUser kGpuUser{"Graph Distance", "Choose backend 'auto' or use a smaller graph."};
constexpr unsigned kBlock = kNearFarBlock;

// While threads fill one slot of the staging memory, the other one is copied.
template <class List>
void upload_list(const List& from, typename List::value_type* to, int threads,
                 cuda::Staging& staging, Progress& progress) {
  constexpr std::int64_t kBatch = std::int64_t{8} << 20;
  const auto bytes = static_cast<std::int64_t>(from.size() * sizeof(from[0]));
  const auto* const source = reinterpret_cast<const std::uint8_t*>(from.data());
  auto* const device = reinterpret_cast<std::uint8_t*>(to);
  staging.stream().wait();
  staging.reserve(2, std::min(bytes, kBatch), cuda::Staging::Sides::kHost);
  const cuda::Drain drain(staging.stream());
  for (std::int64_t first = 0; first < bytes; first += kBatch) {
    const int slot = static_cast<int>(first / kBatch % 2);
    const std::int64_t here = std::min(kBatch, bytes - first);
    if (first >= 2 * kBatch) staging.done(slot).wait();
    parallel_copy(staging.host(slot), source + first, here, threads);
    cuda::copy(device + first, static_cast<const std::uint8_t*>(staging.host(slot)), here,
               staging.stream());
    staging.done(slot).record(staging.stream());
    progress.report(first + here, bytes);
  }
}

// All arrays on the GPU.
template <class Sum>
struct Arrays {
  NearFar<Sum> search;
  std::int64_t* starts;
  typename Sum::Arc* arcs;
  std::int32_t* sources;
  std::uint32_t* before;
  std::uint64_t* distances;
  SeenState* seen;

  Arrays(cuda::DeviceArena& arena, const Job& job) : search(arena, job.graph.vertices()) {
    search.starts = starts = arena.take<std::int64_t>(job.graph.vertices() + 1);
    search.arcs = arcs = arena.take<typename Sum::Arc>(job.graph.arcs());
    sources = arena.take<std::int32_t>(static_cast<std::int64_t>(job.sources.size()));
    before = arena.take<std::uint32_t>(job.graph.vertices() + 1);  // as pairs
    distances = arena.take<std::uint64_t>(job.graph.vertices());
    seen = arena.take<SeenState>(1);
  }
};

// One call of search_cuda().
template <class Sum, int kLanes>
class Run {
 public:
  Run(const Job& job, const CudaTuning& tuning, cuda::DeviceArena& arena,
      const cuda::Stream& stream)
      : job_(job), tuning_(tuning), arrays_(arena, job), stream_(stream), staging_(stream) {}

  void upload(Progress& progress) {
    auto [starts, arcs] = progress_parts(progress, 1, 2);
    upload_list(job_.graph.starts, arrays_.starts, job_.threads, staging_, starts);
    if (job_.graph.arcs() > 0) {
      upload_list(arcs_of<Sum>(job_.graph), arrays_.arcs, job_.threads, staging_, arcs);
    }
    cuda::copy(arrays_.sources, job_.sources.data(), static_cast<std::int64_t>(job_.sources.size()),
               stream_);
    stream_.wait();
  }

  void find_distances(CudaCounts* counts, Progress& progress) {
    const Stopwatch watch;
    constexpr double kWidth = 8;
    constexpr int kRounds = 64;
    constexpr int kMost = 256;
    constexpr int kBlocks = 2;  // on a multiprocessor: more take longer to synchronise
    constexpr unsigned long long kNanoseconds = 40'000'000;
    const double width = tuning_.width > 0 ? tuning_.width : kWidth * window_of(job_.graph);
    const NearFarPace pace{width, tuning_.rounds > 0 ? tuning_.rounds : kRounds,
                           tuning_.most > 0 ? tuning_.most : kMost, kNanoseconds};
    const auto kernel = near_far_kernel<Sum, kLanes>;
    const int blocks =
        std::min(cuda::resident_blocks(kernel, kNearFarBlock),
                 (tuning_.blocks > 0 ? tuning_.blocks : kBlocks) * cuda::multiprocessors());
    cuda::launch(clear_words_kernel<Sum>, all(), stream_, arrays_.search, arrays_.before,
                 arrays_.seen);
    cuda::launch(begin_kernel<Sum>, {dim3(8), dim3(kBlock)}, stream_, arrays_.search,
                 static_cast<const std::int32_t*>(arrays_.sources),
                 static_cast<int>(job_.sources.size()), width);
    for (;;) {
      cuda::launch_cooperative(kernel, {dim3(static_cast<unsigned>(blocks)), dim3(kBlock)}, stream_,
                               arrays_.search, pace);
      const auto state = cuda::read_back(arrays_.search.state, stream_);
      progress.report(0, 1);
      if (counts != nullptr) {
        counts->visits = static_cast<std::int64_t>(state.visits);
        counts->steps = static_cast<std::int64_t>(state.rounds.round);
        counts->search_ms = watch.seconds() * 1e3;
      }
      const unsigned turn = static_cast<unsigned>(state.rounds.round) % kTurns;
      if (state.near[turn] == 0 && state.huge[turn] == 0 && state.far[state.window % kTurns] == 0) {
        return;
      }
    }
  }

  Found find_predecessors(CudaCounts* counts, Progress& progress) {
    const Stopwatch watch;
    const auto kernel = find_predecessors_kernel<Sum, kLanes>;
    const unsigned blocks =
        cuda::blocks_for(std::min<std::int64_t>(job_.graph.vertices(), 1 << 24), kBlock / kLanes);
    cuda::clear(arrays_.search.state->huge, kTurns, stream_);
    cuda::launch(kernel, {dim3(blocks), dim3(kBlock)}, stream_, arrays_.search, arrays_.before,
                 arrays_.seen);
    cuda::launch(find_huge_predecessors_kernel<Sum>, all(), stream_, arrays_.search, arrays_.before,
                 arrays_.seen);
    cuda::launch(write_distances_kernel<Sum>, all(), stream_, arrays_.search,
                 static_cast<const std::uint32_t*>(arrays_.before), arrays_.distances,
                 arrays_.seen);
    const SeenState seen = cuda::read_back(arrays_.seen, stream_);
    if (counts != nullptr) counts->predecessors_ms = watch.seconds() * 1e3;
    Found found;
    if (seen.too_far != kNobody) {
      found.too_far = static_cast<std::int32_t>(seen.too_far);
      return found;
    }
    found.reached = static_cast<std::int64_t>(seen.reached);
    found.without =
        static_cast<std::int64_t>(seen.without) - static_cast<std::int64_t>(job_.sources.size());
    download(found, progress);
    return found;
  }

 private:
  // Blocks that go through all vertices.
  cuda::LaunchShape all() const {
    const std::int64_t items = std::min<std::int64_t>(job_.graph.vertices(), 1 << 20);
    return {dim3(cuda::blocks_for(items, kBlock)), dim3(kBlock)};
  }

  void download(Found& found, Progress& progress) {
    const std::int64_t vertices = job_.graph.vertices();
    found.distances.resize(static_cast<std::size_t>(vertices));
    found.predecessors.resize(static_cast<std::size_t>(vertices));
    auto [first, second] = progress_parts(progress, 2, 1);
    cuda::download(arrays_.distances, vertices,
                   reinterpret_cast<std::uint64_t*>(found.distances.data()), job_.threads, staging_,
                   first);
    const std::int64_t pairs = vertices / 2;
    cuda::download(reinterpret_cast<const std::uint64_t*>(arrays_.before), pairs,
                   reinterpret_cast<std::uint64_t*>(found.predecessors.data()), job_.threads,
                   staging_, second);
    if (vertices % 2 != 0) {
      found.predecessors.back() =
          static_cast<std::int32_t>(cuda::read_back(arrays_.before + vertices - 1, stream_));
    }
  }

  const Job& job_;
  const CudaTuning& tuning_;
  Arrays<Sum> arrays_;
  const cuda::Stream& stream_;
  cuda::Staging staging_;
};

template <class Sum, int kLanes>
Found run(const Job& job, const CudaTuning& tuning, CudaCounts* counts, Progress& progress) {
  cuda::DeviceArena measured;
  Arrays<Sum> wanted(measured, job);
  require_memory(kGpuUser, cuda::device_memory(), measured.used());
  cuda::DeviceArena arena(measured.used());
  const cuda::Stream stream;
  auto [uploading, searching, finishing] = progress_parts(progress, 3, 2, 1);
  Run<Sum, kLanes> it(job, tuning, arena, stream);
  it.upload(uploading);
  it.find_distances(counts, searching);
  return it.find_predecessors(counts, finishing);
}

// So many lanes that most vertices are done in one go.
int lanes_for(const Graph& graph) {
  const std::int64_t each = graph.arcs() / std::max<std::int64_t>(1, graph.vertices());
  return each >= 16 ? 32 : 4;
}

}  // namespace

template <class Sum>
Found search_cuda(const Job& job, const CudaTuning& tuning, CudaCounts* counts,
                  Progress& progress) {
  const int lanes = tuning.lanes > 0 ? tuning.lanes : lanes_for(job.graph);
  if (lanes == 1) return run<Sum, 1>(job, tuning, counts, progress);
  return lanes >= 32 ? run<Sum, 32>(job, tuning, counts, progress)
                     : run<Sum, 4>(job, tuning, counts, progress);
}

template <class Sum>
Found search_cuda(const Job& job, Progress& progress) {
  return search_cuda<Sum>(job, CudaTuning{}, nullptr, progress);
}

template Found search_cuda<SmallSum>(const Job&, Progress&);
template Found search_cuda<NarrowSum>(const Job&, Progress&);
template Found search_cuda<WideSum>(const Job&, Progress&);
template Found search_cuda<FloatSum>(const Job&, Progress&);
template Found search_cuda<SmallSum>(const Job&, const CudaTuning&, CudaCounts*, Progress&);
template Found search_cuda<NarrowSum>(const Job&, const CudaTuning&, CudaCounts*, Progress&);

}  // namespace bitvox::graph_distance
