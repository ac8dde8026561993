// SPDX-License-Identifier: MIT
// The minimum of two bounds: memory bandwidth times intensity, and peak arithmetic.
#include "reports/evidence/roofline.hpp"

#include <algorithm>

namespace hone {
namespace {

double value_of(const std::vector<Probe>& probes, const std::string& name) {
    const auto found = std::ranges::find(probes, name, &Probe::name);
    return found == probes.end() ? 0 : found->value;
}

}  // namespace

double Roofline::attainable(double intensity) const {
    const double by_memory = bytes_per_second * intensity;
    if (by_memory <= 0) return 0;
    return flops_per_second > 0 ? std::min(by_memory, flops_per_second) : by_memory;
}

Roofline roofline_of(const std::vector<Probe>& probes, const std::string& precision) {
    return {std::max(value_of(probes, std::string(probes::read_bandwidth)),
                     value_of(probes, std::string(probes::copy_bandwidth))),
            value_of(probes, "fma_" + precision)};
}

std::optional<double> share_of_roofline(const Evidence& evidence, const KernelResults& results,
                                        const TrialSummary& trial) {
    const auto probed = evidence.probes.find(results.device);
    if (probed == evidence.probes.end() || trial.bytes <= 0 || trial.time.median <= 0) return {};
    const Roofline roofline = roofline_of(probed->second, results.key.precision);
    const double seconds = trial.time.median * 1e-9;
    const bool only_moves = trial.flops <= 0;
    const double reached = (only_moves ? trial.bytes : trial.flops) / seconds;
    const double most =
        only_moves ? roofline.bytes_per_second : roofline.attainable(trial.flops / trial.bytes);
    return most > 0 ? std::optional(reached / most) : std::nullopt;
}

}  // namespace hone
