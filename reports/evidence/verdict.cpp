// SPDX-License-Identifier: MIT
// Adds the winner of each problem to the verdict on its device, routine and precision.
#include "reports/evidence/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "reports/text/describe.hpp"
#include "reports/text/shell_quote.hpp"

namespace hone {
namespace {

// CLBlast is made for GPUs: on a CPU it is a weak peer, even if it was the fastest there.
bool is_weak(const Evidence& evidence, const std::string& device, const std::string& library) {
    return library.starts_with("clblast") && evidence.devices.at(device).type == "cpu";
}

// All libraries that were timed for a problem, in a run of the winner or of another kernel.
std::map<std::string, const ReferenceTiming*> peers_of(const Evidence& evidence,
                                                       const KernelResults& winner) {
    std::map<std::string, const ReferenceTiming*> peers;
    for (const auto& [name, reference] : winner.references) peers[name] = &reference;
    for (const KernelResults& results : evidence.kernel_results)
        if (results.device == winner.device && results.key == winner.key)
            for (const auto& [name, reference] : results.references)
                peers.try_emplace(name, &reference);
    return peers;
}

// The fastest library for a problem; a weak one only if there is no other.
const ReferenceTiming* strongest_peer(const Evidence& evidence, const KernelResults& winner) {
    const auto peers = peers_of(evidence, winner);
    const auto strongest = std::ranges::min_element(peers, {}, [&](const auto& one) {
        return std::pair(is_weak(evidence, winner.device, one.first), one.second->time.median);
    });
    return strongest == peers.end() ? nullptr : strongest->second;
}

void add(MeanSpeedup& mean, const MedianInterval* other, const KernelResults& winner) {
    if (other && other->median > 0)
        mean.each.push_back(speedup(*other, winner.best->time));
    else if (!mean.first_without)
        mean.first_without = &winner;
}

// A finished search has tried the default config unless there is none or it cannot run, so another
// search adds nothing.
bool has_tried_defaults(const KernelResults& results) {
    return std::ranges::any_of(results.trials, [&](const TrialSummary& trial) {
        const Run& run = results.runs[trial.run];
        return trial.purpose == Purpose::search && run.state == State::finished &&
               run.source == Source::local;
    });
}

void add_own_defaults(const KernelResults& winner, Verdict& verdict) {
    if (!winner.defaults && has_tried_defaults(winner))
        ++verdict.over_defaults.never;
    else
        add(verdict.over_defaults, winner.defaults ? &winner.defaults->time : nullptr, winner);
}

void add_peer(const Evidence& evidence, const KernelResults& winner, Verdict& verdict) {
    const ReferenceTiming* peer = strongest_peer(evidence, winner);
    const bool weak = peer && is_weak(evidence, winner.device, peer->name);
    PeerSpeedup& over = weak ? verdict.over_weak_peer : verdict.over_peer;
    if (peer) ++over.names[peer->name];
    add(over.speedup, peer ? &peer->time : nullptr, winner);
    if (weak) add(verdict.over_peer.speedup, nullptr, winner);
}

// Combines the noise of the result's and the probe's samples; a probe without samples counts as
// exact.
RatioWithError share_of(const Evidence& evidence, const std::string& device, const RoofShare& roof,
                        const MedianInterval& time) {
    const auto spreads = evidence.spreads.find(device);
    const ProbeSpread* spread = nullptr;
    if (spreads != evidence.spreads.end())
        if (const auto found = spreads->second.find(roof.probe); found != spreads->second.end())
            spread = &found->second;
    const bool known = spread && spread->time.known();
    RatioWithError share{roof.share, speedup(known ? spread->time : time, time).log_error};
    if (!known && share.log_error) *share.log_error /= std::numbers::sqrt2;
    return share;
}

void add_limit(const Evidence& evidence, Verdict& verdict, const RoofShare& roof,
               const MedianInterval& time) {
    std::vector<RatioWithError>& shares = verdict.limits[roof.limit];
    if (roof.known()) shares.push_back(share_of(evidence, verdict.device, roof, time));
}

void add_winner(const Evidence& evidence, const Roofs& roofs, const KernelResults& winner,
                Verdict& verdict) {
    ++verdict.problems;
    ++verdict.wins[winner.kernel_name];
    add_own_defaults(winner, verdict);
    add_peer(evidence, winner, verdict);
    add_limit(evidence, verdict, roofs.share(winner, *winner.best), winner.best->time);
}

// "M=1024,N=1024,K=1024" from "M=1024 N=1024 K=1024".
std::string size_option(const std::string& problem) {
    std::string words = problem_words("", "", problem);
    words.erase(0, words.find_first_not_of(' '));
    std::ranges::replace(words, ' ', ',');
    return words;
}

std::string device_option(const Evidence& evidence, const std::string& device) {
    return "--device " + shell_quoted(evidence.devices.at(device).name);
}

// Tuning again times missing defaults and references. Results that were only imported have no
// kernel here to run.
std::string tune_command(const Evidence& evidence, const KernelResults& results) {
    if (!results.verified) return {};
    const std::string size = size_option(results.key.problem);
    return fmt::format("hone tune {} --precision {}{} {}", results.kernel_name,
                       results.key.precision, size.empty() ? "" : " --size " + shell_quoted(size),
                       device_option(evidence, results.device));
}

void add_missing(const Verdict& verdict, const MeanSpeedup& mean, std::string_view what,
                 const std::string& command, std::vector<Missing>& all) {
    const std::size_t without = verdict.problems - mean.each.size() - mean.never;
    all.push_back({&verdict,
                   fmt::format("{} of {} problem{}", what, without, without == 1 ? "" : "s"),
                   command});
}

void add_defaults(const Evidence& evidence, const Verdict& verdict, std::vector<Missing>& all) {
    const MeanSpeedup& mean = verdict.over_defaults;
    if (mean.first_without)
        add_missing(verdict, mean, "the defaults", tune_command(evidence, *mean.first_without),
                    all);
}

// hone runs no library made for CPUs itself: their times are imported.
void add_peers(const Evidence& evidence, const Verdict& verdict, std::vector<Missing>& all) {
    const MeanSpeedup& mean = verdict.over_peer.speedup;
    if (!mean.first_without) return;
    if (evidence.devices.at(verdict.device).type == "cpu")
        add_missing(verdict, mean, "a library made for CPUs", "hone db import times.csv", all);
    else
        add_missing(verdict, mean, "another library", tune_command(evidence, *mean.first_without),
                    all);
}

void add_limits(const Evidence& evidence, const Roofs& roofs, const Verdict& verdict,
                std::vector<Missing>& all) {
    const auto add = [&](std::string_view what, std::string_view probe) {
        all.push_back({&verdict, std::string(what),
                       fmt::format("hone probe {}{}{}", probe, probe.empty() ? "" : " ",
                                   device_option(evidence, verdict.device))});
    };
    if (!evidence.probes.contains(verdict.device)) return add("the limits", "");
    const Peaks peaks = roofs.of(verdict.device, verdict.precision);
    const bool exceeded = verdict.limits.contains(Limit::above_probe);
    if (!peaks.unprobed.empty() && (exceeded || verdict.limits.contains(Limit::unprobed)))
        add("the peak of matrix units", peaks.unprobed);
    if (verdict.limits.contains(Limit::in_cache))
        add("the bandwidth of caches", probes::cache_sweep);
    if (peaks.unprobed.empty() && exceeded) add("a limit that no result exceeds", "");
    const bool lacks_peak = peaks.memory.rate <= 0 || peaks.arithmetic().rate <= 0;
    if (peaks.unprobed.empty() && !exceeded && lacks_peak) add("the limits", "");
}

}  // namespace

bool Verdict::has_only_weak_peers() const {
    return over_peer.names.empty() && !over_weak_peer.names.empty();
}

Limit Verdict::main_limit() const {
    Limit most = Limit::unknown;
    std::size_t problems_of_most = 0;
    for (const auto& [limit, shares] : limits)
        if (shares.size() > problems_of_most) {
            most = limit;
            problems_of_most = shares.size();
        }
    return most;
}

std::vector<Verdict> verdicts(const Evidence& evidence) {
    const Roofs roofs(evidence);
    std::map<std::tuple<std::string, std::string, std::string>, Verdict> all;
    for (const KernelResults* winner : evidence.fastest_results()) {
        Verdict& verdict =
            all[{evidence.label(*winner), winner->key.routine, winner->key.precision}];
        verdict.device = winner->device;
        verdict.routine = winner->key.routine;
        verdict.precision = winner->key.precision;
        if (winner->best->time.median > 0) add_winner(evidence, roofs, *winner, verdict);
    }
    std::vector<Verdict> in_order;
    for (auto& [key, verdict] : all)
        if (verdict.problems > 0) in_order.push_back(std::move(verdict));
    return in_order;
}

std::vector<Missing> missing(const Evidence& evidence, const std::vector<Verdict>& all) {
    const Roofs roofs(evidence);
    std::vector<Missing> lacking;
    for (const Verdict& verdict : all) {
        add_defaults(evidence, verdict, lacking);
        add_peers(evidence, verdict, lacking);
        add_limits(evidence, roofs, verdict, lacking);
    }
    return lacking;
}

}  // namespace hone
