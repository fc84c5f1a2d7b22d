// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/memory/aligned_array.hpp"
#include "core/threads/progress_parts.hpp"
#include "ops/split_objects/split_objects_heights.hpp"
#include "ops/split_objects/split_objects_items.hpp"
#include "ops/split_objects/split_objects_pass_order.hpp"

namespace bitvox::split_objects {

// Of an image, as a twin begins with it.
template <class Array>
struct MadeHeights {
  Array heights;
  HeightNumbers numbers;
};

// A twin by steps that are done for many items at once, each by a thread of its own. `Run` does
// them: on the GPU that of split_objects_run_cuda.cuh; in tests one after the other, in any order.
// It has
//
//   Array<U>                            memory of the twin's; get(); waits before it goes
//   Array<U> array<U>(count)            says what does not fit
//   fill(U*, byte, count)               every byte
//   put(U* to, const U* host, count), fetch(U* host, const U* from, count), and with a progress
//   each(count, body, progress)         body(i) for all i
//   count(count, body, progress)        the same; of how many it is true
//   Ranked<Flag> ranked(count, flag)    of how many flag(i) is 1: total(); take(use) then calls
//                                       use(i, flag(i), how many are before i) for all i
//   spread(body, layers, most, progress)  SpreadLayer for layer after layer, until one is empty;
//                                       none has more voxels than that
//   count_objects(ground, progress)     connected ones
//   write(labels, shape, out, progress), write(labels, shape, type, out, progress)
template <class Run, class T>
class WatershedByItems final : public Watershed {
 public:
  template <class U>
  using Array = typename Run::template Array<U>;

  WatershedByItems(std::unique_ptr<Run> run, const Ground& ground, MadeHeights<Array<T>> made)
      : run_(std::move(run)),
        ground_(ground),
        shape_(ground.volume.shape()),
        voxels_(shape_.voxel_count()),
        neighbours_(shape_, ground.options.connectivity, ground.options.extent),
        numbers_(made.numbers),
        heights_(std::move(made.heights)) {}

  std::int64_t count_objects(Progress& progress) override {
    return run_->count_objects(ground_, progress);
  }
  double number_of(std::uint32_t height) const override { return numbers_(height); }

  std::vector<std::uint32_t> find_slopes(const Seeds& seeds, Progress& progress) override {
    auto [looking, crossing, climbing, naming] = progress_parts(progress, 8, 4, 6, 2);
    labels_ = run_->template array<std::uint32_t>(voxels_);
    look_around(seeds, looking);
    cross_plateaus(crossing);
    run_->each(voxels_, ClimbToTop<T>{climb()}, climbing);
    return name_tops(naming);
  }

  std::vector<std::uint32_t> heights_of(const std::vector<std::uint32_t>& voxels) override {
    const std::int64_t count = std::ssize(voxels);
    const auto places = on_twin(voxels);
    const auto heights = run_->template array<std::uint32_t>(count);
    NoProgress quiet;
    run_->each(count, HeightOf<T>{places.get(), heights_.get(), heights.get()}, quiet);
    return fetched(heights.get(), count);
  }

  std::vector<Pass> find_passes(Progress& progress) override {
    // Slopes have some passes each. Where there are more than fit, they are looked for again.
    constexpr std::int64_t kOfSlope = 16;
    StandingProgress standing(progress);
    for (std::int64_t most = kOfSlope * slopes_;; most *= 4) {
      std::vector<Pass> passes;
      if (found_passes(most, standing, passes)) {
        keep_highest(passes, standing);
        return passes;
      }
    }
  }

  void drop_heights() override { heights_ = {}; }

  std::vector<std::uint32_t> first_voxels(std::int64_t count, Progress& progress) override {
    const auto firsts = run_->template array<std::uint32_t>(count);
    run_->fill(firsts.get(), 0xff, count);
    run_->each(voxels_, NoteFirst{neighbours_, labels_.get(), firsts.get()}, progress);
    return fetched(firsts.get(), count);
  }

  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) override {
    const auto new_labels = on_twin(labels);
    run_->each(voxels_, Relabel{new_labels.get(), labels_.get()}, progress);
  }

  std::int64_t draw_lines(Progress& progress) override {
    auto [finding, clearing] = progress_parts(progress, 3, 1);
    const std::int64_t count = run_->count(voxels_, MarkLine{neighbours_, labels_.get()}, finding);
    run_->each(voxels_, ClearLine{labels_.get()}, clearing);
    return count;
  }

  void write(BitVolume& out, Progress& progress) override {
    run_->write(labels_.get(), shape_, out, progress);
  }
  void write(PixelType type, SliceSink& out, Progress& progress) override {
    run_->write(labels_.get(), shape_, type, out, progress);
  }

  const std::uint32_t* labels(Progress& progress) override {
    require_memory(kUser, host_memory(), 4 * voxels_);
    on_host_ = aligned_array<std::uint32_t>(voxels_);
    run_->fetch(on_host_.get(), labels_.get(), voxels_, progress);
    return on_host_.get();
  }

