// SPDX-License-Identifier: BSD-2-Clause
// A block for each tile of cells.
#include <cstdint>

#include "agents_checks.cuh"

namespace bitvox::agents::checks {
namespace {

constexpr int kWide = 64;
constexpr int kHigh = 32;
constexpr unsigned kThreads = 512;
// Who enters the tile is at most a cell away, and asks whoever is kAround cells from the request.
constexpr int kBorder = kAround + 1;
constexpr int kWideAll = kWide + 2 * kBorder;
constexpr int kAll = kWideAll * (kHigh + 2 * kBorder);

constexpr int kSideBits = 15;
static_assert(kSide<2> == 1 << kSideBits);

// Who is there, and where in the cell: x, and y above it. Id 0: nobody.
struct Cell {
  std::uint32_t within;
  std::int32_t id;
};
static_assert(sizeof(Cell) == 8);

// Rows of tiles, with a border around.
struct Tiles {
  std::int64_t pitch;  // of a row

  __device__ std::int64_t cell(const Point<2>& point) const {
    return (point.at[1] / kSide<2> + kBorder) * pitch + point.at[0] / kSide<2> + kBorder;
  }
};

__device__ std::uint32_t within_cell(const Point<2>& point) {
  const std::uint32_t mask = kSide<2> - 1;
  return (static_cast<std::uint32_t>(point.at[0]) & mask) |
         (static_cast<std::uint32_t>(point.at[1]) & mask) << kSideBits;
}

__global__ void fill_tiles_kernel(Tiles tiles, Cell* cells, std::int32_t count,
                                  const Point<2>* starts) {
  const std::int64_t i = this_thread();
  if (i >= count) return;
  cells[tiles.cell(starts[i])] = {within_cell(starts[i]), static_cast<std::int32_t>(i) + 1};
}

__global__ void list_tiles_kernel(Tiles tiles, const Cell* cells, std::int64_t count,
                                  Point<2>* places) {
  const std::int64_t i = this_thread();
  if (i >= count || cells[i].id == 0) return;
  const auto x = static_cast<std::int32_t>(i % tiles.pitch) - kBorder;
  const auto y = static_cast<std::int32_t>(i / tiles.pitch) - kBorder;
  const auto within = static_cast<std::int32_t>(cells[i].within);
  places[cells[i].id - 1] = {x * kSide<2> + (within & (kSide<2> - 1)),
                             y * kSide<2> + (within >> kSideBits)};
}

// A tile and its border. Points count from the border's corner.
struct Tile {
  std::int32_t ids[kAll];
  std::uint32_t within[kAll];
  short2 moves[kAll];                 // that are asked for
  std::uint16_t taken[kAll];          // the cells with agents, in any order
  std::uint16_t next[kWide * kHigh];  // who is in the tile's cells after the step: a cell + 1
  int count;

  static constexpr std::uint16_t kHasMoved = 1 << 15;
  static_assert(kAll < kHasMoved);

  __device__ Point<2> place(int cell) const {
    const auto at = static_cast<std::int32_t>(within[cell]);
    return {cell % kWideAll * kSide<2> + (at & (kSide<2> - 1)),
            cell / kWideAll * kSide<2> + (at >> kSideBits)};
  }
  __device__ Agent<2> agent(int cell) const {
    const Point<2> at = place(cell);
    return {at, {at.at[0] + moves[cell].x, at.at[1] + moves[cell].y}};
  }
  __device__ static int cell(const Point<2>& point) {
    return (point.at[1] >> kSideBits) * kWideAll + (point.at[0] >> kSideBits);
  }
  // In the tile without its border, or -1.
  __device__ static int inner(int cell) {
    const int x = cell % kWideAll - kBorder;
    const int y = cell / kWideAll - kBorder;
    return x >= 0 && x < kWide && y >= 0 && y < kHigh ? y * kWide + x : -1;
  }

