// SPDX-License-Identifier: MIT
// Builds the rules' input from the stored facts about a device.
#include "tuner/evaluation/pruner.hpp"

#include <algorithm>
#include <utility>

#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/worker/probe_device.hpp"

namespace hone {
namespace {

double per_nanosecond(Store& store, const std::string& device, std::string_view name) {
    const auto probe = store.probe(device, name);
    return probe ? probe->value * 1e-9 : 0;
}

// Probed once and stored with the device. A user's program needs no such limit.
StoredFacts probed_facts(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
                         const MeasurementKey& key) {
    const std::string name(probes::local_memory_limit);
    if (!setup.space.program && !store.probe(key.device, name))
        probe_device(setup.device, {name}, timeouts.build, store,
                     [](const std::string&) { return true; });
    return stored_facts(setup.space, store, key.device, key.kernel);
}

constexpr Rule quarantine_rule{.name = "quarantine",
                               .meaning = "the config did not crash or hang its worker repeatedly"};

RuleVerdict in_quarantine() {
    return {.decision = RuleVerdict::Decision::rejected,
            .rule = quarantine_rule.name,
            .reason = "quarantined: it crashed or hung its worker repeatedly"};
}

}  // namespace

StoredFacts stored_facts(const Space& space, Store& store, const std::string& device,
                         const std::string& kernel) {
    StoredFacts facts;
    for (const Quarantined& one : store.quarantine(device, kernel))
        if (const auto config = config_from(space, one.config)) facts.quarantine.insert(*config);
    if (space.program) return facts;
    const auto probe = store.probe(device, std::string(probes::local_memory_limit));
    facts.local_limit = probe ? static_cast<std::int64_t>(probe->value) : 0;
    return facts;
}

MeasuredPeaks measured_peaks(Store& store, const MeasurementKey& key) {
    return {.flops_per_ns = per_nanosecond(store, key.device, "fma_" + key.precision),
            .bytes_per_ns = per_nanosecond(store, key.device, probes::read_bandwidth)};
}

// A config that exceeds the probed peak proves a higher one; matrix units, for example, are not
// probed. The new peak is 1 % above the reached rate: otherwise rounding could defer the config
// that reached it.
void raise_roofline(MeasuredPeaks& peaks, const Plan& plan, double ns) {
    constexpr double above = 1.01;
    const auto raise = [&](double& peak, double work) {
        if (peak > 0) peak = std::max(peak, above * work / ns);
    };
    raise(peaks.flops_per_ns, plan.flops);
    raise(peaks.bytes_per_ns, plan.bytes);
}

Pruner::Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
               const MeasurementKey& key)
    : Pruner(setup, probed_facts(setup, timeouts, store, key)) {}

Pruner::Pruner(const BenchSetup& setup, StoredFacts facts)
    : setup_(setup),
      known_(known_names(setup)),
      architecture_(architecture_of(setup.device.device)),
      requirement_(requirement_of(setup.space, known_)),
      facts_(std::move(facts)) {}

RuleInput Pruner::rule_input(const Plan& plan) const {
    return {.device = setup_.device.device,
            .plan = plan,
            .architecture = architecture_,
            .requirement = requirement_,
            .hints = read_hints(setup_.space, plan, known_),
            .local_limit = facts_.local_limit};
}

RuleVerdict Pruner::before_build(const Plan& plan, const MeasuredPeaks& peaks,
                                 double best_ns) const {
    if (facts_.quarantine.contains(plan.config)) return in_quarantine();
    if (setup_.space.program) return {};  // the rules apply only to kernels
    RuleInput input = rule_input(plan);
    input.peaks = peaks;
    input.best_ns = best_ns;
    return apply_rules(input, Rule::Stage::before_build);
}

RuleVerdict Pruner::after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const {
    RuleInput input = rule_input(plan);
    input.built = built;
    return apply_rules(input, Rule::Stage::after_build);
}

std::vector<std::pair<const Rule*, RuleVerdict>> Pruner::verdicts(
    const Plan& plan, std::span<const KernelBuildInfo> built, const MeasuredPeaks& peaks,
    double best_ns) const {
    std::vector<std::pair<const Rule*, RuleVerdict>> all;
    if (facts_.quarantine.contains(plan.config))
        all.emplace_back(&quarantine_rule, in_quarantine());
    if (setup_.space.program) return all;  // the rules apply only to kernels
    RuleInput input = rule_input(plan);
    input.built = built;
    input.peaks = peaks;
    input.best_ns = best_ns;
    for (const Rule& rule : rules())
        if (!built.empty() || rule.stage == Rule::Stage::before_build)
            all.emplace_back(&rule, apply_rules(rule, input));
    return all;
}

}  // namespace hone
