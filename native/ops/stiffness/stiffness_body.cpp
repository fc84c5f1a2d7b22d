// SPDX-License-Identifier: BSD-2-Clause
#include "ops/stiffness/stiffness_body.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>

#include "core/elementary.hpp"
#include "core/error.hpp"
#include "core/options/number.hpp"
#include "core/threads/progress_parts.hpp"
#include "core/volumes/read_rows.hpp"
#include "core/volumes/read_volume.hpp"
#include "ops/label/components.hpp"
#include "ops/permeability/permeability_percolation.hpp"

namespace bitvox::stiffness {
namespace {

// Voxels of densities below this part of the modulus of density 1 are empty.
constexpr double kNoModulus = 1e-6;
constexpr std::size_t kMostMaterials = 65535;

// Of x >= 0, with the same bits on all machines, which the library's has not: products for whole
// exponents, else exponentials and logarithms, to within 1e-13.
double power_of(double x, double exponent) {
  if (std::floor(exponent) != exponent) {
    return x > 0 ? elementary::exp_of(exponent * elementary::log_of(x)) : 0;
  }
  double product = 1;
  for (int i = 0; i < static_cast<int>(exponent); ++i) product *= x;
  return product;
}

void set_bit(std::uint64_t* row, std::int64_t x) { row[x / 64] |= std::uint64_t{1} << (x % 64); }

// The material of each label, counted from 1.
class Numbers {
 public:
  explicit Numbers(const Materials& materials) {
    for (std::size_t i = 0; i < materials.label.size(); ++i) {
      numbers_[materials.label[i]] = static_cast<std::uint16_t>(i + 1);
    }
  }
  std::uint16_t of(double label) const {
    if (label == 0) return 0;
    const auto found = numbers_.find(label);
    if (std::isnan(label) || found == numbers_.end()) {
      throw InvalidInput("label " + exact_number(label) + " has no material");
    }
    return found->second;
  }