  __device__ bool is_accepted(int self, const Point<2>& request, std::uint64_t seed,
                              std::int64_t step) const {
    const Asking asking{request, ids[self], seed, step};
    const int first = cell(request) - kAround * kWideAll - kAround;
    for (int y = 0; y <= 2 * kAround; ++y) {
      for (int x = 0; x <= 2 * kAround; ++x) {
        const int other = first + y * kWideAll + x;
        if (ids[other] == 0 || other == self) continue;
        if (is_refused(asking, agent(other), [&] { return ids[other]; })) return false;
      }
    }
    return true;
  }
};
static_assert(sizeof(Tile) <= 48 * 1024);

__global__ void __launch_bounds__(kThreads)
    step_kernel(Tiles tiles, const Cell* from, Cell* to, const __grid_constant__ Rules<2> rules,
                PartNumber number) {
  __shared__ Tile tile;
  const auto thread = static_cast<int>(threadIdx.x);
  const auto threads = static_cast<int>(blockDim.x);
  const std::int64_t left = std::int64_t{blockIdx.x} * kWide;
  const std::int64_t top = std::int64_t{blockIdx.y} * kHigh;
  if (thread == 0) tile.count = 0;
  for (int i = thread; i < kWide * kHigh; i += threads) tile.next[i] = 0;
  __syncthreads();
  cuda::wait_for_previous_kernel();
  const std::int64_t step = number.get();

  for (int i = thread; i < kAll; i += threads) {
    const Cell cell = from[(top + i / kWideAll) * tiles.pitch + left + i % kWideAll];
    tile.ids[i] = cell.id;
    tile.within[i] = cell.within;
    if (cell.id != 0) tile.taken[atomicAdd(&tile.count, 1)] = static_cast<std::uint16_t>(i);
  }
  __syncthreads();

  const Point<2> corner{static_cast<std::int32_t>(left - kBorder) * kSide<2>,
                        static_cast<std::int32_t>(top - kBorder) * kSide<2>};
  for (int i = thread; i < tile.count; i += threads) {
    const int cell = tile.taken[i];
    const Point<2> place = sum(tile.place(cell), corner);
    const Point<2> request = requested(rules, tile.ids[cell], step, place);
    tile.moves[cell] = make_short2(static_cast<short>(request.at[0] - place.at[0]),
                                   static_cast<short>(request.at[1] - place.at[1]));
  }
  __syncthreads();

  // No two write one cell: nobody enters one that another leaves.
  for (int i = thread; i < tile.count; i += threads) {
    const int cell = tile.taken[i];
    const Agent<2> self = tile.agent(cell);
    const int at = Tile::inner(cell);
    const int wanted = Tile::inner(Tile::cell(self.request));
    if (at < 0 && wanted < 0) continue;
    const bool moves =
        !(self.request == self.place) && tile.is_accepted(cell, self.request, rules.seed, step);
    if (moves && wanted >= 0) {
      tile.next[wanted] = static_cast<std::uint16_t>((cell + 1) | Tile::kHasMoved);
    } else if (!moves && at >= 0) {
      tile.next[at] = static_cast<std::uint16_t>(cell + 1);
    }
  }
  __syncthreads();

  for (int i = thread; i < kWide * kHigh; i += threads) {
    const std::uint16_t who = tile.next[i];
    Cell made{0, 0};
    if (who != 0) {
      const int cell = (who & ~Tile::kHasMoved) - 1;
      const Agent<2> agent = tile.agent(cell);
      const bool has_moved = (who & Tile::kHasMoved) != 0;
      made = {within_cell(has_moved ? agent.request : agent.place), tile.ids[cell]};
    }
    to[(top + kBorder + i / kWide) * tiles.pitch + left + kBorder + i % kWide] = made;
  }
}

class TiledCrowd final : public GraphCrowd {
 public:
  explicit TiledCrowd(const Task& task)
      : rules_(task.rules),
        count_(static_cast<std::int32_t>(task.starts.size())),
        shape_{dim3(cuda::blocks_for(task.cells[0], kWide), cuda::blocks_for(task.cells[1], kHigh)),
               dim3(kThreads)},
        tiles_{std::int64_t{shape_.blocks.x} * kWide + 2 * kBorder},
        cell_count_(tiles_.pitch * (std::int64_t{shape_.blocks.y} * kHigh + 2 * kBorder)),
        starts_(uploaded(task.starts, stream())) {
    for (auto& grid : grids_) grid = cuda::allocate<Cell>(cell_count_);
  }

  std::vector<Point<2>> places() override {
    const auto places = cuda::allocate<Point<2>>(count_);
    std::vector<Point<2>> to(static_cast<std::size_t>(count_));
    cuda::launch(list_tiles_kernel, one_each(cell_count_), stream(), tiles_, grids_[0].get(),
                 cell_count_, places.get());
    cuda::read_back(to.data(), places.get(), count_, stream());
    return to;
  }

 private:
  void begin() override {
    for (auto& grid : grids_) cuda::clear(grid.get(), cell_count_, stream());
    cuda::launch(fill_tiles_kernel, one_each(count_), stream(), tiles_, grids_[0].get(), count_,
                 starts_.get());
  }
  void enqueue(const PartNumber& number, cuda::LaunchKind first) override {
    static_assert(kSteps % 2 == 0);
    const std::int64_t now = number.after % 2;
    cuda::start_typed(first, step_kernel, shape_, stream(), tiles_, grids_[now].get(),
                      grids_[1 - now].get(), rules_, number);
  }
  static cuda::LaunchShape one_each(std::int64_t count) {
    return {dim3(cuda::blocks_for(count, kBlock)), dim3(kBlock)};
  }

  Rules<2> rules_;
  std::int32_t count_;
  cuda::LaunchShape shape_;
  Tiles tiles_;
  std::int64_t cell_count_;
  cuda::DeviceBuffer<Point<2>> starts_;
  cuda::DeviceBuffer<Cell> grids_[2];
};

}  // namespace

std::unique_ptr<Crowd> tiled_crowd(const Task& task) { return std::make_unique<TiledCrowd>(task); }

}  // namespace bitvox::agents::checks
