// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/memory/aligned_array.hpp"
#include "ops/label/components.hpp"
#include "ops/label/label_rows.hpp"

namespace bitvox::label {

// Runs of a parallel_for's body.
inline constexpr std::int64_t kRunsOfPart = std::int64_t{1} << 18;

// The CPU twin.
class ComponentsCpu final : public Components {
 public:
  ComponentsCpu(InstructionSet instructions, const Job& job, Progress& progress);

  std::int64_t count() const override { return count_; }
  std::vector<std::int64_t> sizes(Progress& progress) override;
  std::vector<std::uint8_t> faces(Progress& progress) override;
  std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) override;
  void relabel(const std::vector<std::uint32_t>& labels, Progress& progress) override;
  void keep(const std::vector<std::uint8_t>& stay, Progress& progress) override;
  void write(BitVolume& out, Progress& progress) override;
  void write(PixelType type, SliceSink& out, Progress& progress) override;
  std::vector<std::uint32_t> labels_of_runs(Progress& progress) override;

 private:
  void rank_runs(Progress& progress);
  void join(Progress& progress);
  void join_row(std::int64_t z, std::int64_t y, bool with_slice_before);
  void number(Progress& progress);

  template <class NewLabel>
  void change_labels(const NewLabel& new_label, Progress& progress);
  // body(label, y, first x, last x)
  template <class Body>
  void each_run_of_slice(std::int64_t z, const Body& body) const;
  template <class Pixel>
  void write_rows(std::int64_t first, std::int64_t end, Pixel* pixels) const;

  std::uint32_t label_of(std::int64_t run) const { return labels_.get()[run] & ~kIsLabel; }

  const Rows& rows_;
  const BitVolume& volume_;
  Connectivity connectivity_;
  bool planar_;
  int threads_;
  std::vector<std::uint64_t> empty_row_;
  AlignedArray<std::uint32_t> bases_;      // of the words, see RankedRow
  std::vector<std::int64_t> slice_ranks_;  // of the first run of each slice
  AlignedArray<std::uint32_t> labels_;  // of the runs, see kIsLabel; parents while they are joined
  std::int64_t runs_ = 0;
  std::int64_t count_ = 0;
};

}  // namespace bitvox::label