 private:
  std::map<double, std::uint16_t> numbers_;
};

BitVolume read_mask(const VolumeSource& mask, Phase phase, int threads, Progress& progress) {
  const bool is_foreground = phase == Phase::kForeground;
  require_memory(kHostUser, host_memory(), (is_foreground ? 8 : 16) * mask.shape().word_count());
  auto [reading, inverting] = progress_parts(progress, 7, 3);
  BitVolume volume = read_volume(mask, threads, reading);
  return is_foreground ? std::move(volume) : label::complement(volume, threads, inverting);
}

}  // namespace

const Shape& shape_of(const Body& body) {
  if (body.mask != nullptr) return body.mask->shape();
  return body.labels != nullptr ? body.labels->shape() : body.densities->shape();
}

void check_materials(const Body& body) {
  if (body.labels == nullptr) return;
  if (body.materials == nullptr || body.materials->label.empty()) {
    throw InvalidInput("labels need a material each");
  }
  const Materials& all = *body.materials;
  if (all.modulus.size() != all.label.size() || all.poisson.size() != all.label.size()) {
    throw InvalidInput("each label needs a modulus and a Poisson's ratio: there are " +
                       std::to_string(all.label.size()) + " labels, " +
                       std::to_string(all.modulus.size()) + " moduli and " +
                       std::to_string(all.poisson.size()) + " Poisson's ratios");
  }
  if (all.label.size() > kMostMaterials) {
    throw InvalidInput("there are " + std::to_string(all.label.size()) + " materials; " +
                       std::to_string(kMostMaterials) + " are allowed");
  }
  std::map<double, int> seen;
  for (std::size_t i = 0; i < all.label.size(); ++i) {
    const std::string label = "label " + exact_number(all.label[i]);
    if (!(all.label[i] > 0 && std::floor(all.label[i]) == all.label[i])) {
      throw InvalidInput(label + " is not allowed for a material; use whole numbers above 0");
    }
    if (++seen[all.label[i]] > 1) throw InvalidInput(label + " has two materials");
    if (!(all.modulus[i] > 0 && all.modulus[i] <= 1e15)) {
      throw InvalidInput("the modulus of " + label + " is " + exact_number(all.modulus[i]) +
                         "; use more than 0 and 1e15 at most");
    }
    if (!(all.poisson[i] >= kLeastPoisson && all.poisson[i] <= kMostPoisson)) {
      throw InvalidInput("the Poisson's ratio of " + label + " is " + exact_number(all.poisson[i]) +
                         "; use " + exact_number(kLeastPoisson) + " to " +
                         exact_number(kMostPoisson));
    }
  }
}

bool Solid::mean_dilatation() const {
  return std::any_of(materials_.begin(), materials_.end(),
                     [](const Material& material) { return material.is_nearly_incompressible(); });
}

double Solid::highest_eigenvalue(const Spacing& spacing) const {
  const auto ratios = ratios_of<double>(spacing.x, spacing.y, spacing.z);
  double most = 0;
  for (const Material& material : materials_) {
    most = std::max(most, stiffness::highest_eigenvalue(material.lame(material.modulus), ratios));
  }
  return most;
}

void Solid::fill(const BitVolume& body, std::int64_t y, std::int64_t z, const LameRow& row) const {
  const std::int64_t words = shape().words_per_row();
  const std::uint64_t* const bits = body.slice(z) + y * words;
  for (std::int64_t word = 0; word < words; ++word)
    for (std::uint64_t left = bits[word]; left != 0; left &= left - 1) {
      const std::int64_t x = word * 64 + std::countr_zero(left);
      const Lame<double> lame = at(x, y, z).lame(unit_);
      row.mean[x] = static_cast<float>(lame.mean);
      row.rest[x] = static_cast<float>(lame.rest);
      row.shear[x] = static_cast<float>(lame.shear);
    }
}

Solid read_solid(const Body& body, const Options& options, int threads, Progress& progress) {
  const Shape& shape = shape_of(body);
  const std::int64_t bits = 8 * shape.word_count();
  if (body.mask != nullptr) {
    Solid out(read_mask(*body.mask, options.phase, threads, progress));
    out.materials_ = {{options.modulus, options.poisson}};
    out.unit_ = options.modulus;
    return out;
  }
  const bool is_labels = body.labels != nullptr;
  require_memory(kHostUser, host_memory(), bits + shape.voxel_count() * (is_labels ? 2 : 4));
  Solid out{BitVolume(shape)};
  std::uint64_t* const words = out.voxels_.words();
  const auto bits_of = [&](std::int64_t y, std::int64_t z) {
    return words + (z * shape.height + y) * shape.words_per_row();
  };
  if (is_labels) {
    const Materials& all = *body.materials;
    const Numbers numbers(all);
    for (std::size_t i = 0; i < all.label.size(); ++i) {
      out.materials_.push_back({all.modulus[i], all.poisson[i]});
    }
    const auto [least, most] = std::minmax_element(all.modulus.begin(), all.modulus.end());
    out.unit_ = *most;
    out.contrast_ = *most / *least;
    out.numbers_.resize(static_cast<std::size_t>(shape.voxel_count()));
    read_rows(*body.labels, threads, progress,
              [&](std::int64_t y, std::int64_t z, const auto* row) {
                double before = 0;
                std::uint16_t number = 0;
                for (std::int64_t x = 0; x < shape.width; ++x) {
                  const auto label = static_cast<double>(row[x]);
                  if (!(label == before)) number = numbers.of(label);
                  before = label;
                  if (number == 0) continue;
                  out.numbers_[out.index(x, y, z)] = number;
                  set_bit(bits_of(y, z), x);
                }
              });
    return out;
  }
  out.moduli_.resize(static_cast<std::size_t>(shape.voxel_count()));
  std::vector<double> largest(static_cast<std::size_t>(shape.height * shape.depth));
  std::vector<double> smallest(largest.size(), std::numeric_limits<double>::infinity());
  read_rows(*body.densities, threads, progress,
            [&](std::int64_t y, std::int64_t z, const auto* row) {
              const auto at = static_cast<std::size_t>(z * shape.height + y);
              double &most = largest[at], &least = smallest[at];
              for (std::int64_t x = 0; x < shape.width; ++x) {
                const auto density = static_cast<double>(row[x]);
                if (!(density >= 0 && density <= 1e15)) {
                  throw InvalidInput("the density at " + std::to_string(x) + ", " +
                                     std::to_string(y) + ", " + std::to_string(z) + " is " +
                                     exact_number(density) + "; use numbers from 0");
                }
                const double modulus = power_of(density, options.exponent);
                if (!(density > 0 && modulus >= kNoModulus)) continue;
                most = std::max(most, modulus);
                least = std::min(least, modulus);
                out.moduli_[out.index(x, y, z)] = static_cast<float>(modulus);
                set_bit(bits_of(y, z), x);
              }
            });
  const double most = *std::max_element(largest.begin(), largest.end());
  if (most > 1e15) {
    throw InvalidInput("density ^ exponent is up to " + short_number(most) +
                       "; use densities or an exponent for which it is 1e15 at most");
  }
  out.modulus_of_one_ = options.modulus;
  if (most > 0) {
    out.unit_ = most * options.modulus;
    out.contrast_ = most / *std::min_element(smallest.begin(), smallest.end());
  }
  out.materials_ = {{out.unit_, options.poisson}};
  return out;
}

BitVolume carrying_body(const Solid& solid, int axis, const Options& options,
                        const std::string& backend, int threads, std::array<bool, 3>& goes_on,
                        Progress& progress) {
  using permeability::Border;
  constexpr auto kFaces = label::Connectivity::kFaces;
  goes_on = {true, true, true};
  if (options.direction != Direction::kTensor) {
    std::array<Border, 3> borders{};
    borders.fill(options.sides == Sides::kPeriodic ? Border::kPeriodic : Border::kWall);
    borders[static_cast<std::size_t>(axis)] = Border::kReversed;  // from end to end
    return permeability::conducting_pores(solid.voxels(), borders, axis, backend, threads, progress,
                                          kFaces);
  }
  if (options.border == stiffness::Border::kUniform) {
    RunReport run;
    return label::joined_to_faces(solid.voxels(), label::kAllFaces,
                                  {kFaces, Extent::kVolume, backend, threads, {}}, run, progress);
  }
  return permeability::endless_pores(solid.voxels(), backend, threads, goes_on, progress, kFaces);
}

}  // namespace bitvox::stiffness
