// SPDX-License-Identifier: MIT
// How shall I run this kernel, for this problem, on this device? An application asks when it
// starts, and gets an answer always, at once, with how good it is.
//
//   hone::Tuned tuned;                                         // opens what databases there are
//   const hone::TunedKernel& gemm =
//       tuned.find("gemm", device, "f32", {{"M", 512}, {"N", 512}, {"K", 512}});
//   // build gemm.source with gemm.build_options, enqueue gemm.launches: <hone/opencl.hpp> does
//   both std::cout << gemm.reason;
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "db/model/device.hpp"
#include "db/model/setting.hpp"

namespace hone {

/// Where an answer comes from, from the most to the least that is known.
enum class Match {
    exact,         ///< tuned on this device for this problem
    near,          ///< on this device, for a problem near to this one
    driver,        ///< on this device under another driver
    far,           ///< on this device, for a problem that is far
    architecture,  ///< on another device of the same architecture
    vendor,        ///< on another device of the same vendor and type
    portable,      ///< on some device of the same type
    standard,      ///< nothing was tuned: the kernel's own defaults
    none           ///< no kernel of this name, or none that can run here
};

/// "exact", "near" and so on.
std::string_view text(Match match);

/// How to run a kernel for one problem on one device.
struct TunedKernel {
    /// One launch, in numbers; unused dimensions are 1.
    struct Launch {
        std::string entry;
        std::vector<std::string> arguments;  // by name, in the order of the entry's signature
        int dimensions = 1;
        std::array<std::size_t, 3> local{1, 1, 1};
        std::array<std::size_t, 3> global{1, 1, 1};
    };
    /// An argument that belongs to the way of computing, not to the problem.
    struct Extra {
        enum class Kind { scratch, local, scalar };
        Kind kind = Kind::scratch;
        std::string name;
        std::string type;       // of OpenCL C, of a scalar
        std::size_t bytes = 0;  // of a scratch buffer or of local memory
        double value = 0;       // of a scalar
    };

    std::string kernel;   // "gemm_tile"
    std::string routine;  // "gemm"
    std::string precision;
    Settings problem;  // complete: what was not asked for has its standard value
    Settings config;
    std::string source;       // the text that was tuned
    std::string source_path;  // the file that comes with hone, where there is one
    std::string build_options;
    std::vector<Launch> launches;  // in order
    std::vector<Extra> extras;
    double expected_ns = 0;  // of all launches; 0 where nobody can say

    Match match = Match::none;
    std::string reason;     // the match in words, and what did not fit
    double confidence = 0;  // from 0 to 1
    std::string stale;      // what has changed since; `hone check` brings it up to date

    /// Whether there is something to run.
    explicit operator bool() const { return match != Match::none; }
};

/// What is known of tuned kernels, in memory. Every call may be made from any thread; none throws
/// but for want of memory, and none writes.
class Tuned {
  public:
    /// A database that was passed over, and why.
    struct Skipped {
        std::filesystem::path file;
        std::string reason;
    };

    /// Reads, in this order: the user's database (HONE_DB, else hone/hone.db of XDG_DATA_HOME),
    /// those of the site (hone/*.db in each of XDG_DATA_DIRS), those that came with hone.
    Tuned();
    /// Reads these alone.
    explicit Tuned(const std::vector<std::filesystem::path>& files);
    ~Tuned();
    Tuned(Tuned&& other) noexcept;
    Tuned& operator=(Tuned&& other) noexcept;

    /// The best that is known for a routine, or for one kernel by its name. Stays valid as long as
    /// this object. HONE_MODE=off answers with the defaults, to find out whether a config is at
    /// fault.
    const TunedKernel& find(std::string_view what, const Device& device, std::string_view precision,
                            const Settings& problem);

    /// What to take instead of an answer that could not be built or run: its config is out for the
    /// rest of this process.
    const TunedKernel& reject(const TunedKernel& answer);

    /// Says what the source of a kernel is today; answers for another text are then stale.
    void set_source(std::string_view kernel, std::string_view text);

    /// Lets kernels' texts come from databases, too. Without it only the kernels that came with
    /// hone are handed out, whatever a database holds: call it where every database that is read is
    /// your own, since a kernel is a program that runs in yours.
    void trust_databases();

    /// Databases that were passed over.
    const std::vector<Skipped>& skipped() const;

    /// Tunes what was asked for and stores it; whether there is something new. <hone/tuner.hpp> has
    /// one.
    using Tuner = std::function<bool(std::string_view what, const Device& device,
                                     std::string_view precision, const Settings& problem)>;
    /// With HONE_MODE=tune, what no database has for this device and problem is tuned by this.
    void on_miss(Tuner tuner);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hone
