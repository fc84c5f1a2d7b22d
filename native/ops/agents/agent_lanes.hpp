// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include <cstdint>
#include <cstring>

#include "core/host_and_device.hpp"
#include "ops/agents/agent_cells.hpp"
#include "ops/agents/agent_family.hpp"
#include "ops/agents/agent_moves.hpp"
#include "ops/agents/agents_step.hpp"

// What a thread of the GPU does in each pass of a step. The CPU's tests do that too, one thread
// after the other.
namespace bitvox::agents {

// Read as a whole, by loads of 16 bytes.
template <int kAxes>
struct alignas(kAxes == 2 ? 16 : 32) Record : Agent<kAxes> {};

template <int kAxes>
BITVOX_BOTH inline Record<kAxes> read_record(const Record<kAxes>* from) {
#ifdef __CUDA_ARCH__
  Record<kAxes> record;
  int4 quarters[sizeof record / sizeof(int4)];
  for (unsigned i = 0; i < sizeof record / sizeof(int4); ++i) {
    quarters[i] = reinterpret_cast<const int4*>(from)[i];
  }
  memcpy(&record, quarters, sizeof record);
  return record;
#else
  return *from;
#endif
}

// Agents have numbers from 0, in any order. A decision is carried out by the next pass that asks.
template <int kAxes>
struct Crew {
  Record<kAxes>* records = nullptr;
  std::int32_t* ids = nullptr;
  std::int32_t* memories = nullptr;
  Point<kAxes>* moves = nullptr;  // of this step, if it has parts
  Verdict* verdicts = nullptr;
};

template <int kAxes>
BITVOX_BOTH inline void begin_at(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                                 std::int32_t agent, std::int32_t id, const Point<kAxes>& place) {
  cells.take(place, agent);
  crew.records[agent] = {{place, place}};
  crew.ids[agent] = id;
  crew.memories[agent] = kNoMemory;
  crew.verdicts[agent] = Verdict::kNone;
}

// Where it is after the last decision.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> place_of(const Crew<kAxes>& crew, std::int32_t agent) {
  const Record<kAxes> record = read_record(crew.records + agent);
  return crew.verdicts[agent] == Verdict::kAccepted ? record.request : record.place;
}

// Carries out the last decision. No cell that is taken is left in the same pass.
template <int kAxes>
BITVOX_BOTH inline Point<kAxes> moved(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                                      std::int32_t agent, const Record<kAxes>& record) {
  if (crew.verdicts[agent] != Verdict::kAccepted) return record.place;
  if (!cells.in_one(record.place, record.request)) {
    cells.leave(record.place);
    cells.take(record.request, agent);
  }
  return record.request;
}

template <int kAxes>
BITVOX_BOTH inline void put_request(const Crew<kAxes>& crew, const Rules<kAxes>& rules,
                                    std::int32_t agent, bool asks, const Point<kAxes>& place,
                                    const Point<kAxes>& wanted) {
  const bool may_be = asks && rules.may_hold(wanted);
  crew.verdicts[agent] = !asks ? Verdict::kNone : may_be ? Verdict::kAsks : Verdict::kWall;
  crew.records[agent] = {{place, may_be ? wanted : place}};
}

template <Motion kMotion, int kAxes>
BITVOX_BOTH inline void ask(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                            const Rules<kAxes>& rules, std::int32_t agent, std::int64_t step,
                            std::int32_t part) {
  constexpr bool kRemembers = kMotion == Motion::kPersistent || kMotion == Motion::kGoals;
  const Point<kAxes> place = moved(crew, cells, agent, read_record(crew.records + agent));
  Point<kAxes> move;
  if (part == 0) {
    std::int32_t memory = kRemembers ? crew.memories[agent] : kNoMemory;
    move = move_of<kMotion>(rules, crew.ids[agent], step, place, memory);
    if (kRemembers) crew.memories[agent] = memory;
    if (rules.parts > 1) crew.moves[agent] = move;
  } else {
    move = crew.moves[agent];
  }
  if (rules.parts > 1) move = part_of(move, part, rules.parts);
  put_request(crew, rules, agent, !is_zero(move), place, sum(place, move));
}

template <int kAxes>
BITVOX_BOTH inline void ask_for_daughter(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                                         const Rules<kAxes>& rules, std::int32_t agent,
                                         std::int64_t step) {
  const Point<kAxes> place = moved(crew, cells, agent, read_record(crew.records + agent));
  const std::int32_t id = crew.ids[agent];
  const bool asks = divides(rules, id, step);
  put_request(crew, rules, agent, asks, place, asks ? beside(rules, id, step, place) : place);
}

// One daughter begins at the mother's place, the other one, with a number of her own, at the place
// that was asked for.
template <int kAxes>
BITVOX_BOTH inline void divide(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                               const Mother& mother, std::int32_t number) {
  crew.ids[mother.number] = mother.daughters;
  crew.memories[mother.number] = kNoMemory;
  begin_at(crew, cells, number, mother.daughters + 1, crew.records[mother.number].request);
}

// Of who is around a request, what a lane finds that looks at its share: each kLanes-th cell.
struct Found {
  bool place = false;    // touches that of another
  bool request = false;  // touches that of another, who goes before
};
template <int kCells, int kLanes, int kAxes>
BITVOX_BOTH inline Found look(const Crew<kAxes>& crew, const Cells<kAxes>& cells,
                              std::uint64_t seed, std::int64_t step, std::int32_t self, int lane) {
  constexpr int kAtOnce = kLanes == 1 ? 4 : kLanes < 8 ? 2 : 1;  // loads that do not wait
  constexpr std::uint32_t kShare = kLanes == 1   ? 0xffffffffU
                                   : kLanes == 4 ? 0x11111111U
                                   : kLanes == 8 ? 0x01010101U
                                                 : 1U;
  static_assert(kLanes == 1 || kLanes == 4 || kLanes == 8 || kLanes == 32);
  const Point<kAxes> request = crew.records[self].request;
  const Around<kAxes, kCells> around(cells, request);
  Found found;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
  for (int chunk = 0; chunk < around.kChunks; ++chunk) {
    std::uint32_t left = around.taken(chunk) & (kShare << lane);
    std::uint32_t rivals = 0;  // whose requests touch: bits
    while (left != 0 && !found.place) {
      int bits[kAtOnce];
      std::int32_t others[kAtOnce];
      Record<kAxes> records[kAtOnce];
      for (int i = 0; i < kAtOnce; ++i) {
        bits[i] = left != 0 ? lowest_bit(left) : bits[0];
        left &= left - 1;
        others[i] = around.agent(chunk, bits[i]);
      }
      for (int i = 0; i < kAtOnce; ++i) records[i] = read_record(crew.records + others[i]);
      for (int i = 0; i < kAtOnce; ++i) {
        if (others[i] == self) continue;
        found.place |= touching(records[i].place, request);
        if (touching(records[i].request, request)) rivals |= std::uint32_t{1} << bits[i];
      }
    }
    for (; rivals != 0 && !found.place && !found.request; rivals &= rivals - 1) {
      const std::int32_t other = around.agent(chunk, lowest_bit(rivals));
      found.request = goes_before(seed, step, crew.ids[other], crew.ids[self]);
    }
    if (found.place) break;
  }
  return found;
}

// What the lanes have found together.
BITVOX_BOTH inline Verdict verdict_of(bool place, bool request) {
  return place ? Verdict::kPlace : request ? Verdict::kRequest : Verdict::kAccepted;
}

}  // namespace bitvox::agents
