// SPDX-License-Identifier: BSD-2-Clause
#include "ops/label/components_slabs.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/error.hpp"
#include "ops/label/label_runs.hpp"

namespace bitvox::label {
namespace {

// Slices begin to end - 1 of the volume; where objects go on in the next slab, slice `end` belongs
// to both slabs, so that nothing but its runs tells which of their components are one. It counts
// for the later one.
struct Slab {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t shared = 0;                   // slices: 1 or 0
  std::size_t first = 0;                     // number of its first component
  std::size_t count = 0;                     // of its components
  std::vector<std::uint32_t> shared_labels;  // in this slab, of the runs of slice `end`

  std::int64_t slices() const { return end - begin + shared; }
};

// Hands on slices but the shared one.
class SinkOfSlab final : public SliceSink {
 public:
  SinkOfSlab(const Slab& slab, SliceSink& out) : slab_(slab), out_(out) {}
  void write_slice(std::int64_t slice, const void* pixels) override {
    if (slab_.begin + slice < slab_.end) out_.write_slice(slab_.begin + slice, pixels);
  }

 private:
  const Slab& slab_;
  SliceSink& out_;
};

class ComponentsInSlabs final : public Components {
 public:
  ComponentsInSlabs(const BitVolume& volume, Extent extent, std::int64_t depth, FindComponents find,
                    Progress& progress)
      : volume_(volume), find_(std::move(find)) {
    const std::int64_t slices = volume.shape().depth;
    for (std::int64_t z = 0; z < slices; z += depth) {
      Slab slab;
      slab.begin = z;
      slab.end = std::min(slices, z + depth);
      slab.shared = extent == Extent::kVolume && slab.end < slices ? 1 : 0;
      slabs_.push_back(slab);
    }
    PhaseProgress finding(progress, 0, 900);
    PhaseProgress numbering(progress, 900, 1000);
    for (std::size_t i = 0; i < slabs_.size(); ++i) add(i, finding);
    number(numbering);
  }

  std::int64_t count() const override { return count_; }

  std::vector<std::int64_t> sizes(Progress& progress) override {
    std::vector<std::int64_t> all(static_cast<std::size_t>(count_));
    each_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      std::vector<std::int64_t> sizes = components.sizes(part);
      std::size_t run = 0;
      if (slab.shared != 0) {
        each_run_of_slice(slab.end, [&](std::int64_t begin, std::int64_t last) {
          sizes[slab.shared_labels[run++] - 1] -= last - begin + 1;
        });
      }
      add_up(slab, sizes, all, [](auto& sum, auto value) { sum += value; });
    });
    return all;
  }

