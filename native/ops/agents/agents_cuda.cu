// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "core/memory/memory.hpp"
#include "cuda/copy.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/device_memory.hpp"
#include "cuda/download.hpp"
#include "cuda/graph.hpp"
#include "cuda/launch.hpp"
#include "cuda/pacer.hpp"
#include "cuda/staging.hpp"
#include "cuda/stream.hpp"
#include "cuda/upload.hpp"
#include "ops/agents/agent_kernels.cuh"
#include "ops/agents/agents_cuda.hpp"

namespace bitvox::agents {
namespace {

constexpr MemoryUser kGpuUser{"Agents", "Choose backend 'auto' or use a larger radius."};

constexpr std::int64_t kFewAgents = 40'000;  // who get several lanes each
constexpr int kLanesOfFew = 8;
constexpr std::int64_t kPartsBetweenSorts = 64;
constexpr std::int64_t kMostCellsToSort = 64;  // an agent
constexpr std::int64_t kMostPartsOfGraph = 32;
constexpr std::int64_t kFewestPartsOfGraph = 4;
constexpr std::int64_t kMostAgentsOfGraph = 1 << 24;  // times parts: some milliseconds

// The memory of a crew.
template <int kAxes>
struct CrewMemory {
  CrewMemory() = default;
  CrewMemory(std::int64_t most, bool has_moves)
      : records(cuda::allocate<Record<kAxes>>(most)),
        ids(cuda::allocate<std::int32_t>(most)),
        memories(cuda::allocate<std::int32_t>(most)),
        moves(cuda::allocate<Point<kAxes>>(has_moves ? most : 1)),
        verdicts(cuda::allocate<Verdict>(most)) {}

  static std::int64_t bytes(std::int64_t most, bool has_moves) {
    const std::size_t each = sizeof(Record<kAxes>) + 2 * sizeof(std::int32_t) + sizeof(Verdict);
    return most * static_cast<std::int64_t>(each + (has_moves ? sizeof(Point<kAxes>) : 0));
  }

  Crew<kAxes> crew() const {
    return {records.get(), ids.get(), memories.get(), moves.get(), verdicts.get()};
  }

  cuda::DeviceBuffer<Record<kAxes>> records;
  cuda::DeviceBuffer<std::int32_t> ids;
  cuda::DeviceBuffer<std::int32_t> memories;
  cuda::DeviceBuffer<Point<kAxes>> moves;
  cuda::DeviceBuffer<Verdict> verdicts;
};

template <int kAxes>
void copy_crew(const Crew<kAxes>& to, const Crew<kAxes>& from, std::int64_t count, bool has_moves,
               const cuda::Stream& stream) {
  cuda::copy(to.records, static_cast<const Record<kAxes>*>(from.records), count, stream);
  cuda::copy(to.ids, static_cast<const std::int32_t*>(from.ids), count, stream);
  cuda::copy(to.memories, static_cast<const std::int32_t*>(from.memories), count, stream);
  cuda::copy(to.verdicts, static_cast<const Verdict*>(from.verdicts), count, stream);
  if (has_moves) cuda::copy(to.moves, static_cast<const Point<kAxes>*>(from.moves), count, stream);
}

template <int kAxes>
class GpuEngine final : public Engine<kAxes> {
 public:
  GpuEngine(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts, int threads,
            Progress& progress, const CudaTuning& tuning)
      : rules_(ground.rules()),
        threads_(threads),
        tuning_(tuning),
        count_(static_cast<std::int32_t>(starts.size())),
        words_(Cells<kAxes>::words(ground.cells())),
        pays_to_sort_(tuning.sorts && words_ * Cells<kAxes>::kOfWord <= kMostCellsToSort * count_),
        has_moves_(rules_.parts > 1),
        staging_(stream_) {
    StandingProgress standing(progress);
    take_memory(ground);
    upload_rules(ground, standing);
    cuda::clear(taken_.get(), words_, stream_);
    cuda::clear(tallies_.get(), kTallyNumbers, stream_);
    cuda::upload(starts.data(), count_ * static_cast<std::int64_t>(sizeof(Point<kAxes>)),
                 places_.get(), threads_, staging_, standing);
    cuda::launch(begin_kernel<kAxes>, one_each(), stream_, crew(), cells_, count_, places_.get());
  }

  void begin(std::int64_t first, std::int64_t count) override {
    if (rules_.divides == 0) enqueue_some((first + count) * rules_.parts);
  }

