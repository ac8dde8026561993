// SPDX-License-Identifier: MIT
// The store: all measurements, in one SQLite file. Rows are on the disk when add() returns. A store
// is for one thread; any number of programs may share the file.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/ids.hpp"
#include "db/model/kernel.hpp"
#include "db/model/probe.hpp"
#include "db/model/run.hpp"
#include "db/model/trial.hpp"
#include "db/sqlite/sqlite.hpp"
#include "db/store/cover_row.hpp"
#include "db/store/sustained_timing.hpp"

namespace hone {

/// How long a store waits for another program's lock.
constexpr std::chrono::milliseconds default_lock_timeout{30'000};

/// Filter for bests; an empty field matches everything.
struct Wanted {
    std::string device;  // its id
    std::string kernel, routine, precision;
};

class Store {
  public:
    /// Opens the database. For writing, it creates a missing file.
    explicit Store(const std::filesystem::path& file, Access access = Access::write,
                   std::chrono::milliseconds lock_timeout = default_lock_timeout);
    /// The same database again, for another thread. Throws if the file was moved or removed.
    Store another_connection() const;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Adds a device, or finds an equal one; returns its id. The board is stored with the run.
    std::string add(const Device& device);
    /// Adds a kernel, or finds one with the same texts; returns its id.
    std::string add(const Kernel& kernel);
    /// All devices, and all kernels, by id.
    std::map<std::string, Device> devices();
    std::map<std::string, Kernel> kernels();

    /// Adds a measured property of a device. If a property was measured repeatedly, probes()
    /// returns the fastest value, or the newest if it is not a speed.
    void add(Probe probe);
    std::vector<Probe> probes(const std::string& device);
    /// All measurements of its properties, including superseded ones.
    std::vector<Probe> probe_repeats(const std::string& device);
    /// The points of one sweep, in order.
    std::vector<Probe> probes(const std::string& device, std::string_view name);
    /// One figure, if it was measured; a value of zero means that the device has none.
    std::optional<Probe> probe(const std::string& device, std::string_view name);

    /// Begins a run. Returns it as stored, with its id, host, process and start. An import that is
    /// already stored is returned again.
    Run start(Run run);
    /// Ends a run. Its configs in flight count as cut off.
    void end(const std::string& run, State state);
    std::optional<Run> run(const std::string& id);
    /// All runs, the newest first.
    std::vector<Run> runs();

    /// Adds a trial, estimates its time, and marks its config as finished, all in one commit.
    /// Returns the trial as stored. Throws if the trial contradicts itself: outcome ok without a
    /// time.
    Trial add(Trial trial);
    /// The trials of a run, in order.
    std::vector<Trial> trials(const std::string& run);
    /// All trials that hone itself measured for a key in any run, the oldest first: a run resumes
    /// from them.
    std::vector<Trial> trials(const MeasurementKey& key);
    /// The best config of a key: measured by hone, checked, never wrong.
    std::optional<Best> best(const MeasurementKey& key);
    /// The best config of every key that matches.
    std::vector<Best> bests(const Wanted& wanted = {});

    /// The finalists of a run, in order; the first is its result.
    void add(const std::string& run, const Finalist& finalist);
    std::vector<Finalist> finalists(const std::string& run);
    /// Time and energy of a config under sustained load; of several for one trial, the last counts.
    void add(const SustainedTiming& sustained);
    /// Those of a run, the fastest first.
    std::vector<SustainedTiming> sustained_timings(const std::string& run);
    /// The latest measurement of each config under sustained load, for every key that matches.
    std::vector<SustainedBest> sustained_timings(const Wanted& wanted);
    /// The check of a config at another size. A config that fails one is never a best on that
    /// device.
    void add(const SizeCheck& size_check);
    std::vector<SizeCheck> size_checks(const std::string& run);
    /// Records that a soft rule had deferred the config that this trial timed.
    void add_audit(const std::string& trial, const std::string& rule);
    std::vector<Trial> audited(const std::string& run, const std::string& rule);
    /// The number of candidates that a rule has rejected or deferred so far; replaces the earlier
    /// number.
    void set(const std::string& run, const Pruned& pruned);
    std::vector<Pruned> pruned(const std::string& run);
    void add(ReferenceTiming reference);
    std::vector<ReferenceTiming> reference_timings(const std::string& run);
    void add(Sentinel sentinel);
    std::vector<Sentinel> sentinels(const std::string& run);

    /// Marks a config as in flight, before it is built or run.
    void mark_started(const std::string& run, const std::string& config, Stage stage);
    /// Marks a config as no longer in flight, although it has no trial.
    void mark_finished(const std::string& run, const std::string& config);
    std::vector<InFlightConfig> in_flight(const std::string& run);
    /// Configs that the time limit cut off in finished runs of a key, the least frequent first. A
    /// cut-off is no verdict on a config.
    std::vector<CutOff> cut_off(const MeasurementKey& key);
    /// Counts a config that crashed a worker, unless another is at fault. Returns true if the config
    /// is now in quarantine.
    bool kill(const std::string& run, const std::string& config, Cause cause,
              const std::string& why, AtFault at_fault = AtFault::config);
    bool quarantined(const std::string& device, const std::string& kernel,
                     const std::string& config);
    /// Whether a config was ever found to be wrong on a device, at any size.
    bool known_wrong(const std::string& device, const std::string& kernel,
                     const std::string& config);
    std::vector<Quarantined> quarantine(const std::string& device, const std::string& kernel);
    /// Ends the runs of this host whose process is gone, counts a kill for each config that they
    /// had in flight, and returns these configs. Call it before a run is resumed.
    std::vector<InFlightConfig> recover();

    /// Stores the cover of a routine, a few configs for many problems. It replaces the earlier one.
    void set_cover(const std::string& routine, const std::vector<CoverRow>& cover);
    std::vector<CoverRow> covers();
    /// Rebuilds the table `tuned` from all trials.
    void refresh_tuned();
    /// Marks `tuned` as outdated, in the transaction that adds trials. The next program that opens
    /// the database for writing rebuilds it, unless that has been done.
    void mark_tuned_behind();
    bool is_tuned_behind();

    /// Runs `work` in one transaction: all of its changes are committed, or none.
    void in_transaction(const std::function<void()>& work);
    /// The statement of db/sqlite/queries/*/NAME.sql, ready to be bound.
    Statement& query(std::string_view name);
    Connection& connection() { return connection_; }

  private:
    Connection connection_;
    std::map<std::string, Statement, std::less<>> statements_;
};

}  // namespace hone
