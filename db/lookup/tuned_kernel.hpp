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

/// The origin of an answer, from the most to the least reliable.
enum class Match {
    exact,         ///< tuned on this device for this problem
    near,          ///< on this device, for a similar problem
    driver,        ///< on this device under another driver
    far,           ///< on this device, for a very different problem
    architecture,  ///< on another device of the same architecture
    vendor,        ///< on another device of the same vendor and type
    portable,      ///< on some device of the same type
    defaults,      ///< nothing was tuned: the kernel's default config
    none           ///< no kernel of this name, or none that can run here
};

/// "exact", "near" and so on.
HONE_API std::string_view text(Match match);

/// Whether the caller can rewrite a built program before it runs, as hone::Launches does. Only then
/// may an answer need it (TunedKernel::rewrite).
enum class Rewriting { no, yes };

/// Whether a program may be built with options that relax mathematics, such as
/// -cl-fast-relaxed-math. Results are then less accurate than OpenCL guarantees, and NaN,
/// infinities and denormal numbers may be lost. With `exact`, no answer uses such options.
enum class Math : std::uint16_t { exact, relaxed };

/// The query of an application.
struct Query {
    std::string what;  // name of a routine or a kernel
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
    /// One launch, as numbers; unused dimensions are 1. If the driver chooses the work-group size,
    /// `local` is all 0.
    struct Launch {
        std::string entry;
        std::vector<std::string> arguments;  // by name, in the order of the entry's signature
        int dimensions = 1;
        std::array<std::size_t, 3> local{1, 1, 1};
        std::array<std::size_t, 3> global{1, 1, 1};

        /// For clEnqueueNDRangeKernel: null if the driver chooses.
        const std::size_t* local_or_null() const { return local[0] == 0 ? nullptr : local.data(); }
    };
    /// An argument that the kernel needs besides those of the problem.
    struct Extra {
        enum class Kind { scratch, local, scalar };
        Kind kind = Kind::scratch;
        std::string name;
        std::string type;       // of a scalar, in OpenCL C
        std::size_t bytes = 0;  // of a scratch buffer or of local memory
        double value = 0;       // of a scalar
    };

    Query query;          // the query
    std::string kernel;   // "gemm_tile"
    std::string routine;  // "gemm"
    std::string precision;
    Settings problem;  // complete: omitted arguments have their defaults
    Settings config;
    SharedText source;        // the source that was tuned
    std::string source_path;  // the file that comes with hone, if there is one
    std::string build_options;
    std::string rewrite;           // target to rewrite the built program for: "sm_90a", or empty
    std::vector<Launch> launches;  // in order
    std::vector<Extra> extras;
    /// Time of all launches; 0 if unknown. Measured if the match is exact, else an upper estimate
    /// that includes the uncertainty. Between equally fast configs, the one with the smaller
    /// uncertainty is returned.
    double expected_ns = 0;

    Match match = Match::none;
    std::string reason;     // the match in words, and which requirements did not fit
    double confidence = 0;  // from 0 to 1
    std::string stale;      // what has changed since the tuning; `hone check` measures it again

    /// Whether there is a kernel to run.
    explicit operator bool() const { return match != Match::none; }
};

/// A database that was skipped, and the reason.
struct SkippedDatabase {
    std::filesystem::path file;
    std::string reason;
};

}  // namespace hone
