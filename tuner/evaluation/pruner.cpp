// SPDX-License-Identifier: MIT
// Builds the rules' input from the stored facts about a device.
#include "tuner/evaluation/pruner.hpp"

#include <algorithm>

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
std::int64_t probed_local_memory(const BenchSetup& setup, const Timeouts& timeouts, Store& store,
                                 const std::string& device) {
    if (setup.space.program) return 0;
    const LocalDevice& local = setup.device;
    const std::string name(probes::local_memory_limit);
    if (!store.probe(device, name))
        probe_device(local, {name}, timeouts.build, store, [](const std::string&) { return true; });
    const auto probe = store.probe(device, name);
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

std::set<Config> quarantined_configs(const Space& space, Store& store, const MeasurementKey& key) {
    std::set<Config> configs;
    for (const Quarantined& one : store.quarantine(key.device, key.kernel))
        if (const auto config = config_from(space, one.config)) configs.insert(*config);
    return configs;
}

}  // namespace

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
    : setup_(setup),
      known_(known_names(setup)),
      architecture_(architecture_of(setup.device.device)),
      requirement_(requirement_of(setup.space, known_)),
      quarantine_(quarantined_configs(setup.space, store, key)),
      local_limit_(probed_local_memory(setup, timeouts, store, key.device)) {}

RuleInput Pruner::rule_input(const Plan& plan) const {
    return {.device = setup_.device.device,
            .plan = plan,
            .architecture = architecture_,
            .requirement = requirement_,
            .hints = read_hints(setup_.space, plan, known_),
            .local_limit = local_limit_};
}

RuleVerdict Pruner::before_build(const Plan& plan, const MeasuredPeaks& peaks,
                                 double best_ns) const {
    if (quarantine_.contains(plan.config)) {
        return {.decision = RuleVerdict::Decision::rejected,
                .rule = "quarantine",
                .reason = "quarantined: it crashed or hung its worker repeatedly"};
    }
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

}  // namespace hone
