// SPDX-License-Identifier: MIT
// Builds the input of the rules from what is stored of a device.
#include "tuner/session/pruner.hpp"

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

// The peak rates of `hone probe`; 0 where it did not run.
MeasuredPeaks measured_peaks(Store& store, const std::string& device,
                             const std::string& precision) {
    return {.flops_per_ns = per_nanosecond(store, device, "fma_" + precision),
            .bytes_per_ns = per_nanosecond(store, device, probes::read_bandwidth)};
}

// Probed once and stored with the device.
std::int64_t probed_local_memory(const LocalDevice& local, const Timeouts& timeouts, Store& store,
                                 const std::string& device) {
    const std::string name(probes::local_memory_limit);
    if (!store.probe(device, name))
        probe_device(local, {name}, timeouts.build, store, [](const std::string&) { return true; });
    const auto probe = store.probe(device, name);
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

}  // namespace

Pruner::Pruner(const BenchSetup& setup, const Timeouts& timeouts, Store& store, const Run& run)
    : setup_(setup),
      store_(store),
      run_(run),
      known_(names_of(setup)),
      architecture_(architecture_of(setup.device.device)),
      requirement_(requirement_of(setup.space, known_)),
      peaks_(measured_peaks(store, run.key.device, setup.problem.precision)),
      local_limit_(probed_local_memory(setup.device, timeouts, store, run.key.device)) {}

RuleInput Pruner::rule_input(const Plan& plan, double best_ns) const {
    return {.device = setup_.device.device,
            .plan = plan,
            .architecture = architecture_,
            .requirement = requirement_,
            .hints = read_hints(setup_.space, plan, known_),
            .built = {},
            .peaks = peaks_,
            .best_ns = best_ns,
            .local_limit = local_limit_};
}

Verdict Pruner::before_build(const Config& config, double best_ns) const {
    if (store_.quarantined(run_.key.device, run_.key.kernel, config_text(setup_.space, config))) {
        return {.decision = Verdict::Decision::rejected,
                .rule = "quarantine",
                .reason = "it took its worker with it more than once on this device and driver"};
    }
    const Plan plan = this->plan(config);
    return apply_rules(rule_input(plan, best_ns), Rule::Stage::before_build);
}

Verdict Pruner::after_build(const Plan& plan, std::span<const KernelBuildInfo> built) const {
    RuleInput input = rule_input(plan, 0);
    input.built = built;
    return apply_rules(input, Rule::Stage::after_build);
}

// A rate above the probed peak raises the peak: matrix units, for one, are not probed. It is raised
// slightly more, so that rounding does not defer the config that reached it.
void Pruner::raise_roofline(const Plan& plan, double ns) {
    constexpr double above = 1.01;
    const auto raise = [&](double& ceiling, double work) {
        if (ceiling > 0) ceiling = std::max(ceiling, above * work / ns);
    };
    raise(peaks_.flops_per_ns, plan.flops);
    raise(peaks_.bytes_per_ns, plan.bytes);
}

}  // namespace hone
