// SPDX-License-Identifier: BSD-2-Clause
// Descriptions of options and results, by types made for it.
#include "core/options/fields.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/options/check_fields.hpp"
#include "core/options/run_options.hpp"
#include "core/options/settings.hpp"
#include "core/volumes/spacing.hpp"
#include "refusal.hpp"

namespace bitvox::fields_test {

enum class Colour { kRed, kDarkBlue };
enum class Odd { kOnly };
constexpr std::string_view java_name(const Odd*) { return "Strange"; }

struct Row {
  std::int64_t voxels = 3;
  template <class Each>
  static void fields(Each&& field) {
    field("voxels", &Row::voxels);
  }
};

struct Options : RunOptions {
  Colour colour = Colour::kDarkBlue;
  Odd odd = Odd::kOnly;
  int max_radius = 50;
  double step = 0;
  int precision = 32;
  std::int64_t position = -1;
  bool largest = false;
  std::optional<Spacing> shift;
  Spacing spacing;
  Spacing force{0, 0, 0.5};

  template <class Each>
  static void fields(Each&& field) {
    RunOptions::fields(field);
    field("colour", &Options::colour);
    field("odd", &Options::odd);
    field("max_radius", &Options::max_radius, within(1, 32767));
    field("step", &Options::step, above(0).or_zero("a voxel"));
    field("precision", &Options::precision, either(32, 16));
    field("position", &Options::position, within(0, 1LL << 53).or_number(-1, "the middle"));
    field("largest", &Options::largest);
    field("shift", &Options::shift);
    field("spacing", &Options::spacing);
    field("force", &Options::force, within(-1, 1));
  }
};

struct Result {
  std::vector<std::int64_t> counts{1, 2};
  std::array<std::vector<double>, 2> columns{{{0.5}, {}}};
  std::vector<Row> rows{{4}, {5}};

