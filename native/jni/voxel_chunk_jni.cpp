// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <string>

#include "core/error.hpp"
#include "core/volumes/voxel_chunk.hpp"
#include "jni/critical_array.hpp"
#include "jni/handle.hpp"
#include "jni/java_block.hpp"
#include "jni/java_enum.hpp"
#include "jni/java_fields.hpp"
#include "jni/java_slices.hpp"
#include "jni/jni_guard.hpp"
#include "org_bitvox_BitVolume.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

// A part of an org.bitvox.VoxelChunk, and its place in a volume.
struct ChunkPart {
  ChunkPart(JNIEnv* env, jobject chunk, jobject part, const VoxelPlace& at, const Shape& volume)
      : place(at), box(box_of(env, part)) {
    const JavaFields fields(env, chunk, "chunk");
    rows.type =
        to_enum<VoxelType>(env, fields.get_object("type", "Lorg/bitvox/VoxelChunk$Type;"), "type");
    bytes = static_cast<jbyteArray>(fields.get_object("bytes", "[B"));
    start = fields.get_int("start");
    const Shape shape = get_shape(fields);
    height = shape.height;
    rows.width = shape.width;
    rows.first = box.begin[0];
    rows.count = box.shape().width;
    if (!(common(box, bitvox::box_of(shape)) == box)) {
      throw InvalidInput("the part is not within the chunk of " + size_text(shape) + " voxels");
    }
    const Index to{at.x, at.y, at.z};
    const Index size = sides_of(box.shape());
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (to[axis] < 0 || to[axis] > sides_of(volume)[axis] - size[axis]) {
        throw InvalidInput("the box is not within the volume of " + size_text(volume) + " voxels");
      }
    }
  }

  // body(slice of the chunk, rows, their place), with the bytes pinned for some rows at a time.
  template <class Body>
  void for_each_piece(JNIEnv* env, Access access, const Body& body) const {
    constexpr std::int64_t kPieceBytes = std::int64_t{1} << 22;
    const std::int64_t at_once = std::max<std::int64_t>(1, kPieceBytes / rows.row_bytes());
    for (std::int64_t z = box.begin[2]; z < box.end[2]; ++z) {
      for (std::int64_t y = box.begin[1]; y < box.end[1]; y += at_once) {
        ChunkRows piece = rows;
        piece.first_row = y;
        piece.rows = std::min(at_once, box.end[1] - y);
        const VoxelPlace at{place.x, place.y + y - box.begin[1], place.z + z - box.begin[2]};
        const CriticalArray pinned(env, bytes, access);
        body(static_cast<char*>(pinned.data()) + start + z * height * rows.row_bytes(), piece, at);
      }
    }
  }

  VoxelPlace place;
  Box box;
  ChunkRows rows;
  jbyteArray bytes = nullptr;
  std::int64_t start = 0;
  std::int64_t height = 0;
};

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_packBox(JNIEnv* env, jclass, jlong handle,
                                                         jobject chunk, jobject part,
                                                         jobject foreground, jint x, jint y,
                                                         jint z) {
  guarded(env, [&] {
    auto& volume = from_handle<BitVolume>(handle);
    const ChunkPart from(env, chunk, part, {x, y, z}, volume.shape());
    const ForegroundRule rule =
        from.rows.type == VoxelType::kBits ? ForegroundRule{} : foreground_rule(env, foreground);
    bool allowed = true;
    from.for_each_piece(env, Access::kRead,
                        [&](const char* slice, const auto& rows, const auto& at) {
                          allowed = pack_rows(slice, rows, rule, volume, at) && allowed;
                        });
    if (!allowed) throw UnsuitableImage(kBinaryRequired);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_BitVolume_unpackBox(JNIEnv* env, jclass, jlong handle,
                                                           jint x, jint y, jint z, jobject chunk,
                                                           jobject part) {
  guarded(env, [&] {
    const auto& volume = from_handle<BitVolume>(handle);
    const ChunkPart to(env, chunk, part, {x, y, z}, volume.shape());
    to.for_each_piece(env, Access::kWrite, [&](char* slice, const auto& rows, const auto& at) {
      unpack_rows(volume, at, rows, slice);
    });
  });
}
