// SPDX-License-Identifier: BSD-2-Clause
#include "ops/granulometry/granulometry_vector.inl"

// What the steps share, then the steps.
#include "ops/granulometry/granulometry_changes.inl"
#include "ops/granulometry/granulometry_convert.inl"
#include "ops/granulometry/granulometry_erode.inl"
#include "ops/granulometry/granulometry_grow.inl"
#include "ops/granulometry/granulometry_lines.inl"

constexpr Rows kRows = {
    .rows_to_bricks = rows_to_bricks,
    .erode_row = erode_row,
    .finish_row = finish_row,
    .grow_row = grow_row,
    .grow_line = grow_line,
    .count_values = count_values,
    .read_values = read_values,
};
