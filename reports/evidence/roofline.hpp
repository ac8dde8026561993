// SPDX-License-Identifier: MIT
// The roofline of each device, from its probes, and the share of it that results reach: memory and
// caches by what a problem moves, vector and matrix units by its precision. A probe that results
// exceed is no limit: it did not reach the peak.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "db/model/probe.hpp"
#include "reports/evidence/cache_levels.hpp"
#include "reports/evidence/evidence.hpp"

namespace hone {

/// What limits a problem on a device.
enum class Limit {
    unknown,  ///< no probe, or the space declares neither bytes nor FLOP
    memory,   ///< the probed memory bandwidth
    cache_1,  ///< the bandwidth of the fastest cache that the probe found
    cache_2,
    cache_3,
    vector_units,  ///< the probed rate of multiply-adds
    matrix_units,  ///< the probed rate of matrix units
    in_cache,      ///< the problem fits in a cache, which was not probed
    unprobed,      ///< units that may be faster than all that was probed
    above_probe    ///< a result is faster than the probe allows, so the probe is no limit
};
/// "memory", "L2 cache", "matrix units", "above the probe".
std::string_view words_of_limit(Limit limit);
/// That of a level that cache_levels() found.
Limit limit_of(const CacheLevel& level);

/// The probed peak rates for one precision on one device; zero where it was not probed.
struct Roofline {
    double bytes_per_second = 0;
    double flops_per_second = 0;

    /// The attainable rate in FLOP/s at this arithmetic intensity (FLOP/byte); 0 where unknown.
    double attainable(double intensity) const;
};

/// Memory and the vector units that have this very precision.
Roofline roofline_of(const std::vector<Probe>& probes, const std::string& precision);

/// One peak: how fast, and which probe said so.
struct Peak {
    Limit limit = Limit::unknown;
    double rate = 0;
    ProbePoint probe = {};
};

/// All peaks that hold for one precision on one device.
struct Peaks {
    Peak memory;
    std::vector<Peak> caches;        // the fastest first
    std::vector<CacheLevel> levels;  // the same, with their sizes
    Peak vector_units, matrix_units;
    std::string_view unprobed = {};  // a probe that was never run and would say more

    /// The faster one of the units.
    const Peak& arithmetic() const {
        return matrix_units.rate > vector_units.rate ? matrix_units : vector_units;
    }
};
Peaks peaks_of(const std::vector<Probe>& probes, const Device& device,
               const std::string& precision);

/// The share of a limit that a trial reaches; 0 where it is not known.
struct RoofShare {
    Limit limit = Limit::unknown;
    double share = 0;
    ProbePoint probe = {};  // that the limit is from

    bool known() const { return share > 0; }
};

/// The rooflines of all devices.
class Roofs {
  public:
    explicit Roofs(const Evidence& evidence);

    RoofShare share(const KernelResults& results, const TrialSummary& trial) const;
    /// The peaks of one device for one precision, without what its results exceed.
    Peaks of(const std::string& device, const std::string& precision) const;

  private:
    using Key = std::pair<std::string, std::string>;  // a device and a precision
    RoofShare of_data(const KernelResults& results, const TrialSummary& trial,
                      const Peaks& peaks) const;

    const Evidence& evidence_;
    std::map<Key, Peaks> peaks_;
    std::set<Key> exceeded_;  // whose rate of arithmetic results exceed
};

}  // namespace hone
