// SPDX-License-Identifier: MIT
// Finds the config with which to run a kernel for a problem on a device. An application asks once
// when it starts. It always gets an answer, with a reason and a confidence.
//
//   hone::Tuned tuned;  // opens the databases
//   const hone::TunedKernel gemm =
//       tuned.find("gemm", device, "f32", {{"M", 512}, {"N", 512}, {"K", 512}});
//   std::cout << gemm.reason;
//
// Build gemm.source with gemm.build_options and enqueue gemm.launches; <hone/opencl.hpp> does both.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/tuned_kernel.hpp"
#include "db/model/device.hpp"
#include "db/model/setting.hpp"

namespace hone {

/// The tuned results, read into memory. Thread-safe. Never writes to a database; throws only
/// std::bad_alloc.
class HONE_API Tuned {
  public:
    using Skipped = SkippedDatabase;

    /// Reads, in this order: the user's database (HONE_DB, else hone/hone.db of XDG_DATA_HOME),
    /// those of the site (hone/*.db in each of XDG_DATA_DIRS), those that came with hone.
    Tuned();
    /// Reads only these databases.
    explicit Tuned(const std::vector<std::filesystem::path>& files);
    ~Tuned();
    Tuned(Tuned&& other) noexcept;
    Tuned& operator=(Tuned&& other) noexcept;

    /// The best known answer for a routine, or for one kernel by its name. All answers share the
    /// kernel sources, so an answer is cheap to keep. With HONE_MODE=off it returns the default
    /// config, to find out whether a tuned config causes a fault. An invalid problem (unknown
    /// argument, missing extent) returns Match::none with the reason. If an argument is given
    /// twice, the last value counts.
    TunedKernel find(std::string_view what, const Device& device, std::string_view precision,
                     const Settings& problem, Rewriting rewriting = Rewriting::no,
                     Math math = Math::exact);
    /// The same for another objective than time: the best config that was measured for this problem
    /// on this device under sustained load. If none was measured, the fastest, and the reason says
    /// so.
    TunedKernel find(std::string_view what, const Device& device, std::string_view precision,
                     const Settings& problem, Objective objective,
                     Rewriting rewriting = Rewriting::no, Math math = Math::exact);

    /// Why the query is invalid, regardless of the stored results: an unknown argument, an
    /// impossible value, a missing extent, or a precision that no kernel has. Empty if it is valid.
    std::string complaint_about(const Query& query) const;

    /// Excludes this config and returns the next best answer. Call it if an answer cannot be built
    /// or run. The config is excluded for all problems and callers on the device of the query,
    /// until this object is destroyed.
    TunedKernel reject(const TunedKernel& answer);
    /// The same if only this problem is too large for the device: the config stays for other
    /// problems.
    TunedKernel reject_for_problem(const TunedKernel& answer);
    /// The same if the program is at fault: excludes all configs of this program.
    TunedKernel reject_program(const TunedKernel& answer);
    /// Takes back each rejection of this answer, if something else was the cause of its failure.
    void withdraw(const TunedKernel& rejected);

    /// Sets the current source of a kernel; answers that were tuned with another source are marked
    /// as stale.
    void set_source(std::string_view kernel, std::string_view text);

    /// Also allows kernel sources from databases. Without it, only kernels that come with hone are
    /// used. Call it only if you trust every database: kernel sources from them are compiled and
    /// run in your process.
    void trust_databases();

    /// Changes whenever the databases are read again, by trust_databases() or after tuning: answers
    /// from before may be outdated.
    std::size_t generation() const;

    /// Databases that were skipped. trust_databases() replaces the list.
    const std::vector<Skipped>& skipped() const;

    /// Tunes a problem and stores the result. Returns whether there is a new result.
    /// <hone/tuner.hpp> has an implementation.
    using Tuner = std::function<bool(std::string_view what, const Device& device,
                                     std::string_view precision, const Settings& problem)>;
    /// With HONE_MODE=tune, this tunes a problem that no database has for the device. Other threads
    /// are not blocked meanwhile; the same query gets the best answer known at that time.
    void on_miss(Tuner tuner);

  private:
    struct HONE_HIDDEN State;
    HONE_HIDDEN void for_versions_of(const TunedKernel& answer,
                                     const std::function<void(const std::string& version)>& call);
    HONE_HIDDEN TunedKernel reject(const TunedKernel& answer, const char* where,
                                   const std::function<void(const std::string& version)>& add);

    std::unique_ptr<State> state_;
};

}  // namespace hone