  void advance(std::int64_t first, std::int64_t count, Family& family, Tally& tally,
               Progress& progress) override {
    const std::int64_t begin = first * rules_.parts;
    cuda::Pacer pacer(stream_, progress, count * rules_.parts);
    const auto make_parts = [&](std::int64_t end) {
      while (next_part_ < end) {
        enqueue_some(end);
        pacer.enqueued(next_part_ - begin);
      }
    };
    if (rules_.divides == 0) {
      make_parts((first + count) * rules_.parts);
    } else {
      for (std::int64_t step = first; step < first + count; ++step) {
        make_parts((step + 1) * rules_.parts);
        make_births(step, family);
      }
    }
    pacer.finish();
    take_tally(tally);
  }

  void list_places(const std::vector<std::int32_t>& positions, std::vector<Point<kAxes>>& to,
                   Progress& progress) const override {
    StandingProgress standing(progress);
    // As long as nobody was born, all live.
    const bool are_first_ones = std::ssize(positions) == std::ssize(to) + 1;
    if (!are_first_ones) {
      positions_ = cuda::allocate<std::int32_t>(std::ssize(positions));
      cuda::upload(positions.data(), std::ssize(positions) * 4, positions_.get(), threads_,
                   staging_, standing);
    }
    cuda::launch(list_places_kernel<kAxes>, one_each(), stream_, crew(), count_,
                 are_first_ones ? nullptr : positions_.get(), places_.get());
    static_assert(sizeof(Point<2>) == sizeof(std::uint64_t));
    const std::int64_t numbers = std::int64_t{count_} * kAxes;
    cuda::download(reinterpret_cast<const std::uint64_t*>(places_.get()), numbers / 2,
                   reinterpret_cast<std::uint64_t*>(to.data()), threads_, staging_, standing);
    if (numbers % 2 != 0) {
      cuda::read_back(&to[static_cast<std::size_t>(count_ - 1)], places_.get() + count_ - 1, 1,
                      stream_);
    }
  }

 private:
  static constexpr std::int64_t kTallyNumbers = std::int64_t{kTallies} * 4;

  // ---- Memory ----------------------------------------------------------------------------------

  void take_memory(const Ground<kAxes>& ground) {
    if (words_ > std::numeric_limits<std::int32_t>::max()) {
      throw DeviceOutOfMemory("Agents: the arena has more cells than fit on the GPU. " +
                              std::string(kGpuUser.advice));
    }
    most_ = count_;
    require_memory(
        kGpuUser, cuda::device_memory(),
        Cells<kAxes>::bytes(ground.cells()) + bytes_of_rules(ground) + bytes_of_agents(most_));
    taken_ = cuda::allocate<std::uint32_t>(words_);
    numbers_ = cuda::allocate<std::int32_t>(words_ * Cells<kAxes>::kOfWord);
    cells_ = Cells<kAxes>(ground.cells(), taken_.get(), numbers_.get());
    before_ = cuda::allocate<unsigned>(blocks_of_words());
    tallies_ = cuda::allocate<TallyNumber>(kTallyNumbers);
    first_of_graph_ = cuda::allocate<std::int64_t>(1);
    listed_ = cuda::allocate<int>(1);
    take_agents();
  }
  std::int64_t bytes_of_agents(std::int64_t most) const {
    const std::int64_t place = sizeof(Point<kAxes>);
    return (pays_to_sort_ ? 2 : 1) * CrewMemory<kAxes>::bytes(most, has_moves_) +
           most * (place + (rules_.divides > 0 ? static_cast<std::int64_t>(sizeof(Mother)) : 0));
  }
  void take_agents() {
    memory_ = CrewMemory<kAxes>(most_, has_moves_);
    // They are sorted before they are known.
    if (has_moves_) cuda::clear(memory_.moves.get(), most_, stream_);
    if (pays_to_sort_) sorted_ = CrewMemory<kAxes>(most_, has_moves_);
    places_ = cuda::allocate<Point<kAxes>>(most_);
    if (rules_.divides > 0) mothers_on_gpu_ = cuda::allocate<Mother>(most_);
  }
  void grow(std::int64_t wanted) {
    stream_.wait();
    const CrewMemory<kAxes> before = std::move(memory_);
    memory_ = {};
    sorted_ = {};
    places_.reset();
    mothers_on_gpu_.reset();
    most_ = wanted + wanted / 2;
    require_memory(kGpuUser, cuda::device_memory(), bytes_of_agents(most_));
    take_agents();
    copy_crew(crew(), before.crew(), count_, has_moves_, stream_);
    stream_.wait();
  }

