// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "colour/mixture.hpp"
#include "debayer_reference.hpp"
#include "ops/classify_colours/classify_colours.hpp"
#include "plane_reference.hpp"

// Classify Colours pixel by pixel, written apart from the product.
namespace bitvox::test {

using classify_colours::Mosaic;
using classify_colours::Motion;
using classify_colours::Objects;
using Rgb = std::array<int, 3>;
using Picture = std::vector<Rgb>;  // [height * width]

inline Picture obvious_picture(const GreyVolume& in, std::int64_t z,
                               const classify_colours::Options& options) {
  const Shape& s = in.shape();
  Picture picture;
  for (std::int64_t y = 0; y < s.height; ++y) {
    for (std::int64_t x = 0; x < s.width; ++x) {
      if (in.type() == PixelType::kInt32) {
        const std::uint32_t word = in.data<std::uint32_t>()[(z * s.height + y) * s.width + x];
        picture.push_back({static_cast<int>(word >> 16 & 255), static_cast<int>(word >> 8 & 255),
                           static_cast<int>(word & 255)});
        continue;
      }
      constexpr std::array<bayer::Pattern, 5> kPatterns = {
          bayer::Pattern::kRggb, bayer::Pattern::kRggb, bayer::Pattern::kBggr,
          bayer::Pattern::kGrbg, bayer::Pattern::kGbrg};
      const ObviousDebayer mosaic(in, kPatterns[static_cast<std::size_t>(options.mosaic)],
                                  options.method);
      Rgb colour{};
      for (std::size_t c = 0; c < 3; ++c) {
        colour[c] = static_cast<int>(mosaic.colour("RGB"[c], x, y, z));
      }
      picture.push_back(colour);
    }
  }
  return picture;
}

inline Picture median_picture(const std::vector<Picture>& movie,
                              const std::vector<std::size_t>& frames) {
  Picture median = movie[0];
  for (std::size_t i = 0; i < median.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      std::vector<int> levels;
      for (const std::size_t frame : frames) levels.push_back(movie[frame][i][c]);
      std::sort(levels.begin(), levels.end());
      median[i][c] = levels[levels.size() / 2];
    }
  }
  return median;
}

// The backgrounds that all frames are compared with.
inline std::vector<Picture> backgrounds_of(const std::vector<Picture>& movie,
                                           const GreyVolume* given,
                                           const classify_colours::Options& options) {
  const std::size_t depth = movie.size();
  if (options.motion == Motion::kBackground) {
    return std::vector<Picture>(depth, obvious_picture(*given, 0, options));
  }
  std::size_t count = std::min<std::size_t>(depth, 25);
  count -= count % 2 == 0 ? 1 : 0;
  std::vector<std::size_t> frames;
  for (std::size_t i = 0; i < count; ++i) {
    // The middle of each of `count` parts of the movie.
    const double middle =
        (static_cast<double>(i) + 0.5) * static_cast<double>(depth) / static_cast<double>(count);
    frames.push_back(options.motion == Motion::kMedian
                         ? static_cast<std::size_t>(std::floor(middle + 1e-9))
                         : i);
  }
  const Picture median = median_picture(movie, frames);
  std::vector<Picture> all(depth, median);
  if (options.motion == Motion::kMedian) return all;
  for (std::size_t i = 0; i < median.size(); ++i) {
    for (std::size_t c = 0; c < 3; ++c) {
      int state = 256 * median[i][c];
      for (std::size_t frame = 0; frame < depth; ++frame) {
        all[frame][i][c] = (state + 128) / 256;
        const double step = (256.0 * movie[frame][i][c] - state) / options.memory;
        state += static_cast<int>(std::floor(step));
      }
    }
  }
  return all;
}

