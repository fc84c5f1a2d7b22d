// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <string>

#include "core/threads/progress.hpp"
#include "meshes/mesh.hpp"
#include "meshes/mesh_file.hpp"

// Meshes in files.
//
// Corners of triangles that lie at one place become one vertex, in the order of the file; vertices
// of no triangle are left out. STL, text or binary: normals are ignored. PLY, text or binary of
// either byte order: x, y and z of the element vertex, vertex_indices (or vertex_index) of the
// element face; others are passed over. OBJ: v and f, where vertices may be counted from the end;
// normals, textures, groups, lines and materials are ignored. Polygons become fans of triangles
// around their first vertex.
namespace bitvox::meshes {

enum class Format { kStl, kPly, kObj };

// By the ending of the file's name, in capital letters or not. Throws InvalidInput for another.
Format format_of(const std::string& path);

// Throws InvalidInput with the file and what is wrong, the line too of a text, Cancelled, and
// HostOutOfMemory before it allocates what does not fit.
Mesh read_mesh(const std::string& path, Progress& progress);

// One format each.
Mesh read_stl(MeshFile& file);
Mesh read_ply(MeshFile& file);
Mesh read_obj(MeshFile& file);

}  // namespace bitvox::meshes
