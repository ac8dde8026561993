// SPDX-License-Identifier: MIT
// The lower of two lines: what memory can bring, and what arithmetic can do with it.
#include "reports/evidence/roofline.hpp"

#include <algorithm>

namespace hone {
namespace {

double value_of(const std::vector<Probe>& probes, const std::string& name) {
    const auto found = std::ranges::find(probes, name, &Probe::name);
    return found == probes.end() ? 0 : found->value;
}

}  // namespace

double Ceilings::attainable(double intensity) const {
    const double by_memory = bytes_per_second * intensity;
    if (by_memory <= 0) return 0;
    return flops_per_second > 0 ? std::min(by_memory, flops_per_second) : by_memory;
}

Ceilings ceilings_of(const std::vector<Probe>& probes, const std::string& precision) {
    return {std::max(value_of(probes, std::string(probes::read_bandwidth)),
                     value_of(probes, std::string(probes::copy_bandwidth))),
            value_of(probes, "fma_" + precision)};
}

std::optional<double> share_of_ceiling(const Evidence& evidence, const Account& account,
                                       const Shot& shot) {
    const auto probed = evidence.probes.find(account.device);
    if (probed == evidence.probes.end() || shot.bytes <= 0 || shot.time.median <= 0) return {};
    const Ceilings ceilings = ceilings_of(probed->second, account.about.precision);
    const double seconds = shot.time.median * 1e-9;
    const bool only_moves = shot.flops <= 0;
    const double reached = (only_moves ? shot.bytes : shot.flops) / seconds;
    const double most =
        only_moves ? ceilings.bytes_per_second : ceilings.attainable(shot.flops / shot.bytes);
    return most > 0 ? std::optional(reached / most) : std::nullopt;
}

}  // namespace hone
