// SPDX-License-Identifier: BSD-2-Clause
#include <cstdint>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/memory/memory.hpp"
#include "jni/handle.hpp"
#include "jni/java_arrays.hpp"
#include "jni/java_progress.hpp"
#include "jni/java_string.hpp"
#include "jni/jni_guard.hpp"
#include "linear_systems/matrix_market.hpp"
#include "org_bitvox_SparseMatrix.h"

using namespace bitvox;
using namespace bitvox::jni;
using Matrix = sparse::Csr<double>;

JNIEXPORT jlong JNICALL Java_org_bitvox_SparseMatrix_read(JNIEnv* env, jclass, jbyteArray file,
                                                          jobject listener) {
  return guarded(env, jlong{0}, [&] {
    JavaProgress progress(env, listener);
    return to_handle(
        new Matrix(sparse::read_matrix(path_of(env, file), sparse::MatrixUse::kSystem, progress)));
  });
}

JNIEXPORT jlong JNICALL Java_org_bitvox_SparseMatrix_create(JNIEnv* env, jclass, jint rows,
                                                            jint columns, jintArray row,
                                                            jintArray column, jdoubleArray value,
                                                            jobject listener) {
  return guarded(env, jlong{0}, [&] {
    JavaProgress progress(env, listener);
    if (value != nullptr) {
      require_memory({"the matrix", "Use a smaller matrix."}, host_memory(),
                     16 * static_cast<std::int64_t>(env->GetArrayLength(value)));
    }
    const sparse::Coo coo{rows, columns, ints_of(env, row, "row"), ints_of(env, column, "column"),
                          doubles_of(env, value, "value")};
    progress.report(0, 2);
    StandingProgress standing(progress);
    auto* const matrix = new Matrix(sparse::to_csr(coo, standing));
    return to_handle(matrix);
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_SparseMatrix_destroy(JNIEnv* env, jclass, jlong handle) {
  guarded(env, [&] { delete &from_handle<Matrix>(handle); });
}

JNIEXPORT jlongArray JNICALL Java_org_bitvox_SparseMatrix_sizes(JNIEnv* env, jclass, jlong handle) {
  return guarded(env, jlongArray{}, [&] {
    const auto& matrix = from_handle<Matrix>(handle);
    const jlong sizes[] = {matrix.rows, matrix.columns, matrix.entries()};
    jlongArray array = env->NewLongArray(3);
    rethrow_pending(env);
    env->SetLongArrayRegion(array, 0, 3, sizes);
    return array;
  });
}

JNIEXPORT jdoubleArray JNICALL Java_org_bitvox_SparseMatrix_readVector(JNIEnv* env, jclass,
                                                                       jbyteArray file, jlong rows,
                                                                       jobject listener) {
  return guarded(env, jdoubleArray{}, [&] {
    JavaProgress progress(env, listener);
    return array_of(env, sparse::read_vector(path_of(env, file), rows, progress));
  });
}

JNIEXPORT void JNICALL Java_org_bitvox_SparseMatrix_writeVector(JNIEnv* env, jclass,
                                                                jbyteArray file,
                                                                jdoubleArray values,
                                                                jstring comment, jobject listener) {
  guarded(env, [&] {
    JavaProgress progress(env, listener);
    sparse::write_vector(path_of(env, file), doubles_of(env, values, "values"),
                         jni::to_string(env, comment, "comment"), progress);
  });
}
