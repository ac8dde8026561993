// SPDX-License-Identifier: MIT
// The roofline of each device from its probes, and the share of it that results reach. The data of
// a problem select memory or a cache; its precision selects vector and matrix units. A probe that
// results exceed did not reach the peak, so it is no limit.
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

/// The limit of a problem on a device.
enum class Limit {
    unknown,  ///< no probe, or the space declares neither bytes nor FLOP
    memory,   ///< the probed memory bandwidth
    cache_1,  ///< the bandwidth of the fastest cache that the probe found
    cache_2,
    cache_3,
    vector_units,  ///< the probed rate of multiply-adds
    matrix_units,  ///< the probed rate of matrix units
    in_cache,      ///< the problem fits in a cache, which was not probed
    unprobed,      ///< units that may be faster than all probed ones
    above_probe    ///< a result is faster than the probe allows, so the probe is no limit
};
/// "memory", "L2 cache", "matrix units", "above the probe".
std::string_view words_of_limit(Limit limit);
/// The limit of a level that cache_levels() found.
Limit limit_of(const CacheLevel& level);

/// The probed peak rates for one precision on one device; zero if not probed.
struct Roofline {
    double bytes_per_second = 0;
    double flops_per_second = 0;

    /// The attainable rate in FLOP/s at this arithmetic intensity (FLOP/byte); 0 if unknown.
    double attainable(double intensity) const;
};

/// From memory and from the vector units of exactly this precision.
Roofline roofline_of(const std::vector<Probe>& probes, const std::string& precision);

/// One peak: its rate and the probe that measured it.
struct Peak {
    Limit limit = Limit::unknown;
    double rate = 0;
    ProbePoint probe = {};
};

/// All peaks that apply to one precision on one device.
struct Peaks {
    Peak memory;
    std::vector<Peak> caches;        // the fastest first
    std::vector<CacheLevel> levels;  // the same, with their sizes
    Peak vector_units, matrix_units;
    std::string_view unprobed = {};  // a probe that was never run and could be faster

    /// The faster of the two units.
    const Peak& arithmetic() const {
        return matrix_units.rate > vector_units.rate ? matrix_units : vector_units;
    }
};
Peaks peaks_of(const std::vector<Probe>& probes, const Device& device,
               const std::string& precision);

/// The share of a limit that a trial reaches; 0 if unknown.
struct RoofShare {
    Limit limit = Limit::unknown;
    double share = 0;
    ProbePoint probe = {};  // the limit's probe

    bool known() const { return share > 0; }
};

/// The rooflines of all devices.
class Roofs {
  public:
    explicit Roofs(const Evidence& evidence);

    RoofShare share(const KernelResults& results, const TrialSummary& trial) const;
    /// The peaks of one device for one precision, without probes that its results exceed.
    Peaks of(const std::string& device, const std::string& precision) const;

  private:
    using Key = std::pair<std::string, std::string>;  // a device and a precision
    RoofShare of_data(const KernelResults& results, const TrialSummary& trial,
                      const Peaks& peaks) const;

    const Evidence& evidence_;
    std::map<Key, Peaks> peaks_;
    std::set<Key> exceeded_;  // whose probed arithmetic rate results exceed
};

}  // namespace hone