  static std::int64_t bytes_of_rules(const Ground<kAxes>& ground) {
    const Rules<kAxes>& rules = ground.rules();
    return (rules.room != nullptr ? 8 * ground.shape().word_count() : 0) +
           static_cast<std::int64_t>(sizeof(Point<kAxes>)) *
               (rules.goal_count + (rules.field != nullptr ? ground.shape().voxel_count() : 0));
  }
  template <class T>
  const T* uploaded(const T* array, std::int64_t count, cuda::DeviceBuffer<T>& to,
                    Progress& progress) {
    if (array == nullptr) return nullptr;
    to = cuda::allocate<T>(count);
    cuda::upload(array, count * static_cast<std::int64_t>(sizeof(T)), to.get(), threads_, staging_,
                 progress);
    return to.get();
  }
  void upload_rules(const Ground<kAxes>& ground, Progress& progress) {
    const Shape& shape = ground.shape();
    rules_.room = uploaded(rules_.room, shape.word_count(), room_, progress);
    rules_.goals = uploaded(rules_.goals, rules_.goal_count, goals_, progress);
    rules_.field = uploaded(rules_.field, shape.voxel_count(), field_, progress);
  }

  // ---- Parts of steps --------------------------------------------------------------------------

  // The next parts, not beyond `end`; at most some milliseconds of work.
  void enqueue_some(std::int64_t end) {
    if (next_part_ >= end) return;
    if (pays_to_sort_ && next_part_ >= next_sort_) {
      sort();
      next_sort_ = next_part_ + kPartsBetweenSorts;
    }
    const std::int64_t parts = parts_of_graph(end);
    if (parts < kFewestPartsOfGraph) {
      enqueue_part({nullptr, next_part_}, cuda::LaunchKind::kOverlapping);
      ++next_part_;
      return;
    }
    if (!graph_) {
      graph_.emplace(stream_, [&] {
        for (std::int64_t i = 0; i < parts; ++i) {
          enqueue_part({first_of_graph_.get(), i},
                       i == 0 ? cuda::LaunchKind::kPlain : cuda::LaunchKind::kOverlapping);
        }
      });
      graph_parts_ = parts;
    }
    cuda::launch(set_number_kernel, {dim3(1), dim3(1)}, stream_, first_of_graph_.get(), next_part_);
    graph_->launch(stream_);
    next_part_ += parts;
  }
  // Such that graphs of one length make them; 0: no graph. A crew that grows would need another one
  // then, and the first part of all loads the kernels, which is not for graphs.
  std::int64_t parts_of_graph(std::int64_t end) const {
    if (!tuning_.uses_graphs || rules_.divides > 0 || next_part_ == 0) return 0;
    const std::int64_t left = end - next_part_;
    if (graph_) return graph_parts_ <= left ? graph_parts_ : 0;
    const std::int64_t most = std::min(kMostPartsOfGraph, kMostAgentsOfGraph / count_);
    if (most < 1) return 0;
    const std::int64_t graphs = (left + most - 1) / most;
    return left / graphs;
  }

  void enqueue_part(const PartNumber& number, cuda::LaunchKind first) {
    switch (rules_.motion) {
      case Motion::kRandom:
        return enqueue_part<Motion::kRandom>(number, first);
      case Motion::kPersistent:
        return enqueue_part<Motion::kPersistent>(number, first);
      case Motion::kGoals:
        return enqueue_part<Motion::kGoals>(number, first);
      case Motion::kField:
        return enqueue_part<Motion::kField>(number, first);
    }
  }
  template <Motion kMotion>
  void enqueue_part(const PartNumber& number, cuda::LaunchKind first) {
    cuda::start_typed(first, ask_kernel<kMotion, kAxes>, one_each(), stream_, crew(), cells_,
                      rules_, count_, number);
    const int lanes = tuning_.lanes > 0 ? tuning_.lanes : count_ <= kFewAgents ? kLanesOfFew : 1;
    switch (lanes) {
      case 1:
        return decide<kAround, 1>(number, rules_.parts, tallies_.get());
      case 4:
        return decide<kAround, 4>(number, rules_.parts, tallies_.get());
      case 8:
        return decide<kAround, 8>(number, rules_.parts, tallies_.get());
      default:
        return decide<kAround, 32>(number, rules_.parts, tallies_.get());
    }
  }
  template <int kCells, int kLanes>
  void decide(const PartNumber& number, std::int32_t parts, TallyNumber* tallies) {
    cuda::launch_overlapping(decide_kernel<kCells, kLanes, kAxes>, one_each(kLanes), stream_,
                             crew(), cells_, rules_.seed, count_, number, parts, tallies);
  }

  void sort() {
    const auto blocks = static_cast<unsigned>(blocks_of_words());
    const cuda::LaunchShape words{dim3(blocks), dim3(kWordsAtOnce)};
    cuda::launch(count_kernel<kAxes>, words, stream_, cells_, words_, before_.get());
    cuda::launch(add_up_kernel, {dim3(1), dim3(kWordsAtOnce)}, stream_, before_.get(),
                 std::int64_t{blocks});
    cuda::launch(sort_kernel<kAxes>, words, stream_, crew(), sorted_.crew(), cells_, words_,
                 before_.get(), has_moves_);
    // Back, as graphs know where it was.
    copy_crew(crew(), sorted_.crew(), count_, has_moves_, stream_);
  }

