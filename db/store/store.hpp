// SPDX-License-Identifier: MIT
// The store: everything that was ever measured, in one SQLite file. What add() returns from is on
// the disk. One store serves one thread; any number of programs may share the file.
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
#include "db/store/steady_timing.hpp"

namespace hone {

/// How long a store waits for another program's lock before it gives up.
constexpr std::chrono::milliseconds default_lock_timeout{30'000};

/// Which bests are wanted; an empty word leaves open what it would narrow.
struct Wanted {
    std::string device;  // its id
    std::string kernel, routine, precision;
};

class Store {
  public:
    /// Opens the database, and makes it where it is missing and access is for writing.
    explicit Store(const std::filesystem::path& file, Access access = Access::write,
                   std::chrono::milliseconds lock_timeout = default_lock_timeout);
    /// The same database once more, for another thread; throws where it was moved or removed.
    Store another_connection() const;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// Adds a device, or finds its equal; answers with its id. The board goes with the run.
    std::string add(const Device& device);
    /// Adds a kernel, or finds the same texts; answers with its id.
    std::string add(const Kernel& kernel);
    /// Every device, and every kernel, by id.
    std::map<std::string, Device> devices();
    std::map<std::string, Kernel> kernels();

    /// What a device was found to give. Of what was asked again the fastest answer counts, or of
    /// what is no speed the newest.
    void add(Probe probe);
    std::vector<Probe> probes(const std::string& device);
    /// All that was ever found of it, also what was faster or newer at another time.
    std::vector<Probe> probe_repeats(const std::string& device);
    /// The points of one sweep, in order.
    std::vector<Probe> probes(const std::string& device, std::string_view name);
    /// One figure, if it was asked for; a value of zero says that there is none.
    std::optional<Probe> probe(const std::string& device, std::string_view name);

    /// Begins a run: answers with it as stored, with its id, host, process and start. An import
    /// that is known already is found again.
    Run start(Run run);
    /// Ends a run and forgets what it had in flight.
    void end(const std::string& run, State state);
    std::optional<Run> run(const std::string& id);
    /// Every run, the newest first.
    std::vector<Run> runs();

    /// Adds a trial, estimates its time, and marks its config as finished, all in one commit;
    /// answers with it as stored. Throws when the trial contradicts itself: an ok one without a
    /// time.
    Trial add(Trial trial);
    /// The trials of a run, in order.
    std::vector<Trial> trials(const std::string& run);
    /// Every trial that hone itself measured for a key in any run, the oldest first: a run resumes
    /// from them.
    std::vector<Trial> trials(const MeasurementKey& key);
    /// The best config of a key: measured by hone, checked, never wrong.
    std::optional<Best> best(const MeasurementKey& key);
    /// The best config of every key that is wanted.
    std::vector<Best> bests(const Wanted& wanted = {});

    /// How a run ended: its last few in order, the chosen one first.
    void add(const std::string& run, const Finalist& finalist);
    std::vector<Finalist> finalists(const std::string& run);
    /// What a config takes and costs under steady load; of one trial the last counts.
    void add(const SteadyTiming& steady);
    /// Of the configs of a run, the fastest first.
    std::vector<SteadyTiming> steady_timings(const std::string& run);
    /// What each config takes under steady load for every key that is wanted, as measured last.
    std::vector<SteadyBest> steady_timings(const Wanted& wanted);
    /// The check of a config at another size. A config that fails one is never a best on that
    /// device.
    void add(const SizeCheck& size_check);
    std::vector<SizeCheck> size_checks(const std::string& run);
    /// Records that a soft rule had deferred the config that this trial timed.
    void add_audit(const std::string& trial, const std::string& rule);
    std::vector<Trial> audited(const std::string& run, const std::string& rule);
    /// How many a rule kept from being tried, so far: set anew as it grows.
    void set(const std::string& run, const Pruned& pruned);
    std::vector<Pruned> pruned(const std::string& run);
    void add(ReferenceTiming reference);
    std::vector<ReferenceTiming> reference_timings(const std::string& run);
    void add(Sentinel sentinel);
    std::vector<Sentinel> sentinels(const std::string& run);

    /// Marks a config as in flight, before it is built or run.
    void mark_started(const std::string& run, const std::string& config, Stage stage);
    /// The config is no longer in flight, though no trial came of it.
    void mark_finished(const std::string& run, const std::string& config);
    std::vector<InFlightConfig> in_flight(const std::string& run);
    /// Counts a config that took a worker with it; true when it is now in quarantine.
    bool kill(const std::string& run, const std::string& config, Cause cause,
              const std::string& why);
    bool quarantined(const std::string& device, const std::string& kernel,
                     const std::string& config);
    /// Whether a config was ever found wrong on a device, at whatever size.
    bool known_wrong(const std::string& device, const std::string& kernel,
                     const std::string& config);
    std::vector<Quarantined> quarantine(const std::string& device, const std::string& kernel);
    /// Ends the runs of this host whose process is gone, counts a kill for each config that they
    /// had in flight, and returns these configs. Called before a run is resumed.
    std::vector<InFlightConfig> recover();

    /// Stores the cover of a routine, a few configs for many problems. It replaces the earlier one.
    void set_cover(const std::string& routine, const std::vector<CoverRow>& cover);
    std::vector<CoverRow> covers();
    /// Writes the table `tuned` anew from all trials.
    void refresh_tuned();
    /// Notes, in the transaction that adds trials, that `tuned` is yet to be written anew. Whoever
    /// opens the database for writing next does so, if nobody has before.
    void mark_tuned_behind();
    bool is_tuned_behind();

    /// Runs `work` in one transaction: all that it adds is committed, or nothing.
    void in_transaction(const std::function<void()>& work);
    /// The statement of db/sqlite/queries/*/NAME.sql, ready to be bound.
    Statement& query(std::string_view name);
    Connection& connection() { return connection_; }

  private:
    Connection connection_;
    std::map<std::string, Statement, std::less<>> statements_;
};

}  // namespace hone
