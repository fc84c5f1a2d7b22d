// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/options/fields.hpp"
#include "fuzz_bytes.hpp"

namespace bitvox::fuzz {

// Options from bytes, by the list of their fields: about half of them are as usual, the others
// within their ranges, rarely outside. Of a range that is open or wide the numbers are small, as
// large ones would often take long.
class FuzzFields final : public FieldReader {
 public:
  explicit FuzzFields(FuzzBytes& bytes) : bytes_(bytes) {}

  void value(const Field&, bool& value) override {
    if (bytes_.yes()) value = bytes_.yes();
  }
  void value(const Field& field, std::int32_t& value) override {
    if (bytes_.yes()) value = bytes_.rarely() ? bytes_.any<int>() : static_cast<int>(whole(field));
  }
  void value(const Field& field, std::int64_t& value) override {
    if (bytes_.yes()) value = bytes_.rarely() ? bytes_.any<std::int64_t>() : whole(field);
  }
  void value(const Field& field, double& value) override {
    if (bytes_.yes()) value = bytes_.rarely() ? bytes_.any<double>() : part(field);
  }
  void value(const Field&, std::string&) override {}
  std::size_t constant(const Field&, const EnumType& type, std::size_t index) override {
    if (!bytes_.yes()) return index;
    return static_cast<std::size_t>(
        bytes_.between(0, static_cast<std::int64_t>(type.names.size()) - 1));
  }
  void column(const Field&, std::vector<float>&) override {}
  void column(const Field&, std::vector<double>&) override {}
  bool has(const Field&, const ObjectType&) override { return bytes_.yes(); }
  void begin_object(const Field& field, const ObjectType&) override { objects_.push_back(field); }
  void end_object() override { objects_.pop_back(); }

 private:
  static constexpr double kWide = 100;

  bool takes_special(const Range& range) {
    return range.meaning != nullptr && bytes_.between(0, 3) == 0;
  }
  static double low_of(const Range& range) { return std::isfinite(range.least) ? range.least : 0; }
  static double high_of(const Range& range, double wide) {
    return std::min(range.most, low_of(range) + wide);
  }

  std::int64_t whole(const Field& field) {
    const Range& range = range_of(field);
    if (takes_special(range)) return static_cast<std::int64_t>(range.special);
    if (range.between == Range::Between::kExcluded) {
      return static_cast<std::int64_t>(bytes_.yes() ? range.most : range.least);
    }
    const auto low = static_cast<std::int64_t>(std::ceil(low_of(range)));
    return bytes_.between(low, static_cast<std::int64_t>(high_of(range, kWide)));
  }
  double part(const Field& field) {
    const Range& range = range_of(field);
    if (takes_special(range)) return range.special;
    if (range.between == Range::Between::kExcluded) return bytes_.yes() ? range.most : range.least;
    const double low = low_of(range);
    const double high = high_of(range, 3);
    return high - (high - low) * static_cast<double>(bytes_.between(0, 250)) / 251;
  }

  // The range of an object is that of each of its numbers.
  const Range& range_of(const Field& field) const {
    const bool of_object = !objects_.empty() && std::isfinite(objects_.back().range.most);
    return of_object ? objects_.back().range : field.range;
  }

  FuzzBytes& bytes_;
  std::vector<Field> objects_;
};

// Sets some fields of these options.
template <Described T>
void fuzz_fields(FuzzBytes& bytes, T& options) {
  FuzzFields fields(bytes);
  read_fields(options, fields);
}

}  // namespace bitvox::fuzz
