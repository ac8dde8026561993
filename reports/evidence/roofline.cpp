// SPDX-License-Identifier: MIT
// The minimum of two limits: bandwidth times intensity, and peak arithmetic.
#include "reports/evidence/roofline.hpp"

#include <algorithm>
#include <array>

#include "db/model/canonical_json.hpp"

namespace hone {
namespace {

constexpr double noise = 1.05;  // a result may exceed a true limit by this factor

double per_second(double amount, const TrialSummary& trial) {
    return amount / (trial.time.median * 1e-9);
}

bool is_cold(const KernelResults& results) {
    return text_in(results.key.conditions, "cache", "warm") == "cold";
}

// The levels that may hold a problem's data when a launch begins. A CPU keeps data in all caches.
// On other devices only the last cache counts: the caches of the compute units are empty at a
// launch.
std::vector<Peak> sources_of_data(const Peaks& peaks, const Device& device, double bytes) {
    std::vector<Peak> sources;
    const std::size_t first =
        device.type == "cpu" || peaks.caches.empty() ? 0 : peaks.caches.size() - 1;
    for (std::size_t i = peaks.caches.size(); i-- > first;) sources.push_back(peaks.caches[i]);
    sources.insert(sources.begin(), peaks.memory);
    std::size_t nearest = 0;  // the nearest level that holds all data
    for (std::size_t i = 1; i < sources.size(); ++i)
        if (bytes <= peaks.levels[peaks.caches.size() - i].bytes) nearest = i;
    sources.erase(sources.begin(), sources.begin() + static_cast<std::ptrdiff_t>(nearest));
    return sources;
}

RoofShare checked(const Peak& peak, double reached) {
    if (peak.rate <= 0) return {};
    if (reached > noise * peak.rate) return {Limit::above_probe, 0};
    return {peak.limit, reached / peak.rate, peak.probe};
}

}  // namespace

double Roofline::attainable(double intensity) const {
    const double by_memory = bytes_per_second * intensity;
    if (by_memory <= 0) return 0;
    return flops_per_second > 0 ? std::min(by_memory, flops_per_second) : by_memory;
}

std::string_view words_of_limit(Limit limit) {
    constexpr std::array<std::string_view, 10> words{
        "",           "memory",         "L1 cache",     "L2 cache",
        "L3 cache",   "vector units",   "matrix units", "in cache",
        "not probed", "above the probe"};
    return words.at(static_cast<std::size_t>(limit));
}

Limit limit_of(const CacheLevel& level) {
    constexpr std::array<Limit, 4> limits{Limit::unknown, Limit::cache_1, Limit::cache_2,
                                          Limit::cache_3};
    return limits.at(level.number);
}

Roofs::Roofs(const Evidence& evidence) : evidence_(evidence) {
    for (const KernelResults& results : evidence.kernel_results) {
        const Key key{results.device, results.key.precision};
        const auto probed = evidence.probes.find(results.device);
        if (probed == evidence.probes.end()) continue;
        if (!peaks_.contains(key))
            peaks_[key] = peaks_of(probed->second, evidence.devices.at(key.first), key.second);
        const double most = peaks_[key].arithmetic().rate;
        if (results.best && results.best->time.median > 0 && most > 0 &&
            per_second(results.best->flops, *results.best) > noise * most)
            exceeded_.insert(key);
    }
}

Peaks Roofs::of(const std::string& device, const std::string& precision) const {
    const auto found = peaks_.find({device, precision});
    if (found == peaks_.end()) return {};
    Peaks peaks = found->second;
    if (exceeded_.contains(found->first)) peaks.vector_units = peaks.matrix_units = {};
    return peaks;
}

RoofShare Roofs::share(const KernelResults& results, const TrialSummary& trial) const {
    const auto found = peaks_.find({results.device, results.key.precision});
    if (found == peaks_.end() || trial.bytes <= 0 || trial.time.median <= 0) return {};
    const Peaks& peaks = found->second;
    RoofShare by_data = of_data(results, trial, peaks);
    const Peak& units = peaks.arithmetic();
    if (units.rate <= 0 && !peaks.unprobed.empty() && trial.flops > 0) return {Limit::unprobed, 0};
    const double arithmetic = units.rate > 0 ? per_second(trial.flops, trial) / units.rate : 0;
    const double memory =
        peaks.memory.rate > 0 ? per_second(trial.bytes, trial) / peaks.memory.rate : 0;
    // If the nearer cache's rate is unknown, memory's rate decides which of the two limits applies.
    const bool is_arithmetic = arithmetic >= (by_data.known() ? by_data.share : memory);
    if (!is_arithmetic || arithmetic <= 0) return by_data;
    if (exceeded_.contains(found->first)) return {Limit::above_probe, 0};
    return checked(units, per_second(trial.flops, trial));
}

// A result that is faster than a level allows got its data from a nearer one.
RoofShare Roofs::of_data(const KernelResults& results, const TrialSummary& trial,
                         const Peaks& peaks) const {
    const double reached = per_second(trial.bytes, trial);
    if (is_cold(results)) return checked(peaks.memory, reached);
    const Device& device = evidence_.devices.at(results.device);
    if (peaks.caches.empty() && trial.bytes <= static_cast<double>(device.cache))
        return {Limit::in_cache, 0};
    RoofShare share;
    for (const Peak& source : sources_of_data(peaks, device, trial.bytes)) {
        share = checked(source, reached);
        if (share.known()) break;
    }
    return share;
}

}  // namespace hone
