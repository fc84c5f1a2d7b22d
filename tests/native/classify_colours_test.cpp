// SPDX-License-Identifier: BSD-2-Clause
#include "ops/classify_colours/classify_colours.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "classify_colours_reference.hpp"
#include "classify_colours_runs.hpp"
#include "refusal.hpp"

namespace bitvox::classify_colours {
namespace {

template <class T>
std::vector<T> pixels_of(const GreyVolume& volume) {
  return std::vector<T>(volume.data<T>(), volume.data<T>() + volume.shape().voxel_count());
}

void expect_objects(const Objects& made, const Objects& expected) {
  EXPECT_EQ(made.frame, expected.frame);
  EXPECT_EQ(made.of_class, expected.of_class);
  EXPECT_EQ(made.area, expected.area);
  EXPECT_EQ(made.sum_x, expected.sum_x);
  EXPECT_EQ(made.sum_y, expected.sum_y);
  EXPECT_EQ(made.left, expected.left);
  EXPECT_EQ(made.top, expected.top);
  EXPECT_EQ(made.right, expected.right);
  EXPECT_EQ(made.bottom, expected.bottom);
  EXPECT_EQ(made.own, expected.own);
  EXPECT_EQ(made.certainty, expected.certainty);
  EXPECT_EQ(made.track, expected.track);
}

// On these backends, by one thread and several, in batches of any number of frames.
std::int64_t expect_obvious(const GreyVolume& movie, Options options,
                            const GreyVolume* background = nullptr,
                            const std::vector<std::string>& backends = test::available_backends(),
                            const colour::Model& model = three_classes()) {
  const test::ObviousMovie expected = test::obvious_movie(movie, model, background, options);
  int run = 0;
  for (const std::string& backend : backends) {
    options.backend = backend;
    options.threads = 1 + run % 3;
    options.batch = run % 4;
    ++run;
    SCOPED_TRACE(testing::Message() << backend << ", " << size_text(movie.shape()) << ", mosaic "
                                    << static_cast<int>(options.mosaic) << ", motion "
                                    << static_cast<int>(options.motion));
    const Made made = make(movie, model, background, options);
    EXPECT_EQ(made.result.run.backend, backend);
    expect_objects(made.result.objects, expected.objects);
    EXPECT_EQ(made.result.tracks, expected.objects.track.empty()
                                      ? 0
                                      : *std::max_element(expected.objects.track.begin(),
                                                          expected.objects.track.end()));
    const std::vector<std::uint8_t> classes = pixels_of<std::uint8_t>(made.classes.volume);
    EXPECT_TRUE(std::vector<int>(classes.begin(), classes.end()) == expected.classes);
    EXPECT_TRUE(pixels_of<float>(made.labels.volume) == expected.labels);
    EXPECT_TRUE(pixels_of<float>(made.probabilities.volume) == expected.probabilities);
  }
  return std::ssize(expected.objects.frame);
}

Options few_pixels() {
  Options options;
  options.min_area = 4;
  return options;
}

const std::vector<Shape> kShapes{{1, 1, 2},  {2, 2, 2},  {3, 5, 2},   {31, 9, 2},  {33, 4, 3},
                                 {63, 7, 2}, {64, 2, 2}, {65, 33, 2}, {130, 40, 3}};

// ---- By the definition, pixel by pixel ---------------------------------------------------------

TEST(ClassifyColours, RgbMoviesAreAsByTheObviousLoop) {
  std::int64_t objects = 0;
  for (const Shape& shape : kShapes) {
    objects += expect_obvious(random_movie(shape, PixelType::kInt32, 1), few_pixels());
  }
  EXPECT_GT(objects, 50);
}

TEST(ClassifyColours, MosaicsAreAsByTheObviousLoop) {
  std::int64_t objects = 0;
  for (const Mosaic mosaic : {Mosaic::kRggb, Mosaic::kBggr, Mosaic::kGrbg, Mosaic::kGbrg}) {
    for (const bayer::Method method : {bayer::Method::kBilinear, bayer::Method::kGradient}) {
      Options options = few_pixels();
      options.mosaic = mosaic;
      options.method = method;
      options.open = 0;
      for (const Shape& shape : kShapes) {
        if (shape.width < 2) continue;
        if (shape.width > 100 && method == bayer::Method::kGradient) continue;
        objects += expect_obvious(random_movie(shape, PixelType::kUint8, 2), options);
      }
    }
  }
  EXPECT_GT(objects, 50);
}

TEST(ClassifyColours, MotionIsAsByTheObviousLoop) {
  for (const Motion motion : {Motion::kBackground, Motion::kMedian, Motion::kRunning}) {
    std::int64_t objects = 0;
    for (const std::int64_t depth : {1, 2, 7, 31}) {
      const Shape shape{67, 21, depth};
      for (const PixelType type : {PixelType::kInt32, PixelType::kUint8}) {
        Options options = few_pixels();
        options.motion = motion;
        options.open = 0;
        options.memory = depth == 7 ? 2 : 16;
        if (type == PixelType::kUint8) options.mosaic = Mosaic::kGrbg;
        const GreyVolume background = random_movie({67, 21, 1}, type, 9);
        objects += expect_obvious(random_movie(shape, type, 3), options, &background);
      }
    }
    EXPECT_GT(objects, 100);
  }
}

TEST(ClassifyColours, MosaicsMayHaveABackgroundInColours) {
  const GreyVolume background = random_movie({40, 20, 1}, PixelType::kInt32, 9);
  Options options = few_pixels();
  options.mosaic = Mosaic::kBggr;
  options.motion = Motion::kBackground;
  for (const int threshold : {0, 100, 765}) {
    options.threshold = threshold;
    expect_obvious(random_movie({40, 20, 2}, PixelType::kUint8, 3), options, &background);
  }
}

TEST(ClassifyColours, PlanesAreCleanedBySquares) {
  const GreyVolume movie = random_movie({97, 45, 2}, PixelType::kInt32, 5, 0.15);
  for (const auto& [open, close] : {std::pair{0, 0}, {0, 2}, {2, 0}, {1, 3}, {50, 0}, {0, 50}}) {
    for (const std::int64_t min_area : {1, 30}) {
      Options options;
      options.open = open;
      options.close = close;
      options.min_area = min_area;
      expect_obvious(movie, options);
    }
  }
}

TEST(ClassifyColours, DensePlanesAreAsByTheObviousLoop) {
  // Nearly every pixel is another object, or all of them are one.
  for (const double noise : {0.0, 0.5, 1.0}) {
    Options options;
    options.open = 0;
    options.close = 0;
    options.min_area = 1;
    expect_obvious(random_movie({150, 90, 2}, PixelType::kInt32, 6, noise), options);
  }
}

TEST(ClassifyColours, GreyBlackAndSaturatedFramesAreAsByTheObviousLoop) {
  const colour::Model model =
      colour::random_model(colour::Space::kHsv, colour::Covariance::kDiagonal, 2, 3, 8);
  for (const std::uint32_t step : {0U, 0x030303U, 0xffffffU}) {
    GreyVolume movie({80, 12, 2}, PixelType::kInt32);
    for (std::int64_t i = 0; i < movie.shape().voxel_count(); ++i) {
      movie.data<std::uint32_t>()[i] = step * static_cast<std::uint32_t>(i / 3 % 80);
    }
    expect_obvious(movie, few_pixels(), nullptr, test::available_backends(), model);
  }
}

TEST(ClassifyColours, LittleProbableClassesAreRejected) {
  for (const double reject : {0.5, 0.9, 1.0}) {
    Options options = few_pixels();
    options.reject = reject;
    expect_obvious(random_movie({65, 33, 2}, PixelType::kInt32, 7), options);
  }
}

// ---- Tracks ------------------------------------------------------------------------------------

TEST(ClassifyColours, TracksAreAsByTryingEverything) {
  for (const int gaps : {0, 2}) {
    for (const double gate : {2.5, 9.0}) {
      Options options;
      options.min_area = 12;
      options.gate = gate;
      options.gaps = gaps;
      options.pixel_width = 0.5;
      options.pixel_height = 0.75;
      const std::int64_t objects =
          expect_obvious(random_movie({48, 20, 12}, PixelType::kInt32, 12), options);
      EXPECT_GT(objects, 40);
    }
  }
}

// ---- Classes that are no objects ---------------------------------------------------------------

TEST(ClassifyColours, IgnoredClassesAreInTheClassMapAlone) {
  const GreyVolume movie = random_movie({65, 33, 4}, PixelType::kInt32, 17);
  Options options = few_pixels();
  const Made all = make(movie, three_classes(), nullptr, options);
  for (const double gate : {0.0, 6.0}) {
    for (const int ignored : {1, 2, 5, 7}) {
      options.gate = gate;
      options.ignored = ignored;
      const std::int64_t objects = expect_obvious(movie, options);
      EXPECT_LT(objects, std::ssize(all.result.objects.frame));
      EXPECT_EQ(objects == 0, ignored == 7);
    }
  }
  const Made made = make(movie, three_classes(), nullptr, options);
  EXPECT_TRUE(pixels_of<std::uint8_t>(made.classes.volume) ==
              pixels_of<std::uint8_t>(all.classes.volume));
}

// ---- Tables ------------------------------------------------------------------------------------

TEST(ClassifyColours, TablesOfFewBitsHaveTheMiddleColour) {
  const GreyVolume movie = random_movie({65, 33, 2}, PixelType::kInt32, 8);
  for (const int bits : {5, 7}) {
    Options options = few_pixels();
    options.table = bits;
    expect_obvious(movie, options, nullptr, {name_of(best_cpu())});
    const colour::PreparedModel model = colour::prepare(three_classes());
    int differ = 0;
    for (const test::Rgb& colour : test::obvious_picture(movie, 0, options)) {
      differ +=
          test::obvious_class(model, colour, bits).cls != test::obvious_class(model, colour, 8).cls
              ? 1
              : 0;
    }
    EXPECT_EQ(make(movie, three_classes(), nullptr, options).result.table_differs,
              differ / (65.0 * 33));
    if (bits == 5) {
      EXPECT_GT(differ, 0);
    }
  }
}

// So many pixels that a table is made.
TEST(ClassifyColours, TablesHaveTheBitsOfTheModel) {
  const GreyVolume movie = random_movie({1388, 1036, 7}, PixelType::kUint8, 8);
  const GreyVolume background = random_movie({1388, 1036, 1}, PixelType::kInt32, 9);
  Options options;
  options.mosaic = Mosaic::kRggb;
  options.method = bayer::Method::kGradient;
  options.motion = Motion::kBackground;
  options.reject = 0.4;
  Result exact;
  for (const int table : {0, 8}) {
    options.table = table;
    NoProgress quiet;
    const Result result = classify(movie, three_classes(), &background, options, {}, quiet);
    EXPECT_EQ(result.table_differs, 0);
    if (table == 0) {
      exact = result;
      EXPECT_GT(exact.objects.frame.size(), 1000U);
    } else {
      expect_objects(result.objects, exact.objects);
    }
  }
}

// ---- Batches, wrong input ----------------------------------------------------------------------

TEST(ClassifyColours, MoviesOfManyBatchesAreAsTheWhole) {
  const GreyVolume movie = random_movie({60, 30, 600}, PixelType::kInt32, 4);
  for (const Motion motion : {Motion::kNone, Motion::kRunning}) {
    Options options = few_pixels();
    options.motion = motion;
    options.gate = 3;
    options.batch = 600;
    const Made whole = make(movie, three_classes(), nullptr, options);
    EXPECT_GT(whole.result.objects.frame.size(), 1000U);
    for (const int batch : {1, 7, 0}) {
      options.batch = batch;
      const Made made = make(movie, three_classes(), nullptr, options);
      expect_objects(made.result.objects, whole.result.objects);
      EXPECT_TRUE(pixels_of<float>(made.labels.volume) == pixels_of<float>(whole.labels.volume));
    }
  }
}

// A movie of which frame 40 cannot be read.
class Broken final : public GreySource {
 public:
  const Shape& shape() const override { return shape_; }
  PixelType type() const override { return PixelType::kInt32; }
  std::unique_ptr<GreyReader> open() const override { return std::make_unique<Reader>(); }

