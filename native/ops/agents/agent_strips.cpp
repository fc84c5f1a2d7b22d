// SPDX-License-Identifier: BSD-2-Clause
#include <algorithm>
#include <deque>
#include <mutex>

#include "core/threads/barrier.hpp"
#include "core/threads/parallel.hpp"
#include "core/threads/pulse.hpp"
#include "ops/agents/agent_engine.hpp"

namespace bitvox::agents {
namespace {

// Layers of cells along the last axis, and the agents in them. Those of other strips that are
// within reach are guests: they ask as their own strip lets them ask, and are not moved here.
template <int kAxes>
class Strip {
 public:
  Strip(const Ground<kAxes>& ground, std::int64_t first, std::int64_t end)
      : rules_(ground.rules()),
        reach_(reach_of(rules_)),
        first_(first),
        end_(end),
        crowd_(rules_, layers(ground.cells(), end - first + 2 * reach_), first - reach_) {}

  // How many layers around a strip matter to its agents: as many as a request can be away, and the
  // cells around that.
  static std::int64_t reach_of(const Rules<kAxes>& rules) {
    return rules.divides > 0 ? 2 + kAroundBirth<kAxes> : 1 + kAround;
  }

  static std::int64_t layer_of(const Point<kAxes>& point) {
    return point.at[kAxes - 1] / kSide<kAxes>;
  }

  std::int64_t first() const { return first_; }
  std::int64_t end() const { return end_; }
  std::int64_t own() const { return own_; }
  const Crowd<kAxes>& crowd() const { return crowd_; }

  // ---- A part of a step ----------------------------------------------------------------------

  Tally make_part(std::int64_t step, std::int32_t part) {
    crowd_.ask(0, crowd_.size(), step, part);
    const Tally tally = crowd_.template decide_all<kAround>(0, own_, step);
    crowd_.move(0, own_);
    send_away();
    return tally;
  }

  void ask_for_daughters(std::int64_t step, std::vector<Mother>& mothers) {
    crowd_.ask_for_daughters(0, crowd_.size(), step);
    crowd_.template decide_all<kAroundBirth<kAxes>>(0, own_, step);
    crowd_.list_mothers(0, own_, mothers);
  }
  void divide(const std::vector<Mother>& mothers) {
    dismiss_guests();
    for (const Mother& mother : mothers) crowd_.divide(mother);
    own_ = crowd_.size();
    send_away();
  }

  // ---- The exchange that follows, when all strips have sent away ------------------------------

  // Takes those that came here; near(strip) for strips that may have sent some.
  void take_in(const std::vector<const Strip*>& near) {
    for (const Strip* strip : near) {
      for (const Traveller<kAxes>& agent : strip->leaving_) {
        if (has(agent.place, 0)) add_own(agent);
      }
    }
    if (--exchanges_to_sort_ <= 0 && crowd_.pays_to_sort()) {
      crowd_.sort();
      exchanges_to_sort_ = Crowd<kAxes>::kStepsBetweenSorts;
    }
    shown_.clear();
    for (std::int64_t i = 0; i < own_; ++i) {
      const std::int64_t layer = layer_of(crowd_.place(i));
      if (layer < first_ + reach_ || layer >= end_ - reach_) shown_.push_back(crowd_.traveller(i));
    }
  }
  // And then, when all have done that, takes guests.
  void invite(const std::vector<const Strip*>& near) {
    for (const Strip* strip : near) {
      for (const Traveller<kAxes>& agent : strip->shown_) {
        if (has(agent.place, reach_)) crowd_.add(agent);
      }
    }
  }

  // Before there are guests.
  void add_own(const Traveller<kAxes>& agent) {
    crowd_.add(agent);
    ++own_;
  }

 private:
  static std::array<std::int64_t, kAxes> layers(std::array<std::int64_t, kAxes> cells,
                                                std::int64_t count) {
    cells[kAxes - 1] = count;
    return cells;
  }

  bool has(const Point<kAxes>& place, std::int64_t around) const {
    const std::int64_t layer = layer_of(place);
    return layer >= first_ - around && layer < end_ + around;
  }

  void dismiss_guests() {
    while (crowd_.size() > own_) crowd_.remove(crowd_.size() - 1);
  }

  // Guests, and own agents that have left the strip.
  void send_away() {
    dismiss_guests();
    leaving_.clear();
    for (std::int64_t i = own_ - 1; i >= 0; --i) {
      if (has(crowd_.place(i), 0)) continue;
      leaving_.push_back(crowd_.traveller(i));
      crowd_.remove(i);
    }
    own_ = crowd_.size();
  }

  const Rules<kAxes>& rules_;
  const std::int64_t reach_;
  const std::int64_t first_;
  const std::int64_t end_;
  Crowd<kAxes> crowd_;
  std::int64_t exchanges_to_sort_ = 0;
  std::int64_t own_ = 0;  // agents; guests have the numbers behind
  std::vector<Traveller<kAxes>> leaving_;
  std::vector<Traveller<kAxes>> shown_;
};

template <int kAxes>
class StripEngine final : public Engine<kAxes> {
 public:
  StripEngine(const Ground<kAxes>& ground, const std::vector<Point<kAxes>>& starts,
              std::int64_t strips, int threads, Progress& progress)
      : rules_(ground.rules()) {
    const std::int64_t layers = ground.cells()[kAxes - 1];
    const std::int64_t count = std::min(strips, layers);
    workers_ = static_cast<int>(std::min<std::int64_t>(count, threads));
    for (std::int64_t i = 0; i < count; ++i) {
      strips_.emplace_back(ground, i * layers / count, (i + 1) * layers / count);
    }
    find_near();
    std::int32_t id = 0;
    Pulse pulse(progress);
    for (const Point<kAxes>& start : starts) {
      const std::int64_t layer = Strip<kAxes>::layer_of(start);
      const auto strip = std::find_if(strips_.begin(), strips_.end(),
                                      [&](const auto& s) { return layer < s.end(); });
      strip->add_own({++id, kNoMemory, start, {}});
      pulse.beat();
    }
    for (std::size_t i = 0; i < strips_.size(); ++i) strips_[i].take_in(near_[i]);
    for (std::size_t i = 0; i < strips_.size(); ++i) strips_[i].invite(near_[i]);
    mothers_.resize(strips_.size());
  }