  void take_tally(Tally& tally) {
    TallyNumber numbers[kTallyNumbers];
    cuda::read_back(numbers, tallies_.get(), kTallyNumbers, stream_);
    cuda::clear(tallies_.get(), kTallyNumbers, stream_);
    for (std::int64_t i = 0; i < kTallyNumbers; i += 4) {
      tally.add({static_cast<std::int64_t>(numbers[i]), static_cast<std::int64_t>(numbers[i + 1]),
                 static_cast<std::int64_t>(numbers[i + 2]),
                 static_cast<std::int64_t>(numbers[i + 3])});
    }
  }

  // ---- Births ----------------------------------------------------------------------------------

  void make_births(std::int64_t step, Family& family) {
    cuda::launch_overlapping(ask_for_daughters_kernel<kAxes>, one_each(), stream_, crew(), cells_,
                             rules_, count_, step);
    decide<kAroundBirth<kAxes>, 1>({nullptr, step}, 1, nullptr);
    cuda::clear(listed_.get(), 1, stream_);
    cuda::launch(list_mothers_kernel<kAxes>, one_each(), stream_, crew(), count_,
                 mothers_on_gpu_.get(), listed_.get());
    const int born = cuda::read_back(listed_.get(), stream_);
    if (born == 0) return;
    mothers_.resize(static_cast<std::size_t>(born));
    cuda::read_back(mothers_.data(), mothers_on_gpu_.get(), born, stream_);
    family.divide(mothers_);
    if (count_ + std::int64_t{born} > most_) grow(count_ + std::int64_t{born});
    cuda::copy(mothers_on_gpu_.get(), static_cast<const Mother*>(mothers_.data()), born, stream_);
    cuda::launch(divide_kernel<kAxes>, {dim3(cuda::blocks_for(born, kBlock)), dim3(kBlock)},
                 stream_, crew(), cells_, count_, mothers_on_gpu_.get(), born);
    stream_.wait();  // for the list
    count_ += born;
  }

  // ----------------------------------------------------------------------------------------------

  Crew<kAxes> crew() const { return memory_.crew(); }
  cuda::LaunchShape one_each(int lanes = 1) const {
    return {dim3(cuda::blocks_for(std::int64_t{count_} * lanes, kBlock)), dim3(kBlock)};
  }
  std::int64_t blocks_of_words() const { return (words_ + kWordsAtOnce - 1) / kWordsAtOnce; }

  Rules<kAxes> rules_;
  const int threads_;
  const CudaTuning tuning_;
  std::int32_t count_;  // of agents
  std::int64_t most_ = 0;
  const std::int64_t words_;
  const bool pays_to_sort_;
  const bool has_moves_;
  std::int64_t next_part_ = 0;  // the first that is not enqueued
  std::int64_t next_sort_ = 0;
  std::int64_t graph_parts_ = 0;
  std::vector<Mother> mothers_;

  cuda::DeviceBuffer<std::uint64_t> room_;
  cuda::DeviceBuffer<Point<kAxes>> goals_;
  cuda::DeviceBuffer<Point<kAxes>> field_;
  cuda::DeviceBuffer<std::uint32_t> taken_;
  cuda::DeviceBuffer<std::int32_t> numbers_;
  Cells<kAxes> cells_;
  CrewMemory<kAxes> memory_;
  CrewMemory<kAxes> sorted_;
  cuda::DeviceBuffer<unsigned> before_;  // each block of words
  cuda::DeviceBuffer<TallyNumber> tallies_;
  cuda::DeviceBuffer<std::int64_t> first_of_graph_;
  cuda::DeviceBuffer<int> listed_;
  cuda::DeviceBuffer<Mother> mothers_on_gpu_;
  cuda::DeviceBuffer<Point<kAxes>> places_;
  mutable cuda::DeviceBuffer<std::int32_t> positions_;
  std::optional<cuda::Graph> graph_;
  cuda::Stream stream_;
  mutable cuda::Staging staging_;
};

}  // namespace

template <int kAxes>
std::unique_ptr<Engine<kAxes>> gpu_engine(const Ground<kAxes>& ground,
                                          const std::vector<Point<kAxes>>& starts, int threads,
                                          Progress& progress, const CudaTuning& tuning) {
  return std::make_unique<GpuEngine<kAxes>>(ground, starts, threads, progress, tuning);
}

template std::unique_ptr<Engine<2>> gpu_engine(const Ground<2>&, const std::vector<Point<2>>&, int,
                                               Progress&, const CudaTuning&);
template std::unique_ptr<Engine<3>> gpu_engine(const Ground<3>&, const std::vector<Point<3>>&, int,
                                               Progress&, const CudaTuning&);

}  // namespace bitvox::agents
