// SPDX-License-Identifier: MIT
// An answer to an application: how to run a kernel for one problem on one device.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "db/api/objective.hpp"
#include "db/api/visibility.h"
#include "db/model/device.hpp"
#include "db/model/setting.hpp"
#include "db/model/shared_text.hpp"

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
    defaults,      ///< nothing was tuned: the kernel's default config
    none           ///< no kernel of this name, or none that can run here
};

/// "exact", "near" and so on.
HONE_API std::string_view text(Match match);

/// Whether whoever asks can rewrite a built program before it runs, as hone::Launches does. Only
/// then is an answer given that needs it (TunedKernel::rewrite).
enum class Rewriting { no, yes };

/// Whether a program may be built with options that relax mathematics, such as
/// -cl-fast-relaxed-math: results are then less exact than OpenCL promises, and NaN, infinities and
/// denormal numbers may be lost. Who does not ask for that is never given such a program.
enum class Math : std::uint16_t { exact, relaxed };

/// What an application asks.
struct Query {
    std::string what;  // a routine, or a kernel
    Device device;
    std::string precision;
    Settings problem;
    Rewriting rewriting = Rewriting::no;
    Math math = Math::exact;
    Objective objective = Objective::time;

    friend bool operator==(const Query& a, const Query& b) {
        return a.what == b.what && a.precision == b.precision && a.problem == b.problem &&
               a.rewriting == b.rewriting && a.math == b.math && a.objective == b.objective &&
               a.device == b.device;
    }
};

/// How to run a kernel for one problem on one device.
struct TunedKernel {
    /// One launch, in numbers; unused dimensions are 1. Where the driver chooses the work-group,
    /// `local` is 0 in each.
    struct Launch {
        std::string entry;
        std::vector<std::string> arguments;  // by name, in the order of the entry's signature
        int dimensions = 1;
        std::array<std::size_t, 3> local{1, 1, 1};
        std::array<std::size_t, 3> global{1, 1, 1};

        /// As clEnqueueNDRangeKernel takes it: null where the driver chooses.
        const std::size_t* local_or_null() const { return local[0] == 0 ? nullptr : local.data(); }
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

    Query query;          // what was asked
    std::string kernel;   // "gemm_tile"
    std::string routine;  // "gemm"
    std::string precision;
    Settings problem;  // complete: an argument that was not given has its default
    Settings config;
    SharedText source;        // the text that was tuned
    std::string source_path;  // the file that comes with hone, where there is one
    std::string build_options;
    std::string rewrite;  // the target that the built program is rewritten for: "sm_90a", or empty
    std::vector<Launch> launches;  // in order
    std::vector<Extra> extras;
    /// Of all launches; 0 where nobody can say. Measured where the match is exact, else an estimate in which doubt
    /// counts as time: of two configs that are expected to be equally fast the surer one is told.
    double expected_ns = 0;

    Match match = Match::none;
    std::string reason;     // the match in words, and what did not fit
    double confidence = 0;  // from 0 to 1
    std::string stale;      // what has changed since; `hone check` brings it up to date

    /// Whether there is something to run.
    explicit operator bool() const { return match != Match::none; }
};

/// A database that was passed over, and why.
struct SkippedDatabase {
    std::filesystem::path file;
    std::string reason;
};

}  // namespace hone
