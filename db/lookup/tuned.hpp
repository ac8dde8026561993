// SPDX-License-Identifier: MIT
// How an application runs a kernel for its problem on its device. It asks once when it starts, and
// always gets an answer, with a reason and a confidence.
//
//   hone::Tuned tuned;  // opens the databases
//   const hone::TunedKernel gemm =
//       tuned.find("gemm", device, "f32", {{"M", 512}, {"N", 512}, {"K", 512}});
//   std::cout << gemm.reason;
//
// Build gemm.source with gemm.build_options and enqueue gemm.launches; <hone/opencl.hpp> does both.
#pragma once

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

/// What is known of tuned kernels, in memory. Every call may be made from any thread; none throws
/// but for want of memory, and none writes.
class HONE_API Tuned {
  public:
    using Skipped = SkippedDatabase;

    /// Reads, in this order: the user's database (HONE_DB, else hone/hone.db of XDG_DATA_HOME),
    /// those of the site (hone/*.db in each of XDG_DATA_DIRS), those that came with hone.
    Tuned();
    /// Reads these alone.
    explicit Tuned(const std::vector<std::filesystem::path>& files);
    ~Tuned();
    Tuned(Tuned&& other) noexcept;
    Tuned& operator=(Tuned&& other) noexcept;

    /// The best that is known for a routine, or for one kernel by its name. Kernels' texts are shared
    /// by all answers, so that one costs little to keep. HONE_MODE=off answers with the defaults, to
    /// find out whether a config is at fault. A problem that cannot be (an unknown argument, an
    /// extent that is not said) is answered with Match::none and the reason; of an argument that is
    /// said twice the last counts.
    TunedKernel find(std::string_view what, const Device& device, std::string_view precision,
                     const Settings& problem, Rewriting rewriting = Rewriting::no,
                     Math math = Math::exact);
    /// The same by another objective than the time: the best of what was measured for this problem
    /// on this device under steady load. Where nothing was, the fastest, and the reason says so.
    TunedKernel find(std::string_view what, const Device& device, std::string_view precision,
                     const Settings& problem, Objective objective,
                     Rewriting rewriting = Rewriting::no, Math math = Math::exact);

    /// What to take instead of an answer that could not be built or run: its config is out for as
    /// long as this object lives, for all problems and whoever asked before.
    TunedKernel reject(const TunedKernel& answer);
    /// The same where only its problem is too large for the device: for others it stays.
    TunedKernel reject_for_problem(const TunedKernel& answer);

    /// Says what the source of a kernel is today; answers for another text are then stale.
    void set_source(std::string_view kernel, std::string_view text);

    /// Lets kernels' texts come from databases, too. Without it only the kernels that came with
    /// hone are handed out, whatever a database holds: call it where every database that is read is
    /// your own, since a kernel is a program that runs in yours.
    void trust_databases();

    /// Databases that were passed over; of another list after trust_databases().
    const std::vector<Skipped>& skipped() const;

    /// Tunes what was asked for and stores it; whether there is something new. <hone/tuner.hpp> has
    /// one.
    using Tuner = std::function<bool(std::string_view what, const Device& device,
                                     std::string_view precision, const Settings& problem)>;
    /// With HONE_MODE=tune, what no database has for this device and problem is tuned by this.
    /// Meanwhile other threads go on; who asks for the same gets what is known by then.
    void on_miss(Tuner tuner);

  private:
    struct HONE_HIDDEN State;
    HONE_HIDDEN TunedKernel
    reject(const TunedKernel& answer, const char* where,
           const std::function<void(const std::string& version, const std::string& config)>& add);

    std::unique_ptr<State> state_;
};

}  // namespace hone