// Class from 0 or kRejected, and probability in 1/255, of a colour by a table of so many bits.
struct ObviousClass {
  int cls = colour::kRejected;
  int certainty = 0;
};
inline ObviousClass obvious_class(const colour::PreparedModel& model, Rgb colour, int bits) {
  std::uint32_t rgb = 0;
  const int cell = bits == 0 ? 1 : 1 << (8 - bits);
  for (const int level : colour) {
    rgb = rgb << 8 | static_cast<std::uint32_t>(level / cell * cell + cell / 2);
  }
  ObviousClass result{colour::class_of(model, rgb), 0};
  if (result.cls == colour::kRejected) return result;
  std::array<float, colour::kMostClasses> each{};
  colour::probabilities(model, rgb, each.data());
  const float of_class = each[static_cast<std::size_t>(result.cls)];
  result.certainty = static_cast<int>(std::floor(255.0F * of_class + 0.5F));
  return result;
}

// The largest sum of gate^2 - distance^2 over links, and which they are, by trying everything:
// of each object a track, or -1.
class ObviousLinks {
 public:
  struct Place {
    double x, y;
  };
  ObviousLinks(const std::vector<Place>& tracks, const std::vector<Place>& objects, double gate)
      : tracks_(tracks), objects_(objects), gate_(gate), now_(objects.size(), -1) {
    std::vector<bool> taken(tracks.size());
    try_object(0, 0, taken);
  }
  const std::vector<int>& best() const { return best_; }

 private:
  void try_object(std::size_t object, double sum, std::vector<bool>& taken) {
    if (object == objects_.size()) {
      if (best_.empty() || sum > best_sum_) {
        best_ = now_;
        best_sum_ = sum;
      }
      return;
    }
    now_[object] = -1;
    try_object(object + 1, sum, taken);
    for (std::size_t track = 0; track < tracks_.size(); ++track) {
      const double dx = tracks_[track].x - objects_[object].x;
      const double dy = tracks_[track].y - objects_[object].y;
      const double gain = gate_ * gate_ - (dx * dx + dy * dy);
      if (taken[track] || gain <= 0) continue;
      taken[track] = true;
      now_[object] = static_cast<int>(track);
      try_object(object + 1, sum + gain, taken);
      taken[track] = false;
    }
    now_[object] = -1;
  }

  const std::vector<Place>& tracks_;
  const std::vector<Place>& objects_;
  double gate_;
  std::vector<int> now_;
  std::vector<int> best_;
  double best_sum_ = 0;
};

// Track numbers of a table of objects.
inline std::vector<std::int64_t> obvious_tracks(const Objects& objects, int classes,
                                                const classify_colours::Options& options) {
  struct Track {
    ObviousLinks::Place place;
    int frame;
    std::int64_t number;
  };
  std::vector<std::vector<Track>> tracks(static_cast<std::size_t>(classes));
  std::vector<std::int64_t> numbers(objects.frame.size());
  std::int64_t next = 1;
  for (std::size_t row = 0; row < numbers.size();) {
    std::size_t end = row;
    std::vector<ObviousLinks::Place> places;
    for (; end < numbers.size() && objects.frame[end] == objects.frame[row] &&
           objects.of_class[end] == objects.of_class[row];
         ++end) {
      const auto area = static_cast<double>(objects.area[end]);
      places.push_back({static_cast<double>(objects.sum_x[end]) / area * options.pixel_width,
                        static_cast<double>(objects.sum_y[end]) / area * options.pixel_height});
    }
    auto& of_class = tracks[static_cast<std::size_t>(objects.of_class[row] - 1)];
    std::erase_if(of_class, [&](const Track& track) {
      return track.frame < objects.frame[row] - options.gaps - 1;
    });
    std::vector<ObviousLinks::Place> last;
    for (const Track& track : of_class) last.push_back(track.place);
    const ObviousLinks links(last, places, options.gate);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const int link = links.best()[i];
      if (link < 0) {
        of_class.push_back({places[i], objects.frame[row], next});
        numbers[row + i] = next++;
      } else {
        Track& track = of_class[static_cast<std::size_t>(link)];
        track.place = places[i];
        track.frame = objects.frame[row];
        numbers[row + i] = track.number;
      }
    }
    row = end;
  }
  return numbers;
}

struct ObviousMovie {
  Objects objects;
  std::vector<int> classes;          // [frame][height][width]
  std::vector<float> probabilities;  // [frame][class][height][width]
  std::vector<float> labels;         // [frame][height][width]
};

