// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_block.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/convolution/convolution_named.hpp"
#include "ops/convolution/convolution_twins.hpp"
#include "org_bitvox_Convolution.h"

using namespace bitvox;
using namespace bitvox::jni;

namespace {

convolution::Options options_of(JNIEnv* env, jobject options, jobject kernel) {
  auto all = read<convolution::Options>(env, options);
  all.kernels = convolution::kernels_of(read<convolution::NamedKernel>(env, kernel, "kernel"));
  return all;
}

// Of which only the size is known; the type of pixels matters to neither what is read nor memory.
PlacedGrey size_of(const Shape& whole) { return {whole, {}, PixelType::kFloat32, nullptr}; }

}  // namespace

JNIEXPORT jlongArray JNICALL Java_org_bitvox_Convolution_readFor(JNIEnv* env, jobject self,
                                                                 jobject kernel, jobject whole,
                                                                 jobject core) {
  return guarded(env, jlongArray{}, [&] {
    const auto options = options_of(env, self, kernel);
    const PlacedGrey size = size_of(whole_of(env, whole));
    return read_for(env, whole, core, reach_of(convolution::job_of(size, options)));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Convolution_memoryFor(JNIEnv* env, jobject self,
                                                             jobject kernel, jobject block,
                                                             jobject memory) {
  guarded(env, [&] {
    const auto options = options_of(env, self, kernel);
    const Block given = block_of(env, block);
    const PlacedGrey size = size_of(given.whole);
    write(env, memory,
          memory_of<convolution::CpuTwin, convolution::GpuTwin>(convolution::job_of(size, options),
                                                                given));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_Convolution_applyBlock(JNIEnv* env, jobject self,
                                                              jobject kernel, jobject block,
                                                              jobject input, jobject receiver,
                                                              jobject listener, jobject result) {
  guarded(env, [&] {
    const auto options = options_of(env, self, kernel);
    const Block given = block_of(env, block);
    const GreyInput image(env, input);
    check_read(given, image.source().shape());
    const PlacedGrey placed(given.whole, given.read, image.source().type(), &image.source());
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    BlockResult convolved;
    convolution::convolve_block(convolution::job_of(placed, options), given, sink, convolved.run,
                                progress);
    convolved.numbers = {options.kernels.front().full ? 0 : 1};  // whether it is separable
    write(env, result, std::move(convolved));
  });
}
