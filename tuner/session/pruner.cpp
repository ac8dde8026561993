// SPDX-License-Identifier: MIT
// From what is stored of a device to the questions that rules answer.
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

// What `hone probe` found, where it was asked; without it the roof is unknown.
Roof measured_roof(Store& store, const std::string& device, const std::string& precision) {
    return {.flops_per_ns = per_nanosecond(store, device, "fma_" + precision),
            .bytes_per_ns = per_nanosecond(store, device, probes::read_bandwidth)};
}

// Asked once and kept with the device.
std::int64_t probed_local_memory(const Found& found, const Limits& limits, Store& store,
                                 const std::string& device) {
    const std::string name(probes::local_memory_limit);
    if (!store.probe(device, name))
        probe_device(found, {name}, limits.build, store, [](const std::string&) { return true; });
    const auto probe = store.probe(device, name);
    return probe ? static_cast<std::int64_t>(probe->value) : 0;
}

}  // namespace

Judge::Judge(const BenchSetup& setup, const Limits& limits, Store& store, const Run& run)
    : setup_(setup),
      store_(store),
      run_(run),
      known_(names_of(setup)),
      architecture_(architecture_of(setup.device.device)),
      requirement_(requirement_of(setup.space, known_)),
      roof_(measured_roof(store, run.key.device, setup.problem.precision)),
      local_limit_(probed_local_memory(setup.device, limits, store, run.key.device)) {}

Question Judge::question(const Plan& plan, double best_ns) const {
    return {.device = setup_.device.device,
            .plan = plan,
            .architecture = architecture_,
            .requirement = requirement_,
            .hints = read_hints(setup_.space, plan, known_),
            .built = {},
            .roof = roof_,
            .best_ns = best_ns,
            .local_limit = local_limit_};
}

Verdict Judge::before_build(const Config& config, double best_ns) const {
    if (store_.quarantined(run_.key.device, run_.key.kernel, config_text(setup_.space, config))) {
        return {.ruling = Verdict::Ruling::rejected,
                .rule = "quarantine",
                .reason = "it took its worker with it more than once on this device and driver"};
    }
    const Plan plan = this->plan(config);
    return judge(question(plan, best_ns), Rule::Stage::before_build);
}

Verdict Judge::after_build(const Plan& plan, std::span<const Built> built) const {
    Question after = question(plan, 0);
    after.built = built;
    return judge(after, Rule::Stage::after_build);
}

// A ceiling that was reached is higher than it was thought: matrix units, for one, are not probed.
// It is lifted above what reached it, which would be put off itself otherwise, where it is rounded.
void Judge::was_reached(const Plan& plan, double ns) {
    constexpr double above = 1.01;
    const auto lift = [&](double& ceiling, double work) {
        if (ceiling > 0) ceiling = std::max(ceiling, above * work / ns);
    };
    lift(roof_.flops_per_ns, plan.flops);
    lift(roof_.bytes_per_ns, plan.bytes);
}

}  // namespace hone
