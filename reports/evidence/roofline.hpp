// SPDX-License-Identifier: MIT
// What a device could give a problem at most, by what was probed of it: the roofline.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/model/probe.hpp"
#include "reports/evidence/evidence.hpp"

namespace hone {

/// The probed figures that bound one precision on one device; zero where it was not probed.
struct Ceilings {
    double bytes_per_second = 0;
    double flops_per_second = 0;

    /// The rate that arithmetic of this intensity (FLOP a byte) can reach, in FLOP/s; 0 where
    /// unknown.
    double attainable(double intensity) const;
};

Ceilings ceilings_of(const std::vector<Probe>& probes, const std::string& precision);

/// What share of the device's own ceiling a shot reaches, by whichever bounds it; nothing where the
/// device was not probed or the space does not say what is moved and computed. Above 1 where the
/// problem fits into a cache, which is faster than the memory that was probed.
std::optional<double> share_of_ceiling(const Evidence& evidence, const Account& account,
                                       const Shot& shot);

}  // namespace hone
