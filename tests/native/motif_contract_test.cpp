// SPDX-License-Identifier: BSD-2-Clause
#include <gtest/gtest.h>

#include "motif_reference.hpp"
#include "operation_contract.hpp"
#include "ops/motif/motif.hpp"

namespace bitvox::motif {
namespace {

using bitvox::test::BackendContract;
using bitvox::test::OperationContract;

bitvox::test::Bits bits(const Result& result) {
  bitvox::test::Bits all;
  for (const Motif& motif : test::motifs_of(result)) {
    all.add(motif.word).add(motif.sequences).add(motif.total_distance).add(motif.e_value);
    for (const Site& site : motif.sites) {
      all.add(site.position).add(site.word).add(site.distance).add(site.reverse);
    }
  }
  return all;
}

bitvox::test::Operation contract() {
  const auto run_one = [](const std::string& backend, int threads, Progress& progress) {
    static const auto sequences = test::sample({12, 200, 11, 2, 0.5, 9});
    Options options;
    options.length = 11;
    options.distance = 2;
    options.quorum = 11;
    options.backend = backend;
    options.threads = threads;
    const Result result = find(sequences, options, progress);
    return bitvox::test::Outcome{result.run.backend, bits(result)};
  };
  const auto run_wrong = [](const std::string& backend, Progress& progress) {
    Options options;
    options.backend = backend;
    options.length = 1;
    find(test::sample({2, 30, 5, 1, 0.5, 1}), options, progress);
  };
  return {run_one, run_wrong};
}

INSTANTIATE_TEST_SUITE_P(Motif, OperationContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);
INSTANTIATE_TEST_SUITE_P(Motif, BackendContract, bitvox::test::on_every_backend(contract()),
                         bitvox::test::contract_name);

}  // namespace
}  // namespace bitvox::motif
