// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "core/options/field_visitors.hpp"

namespace bitvox {

// Takes no notice of what a class that is made from it does not look at.
class IgnoringWriter : public FieldWriter {
 public:
  void value(const Field&, bool) override {}
  void value(const Field&, std::int32_t) override {}
  void value(const Field&, std::int64_t) override {}
  void value(const Field&, double) override {}
  void value(const Field&, const std::string&) override {}
  void constant(const Field&, const EnumType&, std::size_t) override {}
  void column(const Field&, const Column&) override {}
  void begin_columns(const Field&, Element, std::size_t) override {}
  void end_columns() override {}
  void begin_object(const Field&, const ObjectType&) override {}
  void end_object() override {}
  void absent(const Field&, const ObjectType&) override {}
  void begin_rows(const Field&, const ObjectType&, std::size_t) override {}
  void begin_row(std::size_t) override {}
  void end_row() override {}
  void end_rows() override {}
};

}  // namespace bitvox