  void advance(std::int64_t first, std::int64_t count, Family& family, Tally& tally,
               Progress& progress) override {
    Barrier barrier(workers_);
    std::mutex mutex;
    run_team(workers_, count, progress, [&](Team& team, int worker) {
      Tally own;
      for (std::int64_t step = first; step < first + count; ++step) {
        for (std::int32_t part = 0; part < rules_.parts; ++part) {
          each_of(worker, [&](std::size_t i) { own.add(strips_[i].make_part(step, part)); });
          if (!exchange(team, barrier, worker)) return;
        }
        if (rules_.divides > 0 && !make_births(team, barrier, worker, step, family)) return;
        if (worker == 0) team.add_done(1);
      }
      const std::lock_guard lock(mutex);
      tally.add(own);
    });
  }

  void list_places(const std::vector<std::int32_t>& positions, std::vector<Point<kAxes>>& to,
                   Progress& progress) const override {
    parallel_for(std::ssize(strips_), workers_, progress, [&](std::int64_t i) {
      const Strip<kAxes>& strip = strips_[static_cast<std::size_t>(i)];
      for (std::int64_t agent = 0; agent < strip.own(); ++agent) {
        const auto id = static_cast<std::size_t>(strip.crowd().id(agent));
        to[static_cast<std::size_t>(positions[id])] = strip.crowd().place(agent);
      }
    });
  }

 private:
  // The others whose layers are within reach.
  void find_near() {
    const std::int64_t reach = Strip<kAxes>::reach_of(rules_);
    near_.resize(strips_.size());
    for (std::size_t i = 0; i < strips_.size(); ++i) {
      for (std::size_t j = 0; j < strips_.size(); ++j) {
        const bool reaches = strips_[j].first() < strips_[i].end() + reach &&
                             strips_[j].end() > strips_[i].first() - reach;
        if (i != j && reaches) near_[i].push_back(&strips_[j]);
      }
    }
  }

  // A worker has strips of its own.
  template <class Body>
  void each_of(int worker, const Body& body) const {
    for (auto i = static_cast<std::size_t>(worker); i < strips_.size();
         i += static_cast<std::size_t>(workers_)) {
      body(i);
    }
  }

  bool exchange(const Team& team, Barrier& barrier, int worker) {
    if (!barrier.wait(team)) return false;
    each_of(worker, [&](std::size_t i) { strips_[i].take_in(near_[i]); });
    if (!barrier.wait(team)) return false;
    each_of(worker, [&](std::size_t i) { strips_[i].invite(near_[i]); });
    return true;
  }

  // All mothers get ids for their daughters together.
  bool make_births(const Team& team, Barrier& barrier, int worker, std::int64_t step,
                   Family& family) {
    each_of(worker, [&](std::size_t i) {
      mothers_[i].clear();
      strips_[i].ask_for_daughters(step, mothers_[i]);
    });
    if (!barrier.wait(team)) return false;
    if (worker == 0) name_daughters(family);
    if (!barrier.wait(team)) return false;
    each_of(worker, [&](std::size_t i) { strips_[i].divide(mothers_[i]); });
    return exchange(team, barrier, worker);
  }

  void name_daughters(Family& family) {
    all_mothers_.clear();
    for (const auto& mothers : mothers_) {
      all_mothers_.insert(all_mothers_.end(), mothers.begin(), mothers.end());
    }
    family.divide(all_mothers_);
    for (auto& mothers : mothers_) {
      for (Mother& mother : mothers) {
        mother = *std::lower_bound(all_mothers_.begin(), all_mothers_.end(), mother.id,
                                   [](const Mother& one, std::int32_t id) { return one.id < id; });
      }
    }
  }

  const Rules<kAxes>& rules_;
  int workers_ = 1;
  std::deque<Strip<kAxes>> strips_;  // which do not move
  std::vector<std::vector<const Strip<kAxes>*>> near_;
  std::vector<std::vector<Mother>> mothers_;  // of each strip
  std::vector<Mother> all_mothers_;
};

}  // namespace

template <int kAxes>
std::unique_ptr<Engine<kAxes>> strip_engine(const Ground<kAxes>& ground,
                                            const std::vector<Point<kAxes>>& starts,
                                            std::int64_t strips, int threads, Progress& progress) {
  return std::make_unique<StripEngine<kAxes>>(ground, starts, strips, threads, progress);
}

template std::unique_ptr<Engine<2>> strip_engine(const Ground<2>&, const std::vector<Point<2>>&,
                                                 std::int64_t, int, Progress&);
template std::unique_ptr<Engine<3>> strip_engine(const Ground<3>&, const std::vector<Point<3>>&,
                                                 std::int64_t, int, Progress&);

}  // namespace bitvox::agents