inline ObviousMovie obvious_movie(const GreyVolume& in, const colour::Model& of,
                                  const GreyVolume* given,
                                  const classify_colours::Options& options) {
  const colour::PreparedModel model = colour::prepare(of, options.reject);
  const Shape& s = in.shape();
  const auto pixels = static_cast<std::size_t>(s.width * s.height);
  std::vector<Picture> movie;
  for (std::int64_t z = 0; z < s.depth; ++z) movie.push_back(obvious_picture(in, z, options));
  std::vector<Picture> backgrounds;
  if (options.motion != Motion::kNone) backgrounds = backgrounds_of(movie, given, options);

  ObviousMovie out;
  std::vector<std::vector<std::pair<int, int>>> pixels_of;  // of each object
  for (std::size_t z = 0; z < movie.size(); ++z) {
    std::vector<ObviousClass> own;
    for (std::size_t i = 0; i < pixels; ++i) {
      int difference = 0;
      for (std::size_t c = 0; c < 3 && !backgrounds.empty(); ++c) {
        difference += std::abs(movie[z][i][c] - backgrounds[z][i][c]);
      }
      const bool counts = backgrounds.empty() || difference > options.threshold;
      own.push_back(counts ? obvious_class(model, movie[z][i], options.table) : ObviousClass{});
    }
    for (int cls = 0; cls < model.classes; ++cls) {
      for (const Rgb& colour : movie[z]) {
        std::array<float, colour::kMostClasses> each{};
        colour::probabilities(
            model, static_cast<std::uint32_t>(colour[0] << 16 | colour[1] << 8 | colour[2]),
            each.data());
        out.probabilities.push_back(each[static_cast<std::size_t>(cls)]);
      }
    }
    out.classes.resize((z + 1) * pixels);
    for (int cls = 0; cls < model.classes; ++cls) {
      PlanePixels plane;
      for (std::int64_t y = 0; y < s.height; ++y) {
        plane.emplace_back();
        for (std::int64_t x = 0; x < s.width; ++x) {
          plane.back().push_back(own[static_cast<std::size_t>(y * s.width + x)].cls == cls);
        }
      }
      plane = obviously_clean(plane, {options.open, options.close});
      for (const FloodedObject& flood : flooded(plane, options.min_area)) {
        std::int64_t count = 0;
        std::int64_t certainty = 0;
        for (const auto& [x, y] : flood.pixels) {
          const auto at = static_cast<std::size_t>(y * s.width + x);
          if (own[at].cls == cls) {
            ++count;
            certainty += own[at].certainty;
          }
          int& to = out.classes[z * pixels + at];
          if (to == 0) to = cls + 1;
        }
        if ((options.ignored & 1 << cls) != 0) continue;
        const colour::PlaneObject& object = flood.object;
        out.objects.frame.push_back(static_cast<int>(z) + 1);
        out.objects.of_class.push_back(cls + 1);
        out.objects.area.push_back(object.area);
        out.objects.sum_x.push_back(object.sum_x);
        out.objects.sum_y.push_back(object.sum_y);
        out.objects.left.push_back(object.left);
        out.objects.top.push_back(object.top);
        out.objects.right.push_back(object.right);
        out.objects.bottom.push_back(object.bottom);
        out.objects.own.push_back(count);
        out.objects.certainty.push_back(certainty);
        pixels_of.push_back(flood.pixels);
      }
    }
  }
  out.objects.track.assign(out.objects.frame.size(), 0);
  if (options.gate > 0) out.objects.track = obvious_tracks(out.objects, model.classes, options);
  out.labels.resize(out.classes.size());
  for (std::size_t row = 0; row < pixels_of.size(); ++row) {
    for (const auto& [x, y] : pixels_of[row]) {
      float& to = out.labels[static_cast<std::size_t>(out.objects.frame[row] - 1) * pixels +
                             static_cast<std::size_t>(y * s.width + x)];
      // Rows of a frame go from the lowest class to the highest.
      if (to == 0) {
        to = static_cast<float>(options.gate > 0 ? out.objects.track[row]
                                                 : static_cast<std::int64_t>(row) + 1);
      }
    }
  }
  return out;
}

}  // namespace bitvox::test
