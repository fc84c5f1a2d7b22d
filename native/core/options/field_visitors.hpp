// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/options/range.hpp"

// Who walks the fields of options and results: see fields.hpp, which calls these.
namespace bitvox {

// One member of a described struct.
struct Field {
  std::string_view name;  // as in C++: max_radius
  Range range;            // of a number among options
};

// The type of a member that is itself described.
struct ObjectType {
  std::string_view java;  // its class in Java, without the package; empty: what java_class() says
  std::string_view name;  // in C++
  std::string java_class() const;
};

struct EnumType {
  ObjectType type;
  std::span<const std::string_view> names;  // kForeground, ...
};

// Many values of one type.
using Column = std::variant<std::span<const std::uint8_t>, std::span<const std::int32_t>,
                            std::span<const std::int64_t>, std::span<const float>,
                            std::span<const double>, std::span<const std::string>>;

// Takes the values of a described object, in the order of its list of fields.
class FieldWriter {
 public:
  virtual ~FieldWriter() = default;

  virtual void value(const Field& field, bool value) = 0;
  virtual void value(const Field& field, std::int32_t value) = 0;
  virtual void value(const Field& field, std::int64_t value) = 0;
  virtual void value(const Field& field, double value) = 0;
  virtual void value(const Field& field, const std::string& value) = 0;
  virtual void constant(const Field& field, const EnumType& type, std::size_t index) = 0;

  virtual void column(const Field& field, const Column& values) = 0;

  // Several such columns, all of one type: begin, then column() of each, then end.
  enum class Element { kUint8, kInt32, kInt64, kFloat, kDouble };
  virtual void begin_columns(const Field& field, Element of, std::size_t count) = 0;
  virtual void end_columns() = 0;

  // A member with fields of its own: those that follow, until end_object(); or one that may be
  // there and is not.
  virtual void begin_object(const Field& field, const ObjectType& type) = 0;
  virtual void end_object() = 0;
  virtual void absent(const Field& field, const ObjectType& type) = 0;

  // Any number of objects of one type: begin_row(i), their fields, end_row(), for each.
  virtual void begin_rows(const Field& field, const ObjectType& type, std::size_t count) = 0;
  virtual void begin_row(std::size_t index) = 0;
  virtual void end_row() = 0;
  virtual void end_rows() = 0;
};

// Gives values to a described object, likewise.
class FieldReader {
 public:
  virtual ~FieldReader() = default;

  virtual void value(const Field& field, bool& value) = 0;
  virtual void value(const Field& field, std::int32_t& value) = 0;
  virtual void value(const Field& field, std::int64_t& value) = 0;
  virtual void value(const Field& field, double& value) = 0;
  virtual void value(const Field& field, std::string& value) = 0;
  // The number of the enumerator; `index` is that of the present one.
  virtual std::size_t constant(const Field& field, const EnumType& type, std::size_t index) = 0;
  virtual void column(const Field& field, std::vector<float>& values) = 0;
  virtual void column(const Field& field, std::vector<double>& values) = 0;

  // Whether a member that need not be there is.
  virtual bool has(const Field& field, const ObjectType& type) = 0;
  virtual void begin_object(const Field& field, const ObjectType& type) = 0;
  virtual void end_object() = 0;
};

}  // namespace bitvox
