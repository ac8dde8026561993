// SPDX-License-Identifier: MIT
// Features that are the same for every config cost nothing: the feature map leaves them out.
#include "tuner/pruning/static_features.hpp"
#include "tuner/measure/bench_setup.hpp"

#include <algorithm>

#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/rule_sets.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone {
namespace {

double real(auto number) {
    return static_cast<double>(number);
}

// How many soft rules would defer it.
double deferring_rules(const RuleInput& input) {
    return real(std::ranges::count_if(rules(), [&](const Rule& rule) {
        return rule.strength == Rule::Strength::soft && rule.stage == Rule::Stage::before_build &&
               rule.check(input).status == RuleResult::Status::violated;
    }));
}

// How much of the device it keeps busy, and for how long: nothing where units hold one group each.
void add_occupancy(const RuleInput& input, double groups, std::vector<double>& features) {
    if (!without_occupancy(input).empty()) return;
    const Occupancy held = occupancy(*input.architecture, needs_of(input));
    const double units = real(std::max<std::int64_t>(1, input.device.compute_units));
    features.push_back(held.share());
    features.push_back(real(held.groups));
    features.push_back(groups / (units * real(std::max<std::int64_t>(1, held.groups))));
}

std::vector<double> features_of(const RuleInput& input) {
    const Plan& plan = input.plan;
    const Launch& launch = plan.launches[plan.main];
    const double items = real(launch.work_items());
    const double groups = real(launch.work_groups());
    std::vector<double> features{items,
                                 groups,
                                 real(plan.local_memory),
                                 real(plan.registers),
                                 plan.flops / (items * groups),
                                 plan.bytes / (items * groups),
                                 deferring_rules(input)};
    add_occupancy(input, groups, features);
    return features;
}

}  // namespace

StaticFeatures static_features(const BenchSetup& setup) {
    const Names known = known_names(setup.device.device, setup.problem);
    const Architecture* architecture = architecture_of(setup.device.device);
    return [&setup, known = std::move(known), architecture](const Config& config) {
        const Plan plan = make_plan(setup.space, config, known);
        if (plan.launches.empty()) return std::vector<double>{};
        return features_of({.device = setup.device.device,
                            .plan = plan,
                            .architecture = architecture,
                            .requirement = Requirement(),
                            .hints = read_hints(setup.space, plan, known),
                            .built = {},
                            .peaks = MeasuredPeaks()});
    };
}

}  // namespace hone
