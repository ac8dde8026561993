// SPDX-License-Identifier: MIT
// A hand of the crew: one device with its bench, its run and a connection to the store of its own,
// at work in a thread of its own. What it is given waits in line and is built ahead meanwhile.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

#include "tuner/session/blocking_queue.hpp"
#include "tuner/session/drift_monitor.hpp"
#include "tuner/session/evaluator.hpp"

namespace hone {

/// What a hand is to do.
struct Errand {
    Config config;
    Purpose purpose = Purpose::search;
    double incumbent_ns = 0;     // what it has to beat, or 0
    std::string_view rule = {};  // the soft rule that had put it off
    bool calibrates = false;     // no trial: the config is timed, to compare devices by it
};

/// What came of an errand.
struct Report {
    std::size_t hand = 0;  // whose
    Errand errand;
    Trial trial = {};
    std::vector<std::pair<Config, Trial>> again = {};  // timed anew, because the device drifted
    Config sentinel = {};  // the config that devices are compared by; empty before there is one
    Estimate steady = {};  // its time here
    std::exception_ptr failure = {};  // the hand can do nothing more
};

class Hand {
  public:
    /// Begins a run like `draft` on the setup's device. Reports go into `reports`, which must
    /// outlive it.
    Hand(std::size_t number, BenchSetup setup, const Limits& limits, bool forced,
         const std::filesystem::path& store, const Run& draft, Mailbox<Report>& reports);
    ~Hand();
    Hand(const Hand&) = delete;
    Hand& operator=(const Hand&) = delete;

    void give(Errand errand);
    /// Takes back what it has not begun.
    std::vector<Errand> take_back();
    /// How many errands it can use at a time: one, and those that are built meanwhile.
    std::size_t room() const { return room_; }
    void end(State state);

    /// These are the thread's while it has errands, and anybody's when it has none.
    Evaluator& evaluator() { return evaluator_; }
    Store& store() { return store_; }
    const Run& run() const { return run_; }
    const BenchSetup& setup() const { return setup_; }
    const Drift& drift() const { return drift_; }

  private:
    void work();
    std::optional<Errand> next();
    Report done(const Errand& errand);

    std::size_t number_;
    BenchSetup setup_;
    Store store_;
    Run run_;
    Evaluator evaluator_;
    Drift drift_;
    Mailbox<Report>& reports_;
    std::atomic<std::size_t> room_ = 1;

    std::mutex mutex_;  // of the four below
    std::condition_variable changed_;
    std::deque<Errand> waiting_;
    std::size_t begun_ = 0;  // of those waiting, whose builds have begun
    bool leaves_ = false;

    std::vector<Config> fresh_;  // whose builds are to begin
    std::thread thread_;         // last: it uses all the others
};

}  // namespace hone
