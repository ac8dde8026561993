// SPDX-License-Identifier: MIT
// The roofline of a device, from its probes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/model/probe.hpp"
#include "reports/evidence/evidence.hpp"

namespace hone {

/// The probed peak rates for one precision on one device; zero where it was not probed.
struct Roofline {
    double bytes_per_second = 0;
    double flops_per_second = 0;

    /// The attainable rate in FLOP/s at this arithmetic intensity (FLOP/byte); 0 where unknown.
    double attainable(double intensity) const;
};

Roofline roofline_of(const std::vector<Probe>& probes, const std::string& precision);

/// The fraction of the device's roofline that a trial reaches; nothing where the device was not
/// probed or the space does not declare bytes and FLOP. Above 1 where the problem fits into a
/// cache, which is faster than the probed memory.
std::optional<double> share_of_roofline(const Evidence& evidence, const KernelResults& results,
                                        const TrialSummary& trial);

}  // namespace hone
