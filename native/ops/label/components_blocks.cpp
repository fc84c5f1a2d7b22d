// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/components_blocks.hpp"

#include <algorithm>
#include <utility>

#include "core/blocks/block_views.hpp"
#include "core/blocks/core_sink.hpp"
#include "core/blocks/run_blocks.hpp"
#include "core/blocks/write_core.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/label_block_runs.hpp"

namespace bitvox::label {
namespace {

// body(bits, components, progress) of what a block reads.
template <class Body>
void find_in(const BlockTwin& twin, const Block& block, Progress& progress, const Body& body) {
  auto [reading, finding, rest] = progress_parts(progress, 1, 6, 3);
  const BoxSource box(twin.job().volume, block.read);
  const BitVolume bits = read_volume(box, twin.job().threads, reading);
  body(bits, *twin.find(bits, finding), rest);
}

// Hands on the slices of the core.
class CoreSlices final : public SliceSink {
 public:
  CoreSlices(const Block& block, SliceSink& to) : slices_(block.core.shape().depth), to_(to) {}
  void write_slice(std::int64_t slice, const void* pixels) override {
    if (slice < slices_) to_.write_slice(slice, pixels);
  }
  void write_slices(const SliceBatch& batch, int threads) override {
    SliceBatch of_core = batch;
    of_core.count = std::min(batch.count, slices_ - batch.first);
    if (of_core.count > 0) to_.write_slices(of_core, threads);
  }

 private:
  std::int64_t slices_;
  SliceSink& to_;
};

// What is asked of the components of the blocks, answer(block, its first part, progress), which
// puts its answers to their places at once.
template <class Answer>
struct Asking {
  using Partial = NoNumbers;

  NoNumbers compute(const Block& block, SliceSink*, Progress& progress) {
    answer(block, static_cast<std::size_t>(starts[next++]), progress);
    return {};
  }

  const std::vector<std::int64_t>& starts;
  const Answer& answer;
  std::size_t next = 0;
};

class ComponentsInBlocks final : public Components {
 public:
  ComponentsInBlocks(std::unique_ptr<const BlockTwin> twin, const std::vector<Block>& blocks,
                     Progress& progress)
      : twin_(std::move(twin)), blocks_(blocks) {
    auto [finding, numbering] = progress_parts(progress, 9, 1);
    Parts parts = run_blocks(blocks_, *twin_, nullptr, finding);
    LabelledParts labelled = label_parts(parts, numbering);
    labels_ = std::move(labelled.labels);
    count_ = labelled.count;
    halos_ = std::move(parts.halos);
    starts_.push_back(0);
    for (const std::int64_t count : parts.counts) starts_.push_back(starts_.back() + count);
  }

  std::int64_t count() const override { return count_; }

  std::vector<std::int64_t> sizes(Progress& progress) override {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count_));
    each_block(progress, [&](const Block&, std::size_t first, Components& found, Progress& part) {
      add_up(first, found.sizes(part), all, [](auto& sum, auto voxels) { sum += voxels; });
    });
    for (const Parts::Halo& halo : halos_) {
      const std::uint32_t label = labels_[halo.part];
      if (label != 0) all[label - 1] -= halo.voxels;
    }
    return all;
  }

  std::vector<std::uint8_t> faces(Progress& progress) override {
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    each_block(progress,
               [&](const Block& block, std::size_t first, Components& found, Progress& part) {
                 const std::uint8_t real = real_faces(block);
                 add_up(first, found.faces(part), all, [&](auto& faces, auto touched) {
                   faces = static_cast<std::uint8_t>(faces | (touched & real));
                 });
               });
    return all;
  }