 private:
  Climb<T> climb() const { return {neighbours_, heights_.get(), labels_.get()}; }

  void look_around(const Seeds& seeds, Progress& progress) {
    NoProgress quiet;
    const std::int64_t count = std::ssize(seeds.voxels);
    const auto voxels = on_twin(seeds.voxels);
    const auto firsts = on_twin(seeds.firsts);
    run_->each(count, SetTopHeight<T>{voxels.get(), heights_.get()}, quiet);
    run_->each(voxels_, LookAround<T>{climb()}, progress);
    run_->each(count, Send{voxels.get(), firsts.get(), labels_.get()}, quiet);
  }

  // Voxels of plateaus go by their layers, and those of peaks become one tree.
  void cross_plateaus(Progress& progress) {
    auto [beginning, spreading, going, joining] = progress_parts(progress, 1, 4, 2, 2);
    auto flat = run_->ranked(voxels_, IsOnPlateau{labels_.get()});
    const std::int64_t count = flat.total();
    if (count == 0) return;
    const auto plateaus = run_->template array<std::uint32_t>(count);
    const auto list = run_->template array<std::uint32_t>(count);
    const auto counts = run_->template array<std::uint32_t>(kLayers);
    flat.take(ListVoxel{plateaus.get()});
    run_->fill(counts.get(), 0, kLayers);
    const Layers layers{list.get(), counts.get()};
    run_->each(count, BeginLayers<T>{climb(), plateaus.get(), layers}, beginning);
    run_->spread(SpreadLayer<T>{climb(), layers}, layers, count, spreading);
    std::uint32_t* const ways = list.get();  // layers are done with
    run_->each(count, FindWay<T>{climb(), plateaus.get(), ways}, going);
    StandingProgress sending(joining);
    run_->each(count, Send{plateaus.get(), ways, labels_.get()}, sending);
    run_->each(count, JoinPeak<T>{climb(), plateaus.get(), ways}, joining);
  }

  std::vector<std::uint32_t> name_tops(Progress& progress) {
    auto tops = run_->ranked(voxels_, IsTop{labels_.get()});
    slopes_ = tops.total();
    const auto peaks = run_->template array<std::uint32_t>(slopes_);
    tops.take(NameTop{labels_.get(), peaks.get()});
    run_->each(voxels_, TakeName<T>{climb()}, progress);
    return fetched(peaks.get(), slopes_);
  }

  // False where more than `most` have been found.
  bool found_passes(std::int64_t most, Progress& progress, std::vector<Pass>& passes) {
    constexpr std::int64_t kFewest = 1 << 12;
    constexpr std::size_t kPart = std::size_t{1} << 22;  // is fetched at once
    const auto places = static_cast<std::int64_t>(
        std::bit_ceil(static_cast<std::uint64_t>(std::max(kFewest, most))));
    const auto pairs = run_->template array<std::uint64_t>(places);
    const auto heights = run_->template array<std::uint32_t>(places);
    const auto counts = run_->template array<std::uint32_t>(3);
    run_->fill(pairs.get(), 0, places);
    run_->fill(heights.get(), 0, places);
    run_->fill(counts.get(), 0, 3);
    const PassTable table{pairs.get(), heights.get(), static_cast<std::uint64_t>(places),
                          counts.get(), counts.get() + 1};
    run_->each(voxels_, AddPasses<T>{neighbours_, heights_.get(), labels_.get(), table}, progress);
    const std::vector<std::uint32_t> counted = fetched(counts.get(), 2);
    if (counted[1] != 0) return false;
    const auto list = run_->template array<Pass>(counted[0]);
    run_->each(places, ListPass{table, list.get(), counts.get() + 2}, progress);
    passes.resize(counted[0]);
    for (std::size_t first = 0; first < passes.size(); first += kPart) {
      progress.report(0, 1);
      const auto some = std::min<std::int64_t>(kPart, std::ssize(passes) - std::int64_t(first));
      run_->fetch(passes.data() + first, list.get() + first, some);
    }
    return true;
  }

  template <class U>
  Array<U> on_twin(const std::vector<U>& list) {
    auto array = run_->template array<U>(std::ssize(list));
    run_->put(array.get(), list.data(), std::ssize(list));
    return array;
  }
  template <class U>
  std::vector<U> fetched(const U* array, std::int64_t count) {
    std::vector<U> list(static_cast<std::size_t>(count));
    run_->fetch(list.data(), array, count);
    return list;
  }

  const std::unique_ptr<Run> run_;  // the last to go
  const Ground ground_;
  const Shape shape_;
  const std::int64_t voxels_;
  const Neighbours neighbours_;
  const HeightNumbers numbers_;
  Array<T> heights_;
  Array<std::uint32_t> labels_;
  AlignedArray<std::uint32_t> on_host_;
  std::int64_t slopes_ = 0;
};

}  // namespace bitvox::split_objects
