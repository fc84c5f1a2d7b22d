// SPDX-License-Identifier: BSD-2-Clause
#include "core/error.hpp"
#include "jni/grey_input.hpp"
#include "jni/java_grey_sink.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "jni/string_array.hpp"
#include "ops/convolution/convolution.hpp"
#include "org_bitvox_Convolution.h"

using bitvox::ConvolutionKernel;
using bitvox::InvalidInput;
using bitvox::KernelAxes;
using bitvox::PixelType;
using namespace bitvox::jni;

namespace {

std::vector<float> floats(JNIEnv* env, jfloatArray array) {
  std::vector<float> values(static_cast<std::size_t>(env->GetArrayLength(array)));
  env->GetFloatArrayRegion(array, 0, static_cast<jsize>(values.size()), values.data());
  rethrow_pending(env);
  return values;
}

// The kernels of an org.bitvox.Kernel: its kind by ordinal, its numbers.
std::vector<ConvolutionKernel> kernels(JNIEnv* env, jint kind, jboolean volumetric,
                                       jdoubleArray java_numbers, jfloatArray coefficients,
                                       jboolean normalise) {
  double numbers[3] = {};
  env->GetDoubleArrayRegion(java_numbers, 0, 3, numbers);
  rethrow_pending(env);
  const KernelAxes axes = volumetric == JNI_TRUE ? KernelAxes::kXyz : KernelAxes::kXy;
  switch (kind) {
    case 0: {
      ConvolutionKernel kernel;
      kernel.separable = {bitvox::gaussian_row(numbers[0]), bitvox::gaussian_row(numbers[1]),
                          bitvox::gaussian_row(numbers[2])};
      return {kernel};
    }
    case 1:
      return {bitvox::mean_kernel(static_cast<int>(numbers[0]), axes)};
    case 2:
      return {bitvox::laplacian_kernel(axes)};
    case 3:
      return bitvox::sobel_kernels(axes);
    case 4: {
      const bitvox::FullKernel full{static_cast<int>(numbers[0]), static_cast<int>(numbers[1]),
                                    static_cast<int>(numbers[2]), floats(env, coefficients)};
      return {bitvox::make_kernel(
          full, normalise == JNI_TRUE ? bitvox::Normalise::kYes : bitvox::Normalise::kNo)};
    }
    default: {
      const std::vector<float> all = floats(env, coefficients);
      if (numbers[0] + numbers[1] + numbers[2] != static_cast<double>(all.size())) {
        throw InvalidInput("a kernel's rows have other lengths than announced");
      }
      const auto y = all.begin() + static_cast<std::ptrdiff_t>(numbers[0]);
      const auto z = y + static_cast<std::ptrdiff_t>(numbers[1]);
      ConvolutionKernel kernel;
      kernel.separable = {{all.begin(), y}, {y, z}, {z, all.end()}};
      return {kernel};
    }
  }
}

}  // namespace

JNIEXPORT void JNICALL Java_org_bitvox_Convolution_convolve(
    JNIEnv* env, jclass, jobject input, jint kind, jboolean volumetric, jdoubleArray numbers,
    jfloatArray coefficients, jboolean normalise, jint edges, jint result, jstring backend,
    jint threads, jobject receiver, jobject listener, jobjectArray report) {
  guarded(env, [&] {
    const GreyInput volume(env, input);
    JavaProgress progress(env, listener);
    bitvox::ConvolutionOptions options;
    options.kernels = kernels(env, kind, volumetric, numbers, coefficients, normalise);
    if (edges < 0 || edges > 3 || result < 0 || result > 1) {
      throw InvalidInput("enum ordinal out of range");
    }
    options.edges = static_cast<bitvox::ConvolutionEdges>(edges);
    options.result = static_cast<bitvox::ConvolutionResult>(result);
    options.backend = to_string(env, backend, "backend");
    options.threads = threads;
    const bitvox::GreySource& source = volume.source();
    JavaGreySink sink(
        env, receiver, source.slice_pixels(),
        options.result == bitvox::ConvolutionResult::kSame ? source.type() : PixelType::kFloat32);
    const bitvox::RunReport run = bitvox::convolution(source, options, sink, progress);
    set_string(env, report, 0, run.backend);
    set_string(env, report, 1, run.note);
    set_string(env, report, 2, options.kernels[0].full ? "full" : "separable");
  });
}