 private:
  class Reader final : public GreyReader {
    void read(std::int64_t z, std::int64_t, std::int64_t count, void* pixels) override {
      if (z == 40) throw std::runtime_error("unreadable frame");
      std::fill_n(static_cast<std::uint32_t*>(pixels), count, 0x808080U);
    }
  };
  Shape shape_{50, 40, 100};
};

TEST(ClassifyColours, AFrameThatCannotBeReadIsTheError) {
  Options options;
  options.batch = 8;
  NoProgress quiet;
  EXPECT_THROW(classify(Broken(), three_classes(), nullptr, options, {}, quiet),
               std::runtime_error);
}

TEST(ClassifyColours, WrongInputIsSaid) {
  const auto words = [](const GreyVolume& movie, const Options& options,
                        const GreyVolume* background = nullptr,
                        const colour::Model& model = three_classes()) {
    return test::refusal([&] { make(movie, model, background, options); });
  };
  const GreyVolume rgb({20, 10, 2}, PixelType::kInt32);
  const GreyVolume bytes({20, 10, 2}, PixelType::kUint8);
  Options options;
  EXPECT_EQ(words(bytes, options),
            "the image is 8-bit grey: give mosaic= for raw frames of a camera, or convert it to "
            "RGB");
  EXPECT_EQ(words(GreyVolume({20, 10, 2}, PixelType::kUint16), options),
            "RGB or 8-bit image required.");
  options.mosaic = Mosaic::kGbrg;
  EXPECT_EQ(words(rgb, options),
            "mosaic=gbrg is for 8-bit frames, and the image is RGB: choose mosaic=none");
  EXPECT_EQ(words(GreyVolume({9, 1, 4}, PixelType::kUint8), options),
            "a Bayer mosaic has at least 2 x 2 pixels, these frames 9 x 1");
  options = {};
  options.motion = Motion::kBackground;
  EXPECT_EQ(words(rgb, options), "motion=background needs a background image");
  const GreyVolume larger({21, 10, 1}, PixelType::kInt32);
  EXPECT_EQ(words(rgb, options, &larger),
            "the background has 21 x 10 pixels, the frames have 20 x 10");
  EXPECT_EQ(words(rgb, options, &rgb), "the background has 2 slices; one is needed");
  const GreyVolume grey({20, 10, 1}, PixelType::kUint8);
  EXPECT_EQ(words(rgb, options, &grey),
            "the background is 8-bit grey, and the frames are RGB: convert it to RGB");
  const GreyVolume floats({20, 10, 1}, PixelType::kFloat32);
  EXPECT_EQ(words(rgb, options, &floats), "the background is neither RGB nor 8-bit");
  options = {};
  options.memory = 100;
  EXPECT_EQ(words(rgb, options),
            "memory=100 is not a power of 2; use 2, 4, 8, 16, 32, 64, 128 or 256");
  options = {};
  options.table = 4;
  EXPECT_EQ(words(rgb, options), "table=4 is not allowed; use 0 (no table), or 5 to 8");
  options = {};
  colour::Model model = three_classes();
  model.priors[1] = -1;
  EXPECT_EQ(words(rgb, options, nullptr, model),
            "the prior of class 2 is -1; use a number above 0, to 1e9");
}

}  // namespace
}  // namespace bitvox::classify_colours