  std::vector<std::uint8_t> faces(Progress& progress) override {
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    each_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      const int real = kFacesOfSlices | (slab.begin == 0 ? kLowZ : 0) |
                       (slab.end == volume_.shape().depth ? kHighZ : 0);
      add_up(slab, components.faces(part), all, [&](auto& faces, auto touched) {
        faces = static_cast<std::uint8_t>(faces | (touched & real));
      });
    });
    return all;
  }

  std::vector<std::uint8_t> marked(const BitVolume& marker, Progress& progress) override {
    std::vector<std::uint8_t> all(static_cast<std::size_t>(count_));
    each_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      add_up(slab, components.marked(slices_of(marker, slab), part), all,
             [](auto& any, auto mark) { any |= mark; });
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
    each_labelled_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      BitVolume kept(shape_of(slab));
      components.write(kept, part);
      std::copy_n(kept.words(), (slab.end - slab.begin) * volume_.shape().words_per_slice(),
                  out.slice(slab.begin));
    });
  }

  void write(PixelType type, SliceSink& out, Progress& progress) override {
    out.begin({volume_.shape(), type});
    each_labelled_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      SinkOfSlab sink(slab, out);
      components.write(type, sink, part);
    });
  }

  std::vector<std::uint32_t> labels_of_runs(Progress& progress) override {
    std::vector<std::uint32_t> all;
    each_labelled_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      const std::vector<std::uint32_t> labels = components.labels_of_runs(part);
      all.insert(all.end(), labels.begin(), labels.end() - std::ssize(slab.shared_labels));
      require_runs(std::ssize(all));
    });
    return all;
  }

 private:
  Shape shape_of(const Slab& slab) const {
    return {volume_.shape().width, volume_.shape().height, slab.slices()};
  }

  BitVolume slices_of(const BitVolume& volume, const Slab& slab) const {
    BitVolume slices(shape_of(slab));
    std::copy_n(volume.slice(slab.begin), slices.shape().word_count(), slices.words());
    return slices;
  }

  // body(first x, last x)
  template <class Body>
  void each_run_of_slice(std::int64_t z, const Body& body) const {
    const Shape& s = volume_.shape();
    for (std::int64_t y = 0; y < s.height; ++y) {
      for_each_run(volume_.slice(z) + y * s.words_per_row(), s.words_per_row(), 0,
                   [&](auto, std::int64_t begin, std::int64_t last) { body(begin, last); });
    }
  }

  // body(slab, its components, progress) with the labels that the slab's components have in it.
  template <class Body>
  void each_slab(Progress& progress, const Body& body) {
    for (std::size_t i = 0; i < slabs_.size(); ++i) find_in(i, progress, body);
  }

  // With the volume's labels.
  template <class Body>
  void each_labelled_slab(Progress& progress, const Body& body) {
    each_slab(progress, [&](const Slab& slab, Components& components, Progress& part) {
      PhaseProgress labelling(part, 0, 100);
      PhaseProgress rest(part, 100, 1000);
      const auto first = labels_.begin() + static_cast<std::ptrdiff_t>(slab.first);
      components.relabel({first, first + static_cast<std::ptrdiff_t>(slab.count)}, labelling);
      body(slab, components, rest);
    });
  }

  template <class Body>
  void find_in(std::size_t i, Progress& progress, const Body& body) {
    const auto slabs = std::ssize(slabs_);
    const auto number = static_cast<std::int64_t>(i);
    PhaseProgress of_slab(progress, 1000 * number / slabs, 1000 * (number + 1) / slabs);
    PhaseProgress finding(of_slab, 0, 700);
    PhaseProgress using_them(of_slab, 700, 1000);
    const BitVolume slices = slices_of(volume_, slabs_[i]);
    const std::unique_ptr<Components> components = find_(slices, finding);
    body(slabs_[i], *components, using_them);
  }

  // Finds the components of a slab and joins them with those of the slab before.
  void add(std::size_t i, Progress& progress) {
    find_in(i, progress, [&](Slab& slab, Components& components, Progress& part) {
      slab.first = labels_.size();
      slab.count = static_cast<std::size_t>(components.count());
      if (labels_.size() + slab.count > static_cast<std::size_t>(kMostRuns)) {
        throw InvalidInput("the image has more than " + std::to_string(kMostRuns) +
                           " objects in its slabs of slices: crop the image");
      }
      labels_.resize(slab.first + slab.count);
      std::iota(labels_.begin() + static_cast<std::ptrdiff_t>(slab.first), labels_.end(),
                static_cast<std::uint32_t>(slab.first));
      if (slab.shared == 0 && (i == 0 || slabs_[i - 1].shared == 0)) return;
      const std::vector<std::uint32_t> labels = components.labels_of_runs(part);
      if (slab.shared != 0) {
        std::ptrdiff_t runs = 0;
        each_run_of_slice(slab.end, [&](auto, auto) { ++runs; });
        slab.shared_labels.assign(labels.end() - runs, labels.end());
      }
      if (i == 0) return;
      const Slab& before = slabs_[i - 1];
      for (std::size_t run = 0; run < before.shared_labels.size(); ++run) {
        join(before.first + before.shared_labels[run] - 1, slab.first + labels[run] - 1);
      }
    });
  }

  // While they are joined, labels_ are parents: numbers of earlier components, or their own.
  std::size_t root_of(std::size_t i) {
    while (labels_[i] != i) {
      labels_[i] = labels_[labels_[i]];
      i = labels_[i];
    }
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    a = root_of(a);
    b = root_of(b);
    labels_[std::max(a, b)] = static_cast<std::uint32_t>(std::min(a, b));
  }

  // A root is its component's first one in the first slab that has any of it, so that roots are in
  // raster order of first voxels.
  void number(Progress& progress) {
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      report_often(i, progress);
      labels_[i] = labels_[i] == i ? ++count : labels_[labels_[i]];
    }
    count_ = count;
    progress.report(1, 1);
  }

  template <class NewLabel>
  void change_labels(const NewLabel& new_label, Progress& progress) {
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      report_often(i, progress);
      if (labels_[i] != 0) labels_[i] = new_label(labels_[i]);
    }
    progress.report(1, 1);
  }

  // add(what is known of a component, what a slab knows of its part)
  template <class Value, class Add>
  void add_up(const Slab& slab, const std::vector<Value>& of_slab, std::vector<Value>& all,
              const Add& add) const {
    for (std::size_t i = 0; i < slab.count; ++i) {
      const std::uint32_t label = labels_[slab.first + i];
      if (label != 0) add(all[label - 1], of_slab[i]);
    }
  }

  void report_often(std::size_t i, Progress& progress) const {
    constexpr std::size_t kBetween = std::size_t{1} << 20;
    if (i % kBetween == 0) {
      progress.report(static_cast<std::int64_t>(i), std::ssize(labels_));
    }
  }

  const BitVolume& volume_;
  FindComponents find_;
  std::vector<Slab> slabs_;
  std::vector<std::uint32_t> labels_;  // of the slabs' components, one slab after the other
  std::int64_t count_ = 0;
};

}  // namespace

std::unique_ptr<Components> components_in_slabs(const BitVolume& volume, Extent extent,
                                                std::int64_t depth, FindComponents find,
                                                Progress& progress) {
  return std::make_unique<ComponentsInSlabs>(volume, extent, depth, std::move(find), progress);
}

}  // namespace bitvox::label
