// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <jni.h>

#include "core/volumes/packing.hpp"
#include "core/volumes/volume_source.hpp"
#include "jni/references.hpp"

namespace bitvox::jni {

// That of an org.bitvox.Foreground.
ForegroundRule foreground_rule(JNIEnv* env, jobject foreground);

// Packs one Java slice (byte[], short[] or float[]) into words, in one critical region. Throws
// InvalidInput for a wrong type, size or value.
// Some rows of them, which go to `words`.
void pack_java_rows(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                    std::int64_t first_row, std::int64_t rows, std::uint64_t* words);
void pack_java_slice(JNIEnv* env, jobject pixels, const ForegroundRule& rule, const Shape& shape,
                     std::uint64_t* words);

// The slices of an image in the Java heap, packed by whichever threads read them. To be made and
// destroyed on the thread of one native call.
class JavaSlices final : public VolumeSource {
 public:
  // slices: an Object[] with one pixel array for each of shape.depth slices.
  JavaSlices(JNIEnv* env, jobjectArray slices, Shape shape, ForegroundRule rule);

  const Shape& shape() const override { return shape_; }
  std::unique_ptr<VolumeReader> open() const override;

 private:
  GlobalRef<jobjectArray> slices_;
  Shape shape_;
  ForegroundRule rule_;
};

}  // namespace bitvox::jni