  std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) override {
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    each_block(
        progress, [&](const Block& block, std::size_t first, Components& found, Progress& part) {
          NoProgress quick;
          const BitVolume marks = read_volume(BoxSource(marker, block.read), job().threads, quick);
          add_up(first, found.marked(marks, part), all, [](auto& any, auto mark) { any |= mark; });
        });
    return all;
  }

  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) override {
    change_labels([&](std::uint32_t label) { return labels[label - 1]; }, progress);
  }
  void keep(const std::vector<std::uint8_t>& stay, Progress& progress) override {
    change_labels([&](std::uint32_t label) { return stay[label - 1] != 0 ? label : 0; }, progress);
  }

  void write(BitVolume& out, Progress& progress) override {
    each_labelled_block(
        nullptr, progress,
        [&](const auto& block, const BitVolume&, Components& found, Progress& part) {
          make_core(block, out, job().threads, [&](BitVolume& kept) { found.write(kept, part); });
        });
  }

  void write(PixelType type, SliceSink& out, Progress& progress) override {
    const SliceFormat format{job().volume.shape(), type};
    require_memory(kHostUser, host_memory(), CoreSink::bytes(blocks_, format));
    CoreSink cores(out, format);
    out.begin(format);
    each_labelled_block(
        &cores, progress,
        [&](const auto& block, const BitVolume&, Components& found, Progress& part) {
          CoreSlices slices(block, cores);
          found.write(type, slices, part);
        });
  }

  std::vector<std::uint32_t> labels_of_runs(Progress& progress) override {
    auto [ranking, taking] = progress_parts(progress, 1, 9);
    LabelsOfRuns all(job().volume, job().threads, ranking);
    each_labelled_block(
        nullptr, taking,
        [&](const auto& block, const BitVolume& bits, Components& found, Progress& part) {
          auto [asking, placing] = progress_parts(part, 1, 1);
          all.put(block, bits, found.labels_of_runs(asking), placing);
        });
    return all.take();
  }

 private:
  const Job& job() const { return twin_->job(); }

  template <class Answer>
  void ask(CoreSink* out, Progress& progress, const Answer& answer) {
    Asking<Answer> asking{starts_, answer};
    run_blocks(blocks_, asking, out, progress);
  }

  // body(block, its first part, its components, progress) with the labels that these have in it.
  template <class Body>
  void each_block(Progress& progress, const Body& body) {
    ask(nullptr, progress, [&](const Block& block, std::size_t first, Progress& of_block) {
      find_in(*twin_, block, of_block, [&](const auto&, Components& found, Progress& part) {
        body(block, first, found, part);
      });
    });
  }

  // body(block, its bits, its components, progress) with the labels of the whole.
  template <class Body>
  void each_labelled_block(CoreSink* out, Progress& progress, const Body& body) {
    ask(out, progress, [&](const Block& block, std::size_t first, Progress& of_block) {
      find_in(*twin_, block, of_block,
              [&](const BitVolume& bits, Components& found, Progress& part) {
                auto [labelling, rest] = progress_parts(part, 1, 9);
                const auto labels = labels_.begin() + static_cast<std::ptrdiff_t>(first);
                found.relabel({labels, labels + found.count()}, labelling);
                body(block, bits, found, rest);
              });
    });
  }

  template <class NewLabel>
  void change_labels(const NewLabel& new_label, Progress& progress) {
    constexpr std::size_t kOften = std::size_t{1} << 20;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if (i % kOften == 0) progress.report(static_cast<std::int64_t>(i), std::ssize(labels_));
      if (labels_[i] != 0) labels_[i] = new_label(labels_[i]);
    }
    progress.report(1, 1);
  }

  // add(what is known of a component, what a block knows of its part)
  template <class Value, class Add>
  void add_up(std::size_t first, const std::vector<Value>& of_block, std::vector<Value>& all,
              const Add& add) const {
    for (std::size_t i = 0; i < of_block.size(); ++i) {
      const std::uint32_t label = labels_[first + i];
      if (label != 0) add(all[label - 1], of_block[i]);
    }
  }

  std::unique_ptr<const BlockTwin> twin_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> labels_;  // of the parts, one block after the other
  std::vector<std::int64_t> starts_;   // of the blocks in them
  std::vector<Parts::Halo> halos_;
  std::int64_t count_ = 0;
};

}  // namespace

Reach reach_of(const Job& job) {
  return {{0, 0, 0}, {1, 1, job.extent == Extent::kVolume ? 1 : 0}};
}

std::uint8_t real_faces(const Block& block) {
  int faces = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (block.low_is_real(axis)) faces |= kLowX << (2 * axis);
    if (block.high_is_real(axis)) faces |= kHighX << (2 * axis);
  }
  return static_cast<std::uint8_t>(faces);
}

Parts BlockTwin::compute(const Block& block, SliceSink*, Progress& progress) const {
  Parts parts;
  find_in(*this, block, progress, [&](const BitVolume& bits, Components& found, Progress& rest) {
    auto [asking, noting] = progress_parts(rest, 2, 3);
    parts = parts_of_block(block, job_.extent, bits, found.count(), found.labels_of_runs(asking),
                           job_.threads, noting);
  });
  return parts;
}

std::unique_ptr<Components> components_in_blocks(std::unique_ptr<const BlockTwin> twin,
                                                 const std::vector<Block>& blocks,
                                                 Progress& progress) {
  return std::make_unique<ComponentsInBlocks>(std::move(twin), blocks, progress);
}

}  // namespace bitvox::label
