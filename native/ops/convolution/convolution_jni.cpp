// SPDX-License-Identifier: BSD-2-Clause
#include "jni/grey_input.hpp"
#include "jni/java_object.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_slice_sink.hpp"
#include "jni/jni_guard.hpp"
#include "ops/convolution/convolution_named.hpp"
#include "org_bitvox_Convolution.h"

using namespace bitvox;
using namespace bitvox::jni;

JNIEXPORT void JNICALL Java_org_bitvox_Convolution_convolve(JNIEnv* env, jobject self,
                                                            jobject input, jobject kernel,
                                                            jobject receiver, jobject listener,
                                                            jobject convolved) {
  guarded(env, [&] {
    const GreyInput image(env, input);
    JavaProgress progress(env, listener);
    JavaSliceSink sink(env, receiver);
    auto options = read<convolution::Options>(env, self);
    options.kernels =
        convolution::kernels_of(read<convolution::NamedKernel>(env, kernel, "kernel"));
    write(env, convolved, convolution::convolve(image.source(), options, sink, progress));
  });
}