  template <class Each>
  static void fields(Each&& field) {
    field("counts", &Result::counts);
    field("columns", &Result::columns);
    field("rows", &Result::rows);
  }
};

namespace {

std::string refusal(const Options& options) {
  return test::refusal([&] { check_fields(options); });
}

template <class T>
std::string refusal_of(T Options::*member, T value) {
  Options options;
  options.*member = value;
  return refusal(options);
}

TEST(Names, AreThoseOfTheCompiler) {
  EXPECT_EQ(type_name<Options>(), "fields_test::Options");
  EXPECT_EQ(type_name<Spacing>(), "Spacing");
  ASSERT_EQ(enumerators<Colour>().size(), 2u);
  EXPECT_EQ(enumerators<Colour>()[1], "kDarkBlue");
  EXPECT_EQ(enumerators<Odd>().size(), 1u);
}

TEST(Names, BecomeThoseOfJava) {
  EXPECT_EQ(java_class("label::Connectivity"), "Label$Connectivity");
  EXPECT_EQ(java_class("local_thickness::Options"), "LocalThickness");
  EXPECT_EQ(java_class("skeleton3d::Options"), "Skeleton3D");
  EXPECT_EQ(java_class("register_mi::Result"), "RegisterMi$Result");
  EXPECT_EQ(java_class("Spacing"), "Spacing");
  EXPECT_EQ(object_type<Odd>().java_class(), "Strange");
  EXPECT_EQ(camel_case("max_radius"), "maxRadius");
  EXPECT_EQ(camel_case("tau"), "tau");
  EXPECT_EQ(java_constant("kPerSlice"), "PER_SLICE");
  EXPECT_EQ(java_constant("kXY"), "XY");
  EXPECT_EQ(java_constant("kFloat32"), "FLOAT32");
  EXPECT_EQ(word_of("kPerSlice"), "per-slice");
}

TEST(CheckFields, AllowsTheDefaultsAndTheEndsOfRanges) {
  EXPECT_EQ(refusal({}), "accepted");
  EXPECT_EQ(refusal_of(&Options::max_radius, 1), "accepted");
  EXPECT_EQ(refusal_of(&Options::max_radius, 32767), "accepted");
  EXPECT_EQ(refusal_of(&Options::step, 1e-300), "accepted");
  EXPECT_EQ(refusal_of(&Options::precision, 16), "accepted");
  EXPECT_EQ(refusal_of(&Options::position, std::int64_t{1} << 53), "accepted");
}

TEST(CheckFields, TheRangeOfAnObjectIsThatOfItsNumbers) {
  EXPECT_EQ(refusal_of(&Options::force, {-1, 0, 1}), "accepted");
  EXPECT_EQ(refusal_of(&Options::force, {0, 2, 0}), "force=2 is not allowed; use -1 to 1");
  EXPECT_EQ(refusal_of(&Options::spacing, {0, 2, 0}), "accepted");
}

TEST(CheckFields, SaysWhatIsAllowed) {
  EXPECT_EQ(refusal_of(&Options::max_radius, 0), "max_radius=0 is not allowed; use 1 to 32767");
  EXPECT_EQ(refusal_of(&Options::max_radius, 32768),
            "max_radius=32768 is not allowed; use 1 to 32767");
  EXPECT_EQ(refusal_of(&Options::step, -0.5),
            "step=-0.5 is not allowed; use 0 (a voxel), or a number above 0");
  EXPECT_EQ(refusal_of(&Options::step, std::numeric_limits<double>::quiet_NaN()),
            "step=nan is not allowed; use 0 (a voxel), or a number above 0");
  EXPECT_EQ(refusal_of(&Options::step, std::numeric_limits<double>::infinity()),
            "step=inf is not allowed; use 0 (a voxel), or a number above 0");
  EXPECT_EQ(refusal_of(&Options::precision, 24), "precision=24 is not allowed; use 32 or 16");
  EXPECT_EQ(refusal_of(&Options::position, std::int64_t{-2}),
            "position=-2 is not allowed; use -1 (the middle) to 9007199254740992");
  EXPECT_EQ(refusal_of(&Options::position, (std::int64_t{1} << 53) + 1),
            "position=9007199254740993 is not allowed; use -1 (the middle) to 9007199254740992");
  Options options;
  options.threads = 1025;
  EXPECT_EQ(refusal(options), "threads=1025 is not allowed; use 0 (all cores) to 1024");
}

TEST(CheckFields, KnowsRangesInWords) {
  EXPECT_EQ(allowed_in(within(0.55, 5).or_zero("chosen")), "0 (chosen), or 0.55 to 5");
  EXPECT_EQ(allowed_in(from(1)), "1 or more");
  EXPECT_EQ(allowed_in(from(1).or_zero("no limit")), "0 (no limit) or more");
  EXPECT_EQ(allowed_in(above_to(0, 0.95)), "a number above 0 and at most 0.95");
  EXPECT_EQ(allowed_in(within(1e-30, 1e30)), "1e-30 to 1e+30");
}

TEST(Settings, AreLinesWithoutHowItIsRun) {
  Options options;
  options.backend = "scalar";
  options.spacing.x = 0.1;
  EXPECT_EQ(settings(options),
            "colour=dark-blue\nodd=only\nmax_radius=50\nstep=0\nprecision=32\nposition=-1\n"
            "largest=false\nshift=none\nspacing.x=0.1\nspacing.y=1\nspacing.z=1\n"
            "force.x=0\nforce.y=0\nforce.z=0.5\n");
  options.shift = Spacing{1, 2, 3};
  EXPECT_NE(settings(options).find("shift.y=2\n"), std::string::npos);
  EXPECT_EQ(settings(Result{}),
            "counts=1,2,\ncolumns=2\ncolumns=0.5,\ncolumns=\nrows=2\n"
            "rows.0.voxels=4\nrows.1.voxels=5\n");
}

TEST(Settings, DifferInTheLastBit) {
  Options options, other;
  options.step = 0.1;
  other.step = std::nextafter(0.1, 1);
  EXPECT_NE(settings(options), settings(other));
}

TEST(DescribeAll, HasALineForEachFieldOfWhatIsWalked) {
  settings(Options{});
  settings(Result{});
  const std::string all = describe_all();
  for (const char* line :
       {"FieldsTest\tmax_radius\tint\t50\t1\t32767\t\t\t\n",
        "FieldsTest\tstep\tdouble\t0\t>0\t\t0\ta voxel\t\n",
        "FieldsTest\tprecision\tint\t32\t32\t|16\t\t\t\n",
        "FieldsTest\tcolour\tFieldsTest$Colour\tDARK_BLUE\t\t\t\t\tRED DARK_BLUE\n",
        "FieldsTest\tspacing\tSpacing\t1,1,1\t\t\t\t\t\n",
        "FieldsTest\tshift\tSpacing\t\t\t\t\t\t\n",
        "FieldsTest\tforce\tSpacing\t0,0,0.5\t-1\t1\t\t\t\n",
        "FieldsTest\tbackend\tString\tauto\t\t\t\t\t\n", "Spacing\tx\tdouble\t1\t\t\t\t\t\n",
        "FieldsTest$Result\tcounts\tlong[]\t\t\t\t\t\t\n",
        "FieldsTest$Result\tcolumns\tdouble[][]\t\t\t\t\t\t\n",
        "FieldsTest$Result\trows\tFieldsTest$Row[]\t\t\t\t\t\t\n",
        "FieldsTest$Row\tvoxels\tlong\t3\t\t\t\t\t\n"}) {
    EXPECT_NE(all.find(line), std::string::npos) << line << "\n" << all;
  }
}

TEST(HandOverFields, FreesWhatWasTaken) {
  Result result;
  hand_over_fields(std::move(result), *range_check());
  EXPECT_TRUE(result.counts.empty());  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(result.counts.capacity(), 0u);
  EXPECT_EQ(result.columns[0].capacity(), 0u);
  EXPECT_EQ(result.rows.capacity(), 0u);
}

}  // namespace
}  // namespace bitvox::fields_test
