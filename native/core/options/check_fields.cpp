// SPDX-License-Identifier: BSD-2-Clause
#include "core/options/check_fields.hpp"

#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "core/options/ignoring_writer.hpp"
#include "core/options/number.hpp"

namespace bitvox {
namespace {

// Whole numbers up to this one are themselves as doubles.
constexpr double kExact = 9007199254740992;  // 2^53

// 32767 and 1e+30, not 32767.0 and 1000000000000000...
std::string bound(double value) {
  return std::abs(value) <= kExact && value == std::trunc(value)
             ? std::to_string(static_cast<std::int64_t>(value))
             : short_number(value);
}

std::string without_special(const Range& range) {
  if (range.between == Range::Between::kExcluded) {
    return bound(range.least) + " or " + bound(range.most);
  }
  if (range.least_is == Range::Least::kExcluded) {
    const std::string more = "a number above " + bound(range.least);
    return std::isinf(range.most) ? more : more + " and at most " + bound(range.most);
  }
  if (std::isinf(range.most)) return bound(range.least) + " or more";
  return bound(range.least) + " to " + bound(range.most);
}

bool allows(const Range& range, double value) {
  if (range.meaning != nullptr && value == range.special) return true;
  if (range.between == Range::Between::kExcluded) {
    return value == range.least || value == range.most;
  }
  const bool high_enough =
      range.least_is == Range::Least::kExcluded ? value > range.least : value >= range.least;
  return high_enough && value <= range.most && std::isfinite(value);
}

// The number, or the next one that a double holds: one beyond a limit is not rounded to it.
double away_from_0(std::int64_t value) {
  const auto nearest = static_cast<double>(value);
  return std::abs(nearest) < kExact || value == static_cast<std::int64_t>(kExact)
             ? nearest
             : std::nextafter(nearest, 2 * nearest);
}

class RangeCheck final : public IgnoringWriter {
 public:
  using IgnoringWriter::value;
  void value(const Field& field, std::int32_t value) override {
    check(field, value, std::to_string(value));
  }
  void value(const Field& field, std::int64_t value) override {
    check(field, away_from_0(value), std::to_string(value));
  }
  void value(const Field& field, double value) override {
    check(field, value, short_number(value));
  }
  void begin_object(const Field& field, const ObjectType&) override { objects_.push_back(field); }
  void end_object() override { objects_.pop_back(); }

 private:
  // A range without bounds is not one.
  static bool is_bounded(const Range& range) {
    return std::isfinite(range.least) || std::isfinite(range.most);
  }

  // The range of an object is that of each of its numbers.
  void check(const Field& own, double value, const std::string& text) const {
    const bool of_object = !objects_.empty() && is_bounded(objects_.back().range);
    const Field& field = of_object ? objects_.back() : own;
    if (!is_bounded(field.range) || allows(field.range, value)) return;
    throw InvalidInput(std::string(field.name) + "=" + text + " is not allowed; use " +
                       allowed_in(field.range));
  }

  std::vector<Field> objects_;
};

}  // namespace

std::string allowed_in(const Range& range) {
  std::string others = without_special(range);
  if (range.meaning == nullptr) return others;
  const std::string special = bound(range.special) + " (" + range.meaning + ")";
  // 0 is next to numbers that begin with 0 or 1.
  const bool adjoins = range.least_is == Range::Least::kAllowed &&
                       range.between == Range::Between::kAllowed &&
                       (range.least == range.special || range.least == range.special + 1);
  if (!adjoins) return special + ", or " + others;
  return std::isinf(range.most) ? special + " or more" : special + " to " + bound(range.most);
}

std::unique_ptr<FieldWriter> range_check() { return std::make_unique<RangeCheck>(); }

}  // namespace bitvox
