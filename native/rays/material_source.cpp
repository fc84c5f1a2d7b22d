// SPDX-License-Identifier: BSD-2-Clause
#include "rays/material_source.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/seed_labels.hpp"

namespace bitvox::rays {
namespace {

class ForegroundReader final : public MaterialReader {
 public:
  explicit ForegroundReader(const VolumeSource& volume)
      : shape_(volume.shape()),
        reader_(volume.open()),
        words_(static_cast<std::size_t>(shape_.words_per_slice())) {}

  void read(std::int64_t z, std::uint8_t* slice) override {
    reader_->read_slices(z, 1, words_.data());
    for (std::int64_t y = 0; y < shape_.height; ++y) {
      const std::uint64_t* const row = words_.data() + y * shape_.words_per_row();
      for (std::int64_t x = 0; x < shape_.width; ++x) {
        *slice++ = static_cast<std::uint8_t>(row[x / 64] >> (x % 64) & 1U);
      }
    }
  }

 private:
  Shape shape_;
  std::unique_ptr<VolumeReader> reader_;
  std::vector<std::uint64_t> words_;
};

template <class Pixel>
class LabelReader final : public MaterialReader {
 public:
  LabelReader(const LabelMaterials& labels, const GreySource& image)
      : labels_(labels),
        reader_(image.open()),
        pixels_(static_cast<std::size_t>(image.slice_pixels())) {}

  void read(std::int64_t z, std::uint8_t* slice) override {
    const auto count = static_cast<std::int64_t>(pixels_.size());
    reader_->read(z, 0, count, pixels_.data());
    if constexpr (std::is_same_v<Pixel, float>) {
      float last = 0;
      std::uint8_t material = labels_.material_of(last);
      for (std::int64_t i = 0; i < count; ++i) {
        const float value = pixels_[static_cast<std::size_t>(i)];
        if (value != last) {
          last = value;
          material = labels_.material_of(value);
        }
        slice[i] = material;
      }
    } else {
      const std::uint8_t* const table = labels_.table().data();
      for (std::int64_t i = 0; i < count; ++i) {
        slice[i] = table[pixels_[static_cast<std::size_t>(i)]];
      }
    }
  }

 private:
  const LabelMaterials& labels_;
  std::unique_ptr<GreyReader> reader_;
  std::vector<Pixel> pixels_;
};

std::string label_text(double value) {
  constexpr int kDigits = 9;
  return short_number(value, kDigits);
}

void require_label(double value) {
  if (!(value >= 0 && value <= kLargestSeedLabel && value == std::floor(value))) {
    throw InvalidInput("the image has the value " + label_text(value) +
                       ", which is no label; labels are whole numbers from 0 to " +
                       std::to_string(kLargestSeedLabel) +
                       "; of a grey image give a threshold (threshold=T)");
  }
}

}  // namespace

std::unique_ptr<MaterialReader> ForegroundMaterial::open() const {
  return std::make_unique<ForegroundReader>(volume_);
}

LabelMaterials::LabelMaterials(const GreySource& image, const std::vector<double>& labels)
    : image_(image), materials_(static_cast<int>(std::min<std::size_t>(labels.size(), 256))) {
  require_grey(image.type());
  if (labels.empty() || labels.size() > kMaterialsOfVolume) {
    throw InvalidInput("a radiograph is of 1 to " + std::to_string(kMaterialsOfVolume) +
                       " materials, not of " + std::to_string(labels.size()));
  }
  const std::size_t values = image.type() == PixelType::kUint8    ? 256
                             : image.type() == PixelType::kUint16 ? 65536
                                                                  : 0;
  table_.resize(values);
  std::set<double> seen;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    require_label(labels[i]);
    if (!seen.insert(labels[i]).second) {
      throw InvalidInput("label " + label_text(labels[i]) + " has two materials");
    }
    const auto material = static_cast<std::uint8_t>(i + 1);
    known_.push_back({static_cast<float>(labels[i]), material});
    const auto index = static_cast<std::size_t>(labels[i]);
    if (index < values) table_[index] = material;
  }
  std::sort(known_.begin(), known_.end(),
            [](const Known& a, const Known& b) { return a.label < b.label; });
}

std::uint8_t LabelMaterials::material_of(float value) const {
  const auto at = std::lower_bound(known_.begin(), known_.end(), value,
                                   [](const Known& known, float v) { return known.label < v; });
  return at != known_.end() && at->label == value ? at->material : std::uint8_t{0};
}

std::unique_ptr<MaterialReader> LabelMaterials::open() const {
  return with_pixel_type(image_.type(), [&](auto pixel) -> std::unique_ptr<MaterialReader> {
    return std::make_unique<LabelReader<decltype(pixel)>>(*this, image_);
  });
}

// A bit for each label there can be.
std::vector<double> labels_of(const GreySource& image, int threads, Progress& progress) {
  require_grey(image.type());
  std::vector<std::atomic<std::uint64_t>> words(kLargestSeedLabel / 64 + 1);
  const std::int64_t width = image.shape().width;
  read_rows(image, threads, progress, [&](std::int64_t, std::int64_t, const auto* row) {
    for (std::int64_t x = 0; x < width; ++x) {
      if (row[x] == 0 || (x > 0 && row[x] == row[x - 1])) continue;
      require_label(static_cast<double>(row[x]));
      const auto label = static_cast<std::size_t>(row[x]);
      const std::uint64_t bit = std::uint64_t{1} << (label % 64);
      if ((words[label / 64].load(std::memory_order_relaxed) & bit) == 0) words[label / 64] |= bit;
    }
  });
  std::vector<double> labels;
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::uint64_t left = words[i]; left != 0; left &= left - 1, ++count) {
      if (count < kMaterialsOfVolume) {
        labels.push_back(static_cast<double>(64 * i) + std::countr_zero(left));
      }
    }
  }
  if (labels.empty()) throw UnsuitableImage("the image has no label: all its voxels are 0");
  if (count > kMaterialsOfVolume) {
    throw InvalidInput("the image has " + std::to_string(count) +
                       " labels; 64 are the most where materials= does not name them, " +
                       std::to_string(kMaterialsOfVolume) +
                       " where it does: name those that count, such as "
                       "materials=1:water,2:bone_cortical, or give a threshold (threshold=T)");
  }
  return labels;
}

}  // namespace bitvox::rays
