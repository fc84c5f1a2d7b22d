// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <string_view>

#include "linear_systems/matrix_market_words.hpp"  // take_word, lower, shown
#include "meshes/mesh.hpp"
#include "meshes/mesh_file.hpp"

// What lines of text files of meshes are made of.
namespace bitvox::meshes {

using sparse::lower;
using sparse::shown;
using sparse::take_word;

// The next word of a line as a number, cut off. Any finite double; else an error that says
// `what` it is: "a coordinate".
double take_number(const MeshFile& file, std::string_view& line, const char* what);
Point take_point(const MeshFile& file, std::string_view& line);
// A whole number that the word is, all of it.
std::int64_t whole_number(const MeshFile& file, std::string_view word, const char* what);

}  // namespace bitvox::meshes
