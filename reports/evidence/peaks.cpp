// SPDX-License-Identifier: MIT
// Chooses the probes for a precision. A precision without vector units of its own is computed in
// f32. That rate is a limit only if matrix units were probed as well.
#include <algorithm>
#include <array>

#include "reports/evidence/roofline.hpp"

namespace hone {
namespace {

struct PrecisionProbes {
    std::string_view precision, vector_units, matrix_units;
    double products = 1;  // products of the matrix units per product of the precision
};
constexpr std::array<PrecisionProbes, 6> by_precision{
    {{"f16", probes::fma_f16, probes::matrix_f16},
     {"bf16", probes::fma_f32, probes::matrix_bf16},
     {"tf32", probes::fma_f32, probes::matrix_tf32},
     {"tf32x3", probes::fma_f32, probes::matrix_tf32, 3},
     {"f32", probes::fma_f32, ""},
     {"f64", probes::fma_f64, probes::matrix_f64}}};

const Probe* find(const std::vector<Probe>& probes, std::string_view name) {
    const auto found = std::ranges::find(probes, name, &Probe::name);
    return found == probes.end() ? nullptr : &*found;
}

double value_of(const std::vector<Probe>& probes, std::string_view name) {
    const Probe* probe = find(probes, name);
    return probe ? probe->value : 0;
}

Peak peak_of(Limit limit, const std::vector<Probe>& probes, std::string_view name,
             double products = 1) {
    const double rate = value_of(probes, name);
    if (rate <= 0) return {};
    return {limit, rate / products, {std::string(name), 0}};
}

void add_arithmetic(const std::vector<Probe>& probes, const Device& device,
                    const std::string& precision, Peaks& peaks) {
    const auto known = std::ranges::find(by_precision, precision, &PrecisionProbes::precision);
    if (known == by_precision.end()) return;
    const bool has_own = known->vector_units.ends_with(precision);
    const bool looked_for = known->matrix_units.empty() || find(probes, known->matrix_units);
    if (has_own || looked_for || device.type == "cpu")
        peaks.vector_units = peak_of(Limit::vector_units, probes, known->vector_units);
    peaks.matrix_units = peak_of(Limit::matrix_units, probes, known->matrix_units, known->products);
    if (!looked_for && device.type != "cpu") peaks.unprobed = known->matrix_units;
}

}  // namespace

Roofline roofline_of(const std::vector<Probe>& probes, const std::string& precision) {
    return {std::max(value_of(probes, probes::read_bandwidth),
                     value_of(probes, probes::copy_bandwidth)),
            value_of(probes, "fma_" + precision)};
}

Peaks peaks_of(const std::vector<Probe>& probes, const Device& device,
               const std::string& precision) {
    Peaks peaks;
    const Peak read = peak_of(Limit::memory, probes, probes::read_bandwidth);
    const Peak copy = peak_of(Limit::memory, probes, probes::copy_bandwidth);
    peaks.memory = read.rate >= copy.rate ? read : copy;
    peaks.levels = cache_levels(probes);
    for (const CacheLevel& level : peaks.levels)
        peaks.caches.push_back({limit_of(level),
                                level.bytes_per_second,
                                {std::string(probes::cache_sweep), level.best_set}});
    add_arithmetic(probes, device, precision, peaks);
    return peaks;
}

}  // namespace hone
