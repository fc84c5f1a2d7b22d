// SPDX-License-Identifier: BSD-2-Clause
// What jni.h asks of Windows: functions are found in a library if they are exported, and the
// numbers of Java are these.
#pragma once

#define JNIEXPORT __declspec(dllexport)
#define JNIIMPORT __declspec(dllimport)
#define JNICALL __stdcall

typedef signed char jbyte;
typedef long jint;
typedef long long jlong;
