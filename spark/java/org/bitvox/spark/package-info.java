// SPDX-License-Identifier: BSD-2-Clause
/** Blocks on a cluster, by Apache Spark, which nothing else knows of. */
package org.bitvox.spark;
