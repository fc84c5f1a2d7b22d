// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <type_traits>

#include "core/memory/aligned_array.hpp"
#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/graph_distance/graph_buckets.hpp"
#include "ops/graph_distance/graph_search.hpp"

namespace bitvox::graph_distance {
namespace {

template <class T>
T look(const T& word) {
  return std::atomic_ref(const_cast<T&>(word)).load(std::memory_order_relaxed);
}

// The smaller one; what stood there before.
template <class T>
T lower(T& word, T value) {
  const std::atomic_ref shared(word);
  T before = shared.load(std::memory_order_relaxed);
  while (value < before &&
         !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
  return before;
}

// All workers together: buckets of distances, one after the other. Within a bucket there is no
// order: what is improved is looked at once more.
template <class Sum>
class Search {
 public:
  using Word = typename Sum::Word;

  Search(const Job& job, Word* distances)
      : graph_(job.graph),
        arcs_(arcs_of<Sum>(job.graph)),
        distances_(distances),
        barrier_(job.threads),
        workers_(static_cast<std::size_t>(job.threads)) {
    // Fewer wasted visits if small, fewer buckets if large.
    constexpr double kWidth = 2;
    const double width = kWidth * window_of(job.graph);
    shift_ = width < 2 ? 0 : std::min(std::ilogb(width), kMostShift);
    inverse_ = 1 / width;
    for (const std::int32_t source : job.sources) {
      distances_[static_cast<std::size_t>(source)] = 0;
      workers_[0].buckets.put({0, source}, 0);
    }
    workers_[0].ready.swap(workers_[0].buckets.current());
  }

  void run(Progress& progress) {
    run_team(static_cast<int>(workers_.size()), 1, progress,
             [this](Team& team, int me) { work(team, me); });
  }

 private:
  void work(Team& team, int me) {
    Worker& worker = workers_[static_cast<std::size_t>(me)];
    for (;;) {
      if (!visit_ready(worker, team)) return;
      worker.first = worker.buckets.first(bucket_);
      worker.waiting = worker.buckets.size();
      if (!barrier_.wait(team)) return;
      std::uint64_t first = Buckets<Entry>::kNone;
      std::size_t waiting = 0;
      for (const Worker& one : workers_) {
        first = std::min(first, one.first);
        waiting += one.waiting;
      }
      if (first == Buckets<Entry>::kNone) return;
      worker.ready.clear();
      if (waiting < kFew && workers_.size() > 1) {
        if (me == 0 && !work_alone(team)) return;
      } else {
        worker.buckets.move_to(first, bucket_);
        worker.ready.swap(worker.buckets.current());
      }
      if (me == 0) next_part_.store(0, std::memory_order_relaxed);
      if (!barrier_.wait(team)) return;
    }
  }

  struct Entry {
    Word distance;
    std::int32_t vertex;
  };
  struct alignas(64) Worker {
    Buckets<Entry> buckets;
    std::vector<Entry> ready;  // of the current bucket, for all
    std::vector<Entry> own;    // of the current bucket, for itself
    std::uint64_t first = 0;
    std::size_t waiting = 0;
  };
  static constexpr std::size_t kPart = 256;  // entries that a worker takes at once
  // So few entries are one worker's, until there are many: else all would only wait for each other.
  static constexpr std::size_t kFew = 512;
  static constexpr std::size_t kMany = 2048;

  struct BucketOf {
    const Search& search;
    std::uint64_t operator()(const Entry& entry) const { return search.bucket_of(entry.distance); }
  };

  std::uint64_t bucket_of(Word distance) const {
    if constexpr (std::is_same_v<Sum, FloatSum>) {
      constexpr double kMost = 0x1p62;
      return static_cast<std::uint64_t>(std::min(kMost, Sum::number(distance) * inverse_));
    } else {
      return distance >> shift_;
    }
  }

  // The lists of all workers, part by part, and what comes of it in the same bucket, unless that
  // is so much that it is better shared. False if the team was stopped.
  bool visit_ready(Worker& worker, const Team& team) {
    for (;;) {
      std::size_t part = next_part_.fetch_add(1, std::memory_order_relaxed);
      const std::vector<Entry>* list = nullptr;
      for (const Worker& one : workers_) {
        const std::size_t parts = (one.ready.size() + kPart - 1) / kPart;
        if (part < parts) {
          list = &one.ready;
          break;
        }
        part -= parts;
      }
      if (list == nullptr) break;
      visit(worker, *list, part * kPart, std::min(list->size(), (part + 1) * kPart));
      if (team.stopped()) return false;
    }
    constexpr std::size_t kShared = 4 * kPart;
    return visit_current(worker, workers_.size() == 1 ? Buckets<Entry>::kNone : kShared, team);
  }

  // Its own part of the current bucket, unless that has so many entries.
  bool visit_current(Worker& worker, std::size_t most, const Team& team) {
    std::vector<Entry>& mine = worker.buckets.current();
    while (!mine.empty() && mine.size() < most) {
      worker.own.clear();
      worker.own.swap(mine);
      for (std::size_t begin = 0; begin < worker.own.size(); begin += kPart) {
        visit(worker, worker.own, begin, std::min(worker.own.size(), begin + kPart));
        if (team.stopped()) return false;
      }
    }
    return true;
  }

  // The first worker, while the others wait.
  bool work_alone(const Team& team) {
    Worker& worker = workers_.front();
    for (Worker& other : workers_) {
      if (&other != &worker) worker.buckets.take_all(other.buckets, bucket_);
    }
    while (worker.buckets.size() < kMany) {
      const std::uint64_t first = worker.buckets.first(bucket_);
      if (first == Buckets<Entry>::kNone) return true;
      worker.buckets.move_to(first, bucket_);
      if (!visit_current(worker, kMany, team)) return false;
    }
    return true;
  }

  // What will be needed is asked for beforehand: first where the arcs of a vertex begin, then the
  // arcs, then the distances of their ends.
  void visit(Worker& worker, const std::vector<Entry>& list, std::size_t begin, std::size_t end) {
    constexpr std::size_t kStarts = 12;
    constexpr std::size_t kArcs = 8;
    constexpr std::size_t kEnds = 4;
    for (std::size_t i = begin; i < end; ++i) {
      if (i + kStarts < end) {
        const auto vertex = static_cast<std::size_t>(list[i + kStarts].vertex);
        __builtin_prefetch(&graph_.starts[vertex]);
        __builtin_prefetch(&distances_[vertex]);
      }
      if (i + kArcs < end) {
        const auto vertex = static_cast<std::size_t>(list[i + kArcs].vertex);
        __builtin_prefetch(arcs_.data() + graph_.starts[vertex]);
      }
      if (i + kEnds < end) {
        const auto vertex = static_cast<std::size_t>(list[i + kEnds].vertex);
        constexpr std::int64_t kMost = 8;
        const std::int64_t first = graph_.starts[vertex];
        const std::int64_t last = std::min(graph_.starts[vertex + 1], first + kMost);
        for (std::int64_t k = first; k < last; ++k) {
          __builtin_prefetch(
              &distances_[static_cast<std::size_t>(arcs_[static_cast<std::size_t>(k)].to)]);
        }
      }
      visit(worker, list[i]);
    }
  }

  void visit(Worker& worker, const Entry& entry) {
    const auto vertex = static_cast<std::size_t>(entry.vertex);
    if (look(distances_[vertex]) != entry.distance) return;  // a nearer one is on a list
    const auto first = static_cast<std::size_t>(graph_.starts[vertex]);
    const auto last = static_cast<std::size_t>(graph_.starts[vertex + 1]);
    for (std::size_t k = first; k < last; ++k) {
      const typename Sum::Arc& arc = arcs_[k];
      const Word distance = Sum::add(entry.distance, arc.weight);
      Word& word = distances_[static_cast<std::size_t>(arc.to)];
      if (distance < look(word) && distance < lower(word, distance)) {
        worker.buckets.put({distance, arc.to}, bucket_of(distance));
      }
    }
  }

  const Graph& graph_;
  const LargeList<typename Sum::Arc>& arcs_;
  Word* distances_;  // of each vertex
  static constexpr int kMostShift = std::numeric_limits<Word>::digits - 1;
  int shift_ = 0;
  double inverse_ = 1;
  const BucketOf bucket_{*this};
  Barrier barrier_;
  std::vector<Worker> workers_;
  std::atomic<std::size_t> next_part_{0};
};

constexpr std::int64_t kVerticesAtOnce = 1 << 14;

// Of the finished distances.
template <class Sum>
void find_predecessors(const Job& job, const typename Sum::Word* distances, Found& found,
                       Progress& progress) {
  const Graph& graph = job.graph;
  const LargeList<typename Sum::Arc>& arcs = arcs_of<Sum>(graph);
  const std::int64_t vertices = graph.vertices();
  found.predecessors.assign(static_cast<std::size_t>(vertices), kNoPredecessor);
  // As unsigned numbers none is larger than any.
  const auto before_of = [&](std::size_t v) -> std::uint32_t& {
    return reinterpret_cast<std::uint32_t&>(found.predecessors[v]);
  };
  std::atomic<std::uint32_t> too_far{~std::uint32_t{0}};
  const std::int64_t tasks = (vertices + kVerticesAtOnce - 1) / kVerticesAtOnce;
  auto [looking, counting] = progress_parts(progress, 3, 1);
  parallel_for(tasks, job.threads, looking, [&](std::int64_t task) {
    const std::int64_t end = std::min(vertices, (task + 1) * kVerticesAtOnce);
    for (std::int64_t u = task * kVerticesAtOnce; u < end; ++u) {
      const auto at = static_cast<std::size_t>(u);
      const auto distance = distances[at];
      if (distance == Sum::kFar) continue;
      for (std::int64_t k = graph.starts[at]; k < graph.starts[at + 1]; ++k) {
        const auto& arc = arcs[static_cast<std::size_t>(k)];
        const auto to = static_cast<std::size_t>(arc.to);
        if (Sum::add(distance, arc.weight) != distances[to]) continue;
        const auto number = static_cast<std::uint32_t>(u);
        if (distances[to] == Sum::kFar) {
          auto known = too_far.load(std::memory_order_relaxed);
          const auto end_of_arc = static_cast<std::uint32_t>(arc.to);
          while (end_of_arc < known && !too_far.compare_exchange_weak(known, end_of_arc)) {
          }
        } else if (distance < distances[to] && number < look(before_of(to))) {
          lower(before_of(to), number);
        }
      }
    }
  });
  if (too_far.load() != ~std::uint32_t{0}) {
    found.too_far = static_cast<std::int32_t>(too_far.load());
    return;
  }
  found.distances.resize(static_cast<std::size_t>(vertices));
  std::atomic<std::int64_t> reached{0}, without{0};
  parallel_for(tasks, job.threads, counting, [&](std::int64_t task) {
    std::int64_t reached_here = 0, without_here = 0;
    const std::int64_t end = std::min(vertices, (task + 1) * kVerticesAtOnce);
    for (std::int64_t v = task * kVerticesAtOnce; v < end; ++v) {
      const auto at = static_cast<std::size_t>(v);
      const bool is_reached = distances[at] != Sum::kFar;
      found.distances[at] = is_reached ? static_cast<std::int64_t>(distances[at]) : kUnreached;

      reached_here += is_reached ? 1 : 0;
      without_here += is_reached && found.predecessors[at] == kNoPredecessor ? 1 : 0;
    }
    reached += reached_here;
    without += without_here;
  });
  found.reached = reached;
  found.without = without - static_cast<std::int64_t>(job.sources.size());
}

}  // namespace

template <class Sum>
Found search_cpu(const Job& job, Progress& progress) {
  auto [searching, looking] = progress_parts(progress, 3, 1);
  const std::int64_t vertices = job.graph.vertices();
  const auto distances = aligned_array<typename Sum::Word>(vertices);
  NoProgress quiet;
  parallel_for((vertices + kVerticesAtOnce - 1) / kVerticesAtOnce, job.threads, quiet,
               [&](std::int64_t task) {
                 const std::int64_t first = task * kVerticesAtOnce;
                 std::fill_n(distances.get() + first, std::min(kVerticesAtOnce, vertices - first),
                             Sum::kFar);
               });
  Search<Sum> search(job, distances.get());
  search.run(searching);
  Found found;
  find_predecessors<Sum>(job, distances.get(), found, looking);
  return found;
}

template Found search_cpu<SmallSum>(const Job&, Progress&);
template Found search_cpu<NarrowSum>(const Job&, Progress&);
template Found search_cpu<WideSum>(const Job&, Progress&);
template Found search_cpu<FloatSum>(const Job&, Progress&);

}  // namespace bitvox::graph_distance
