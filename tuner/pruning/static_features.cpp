// SPDX-License-Identifier: MIT
// Figures that are the same for every choice cost nothing: a strategy leaves those out.
#include "tuner/pruning/static_features.hpp"

#include <algorithm>

#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/rule_sets.hpp"

namespace hone {
namespace {

double real(auto number) {
    return static_cast<double>(number);
}

// By how many soft rules it would be put off.
double doubts(const Question& question) {
    return real(std::ranges::count_if(rules(), [&](const Rule& rule) {
        return rule.strength == Rule::Strength::soft && rule.stage == Rule::Stage::before_build &&
               rule.find(question).answer == Finding::Answer::broken;
    }));
}

// How much of the device it keeps busy, and for how long: nothing where units hold one group each.
void add_occupancy(const Question& question, double groups, std::vector<double>& figures) {
    if (!without_occupancy(question).empty()) return;
    const Occupancy held = occupancy(*question.architecture, needs_of(question));
    const double units = real(std::max<std::int64_t>(1, question.device.compute_units));
    figures.push_back(held.share());
    figures.push_back(real(held.groups));
    figures.push_back(groups / (units * real(std::max<std::int64_t>(1, held.groups))));
}

std::vector<double> figures_of(const Question& question) {
    const Plan& plan = question.plan;
    const Launch& launch = plan.launches[plan.main];
    const double items = real(launch.work_items());
    const double groups = real(launch.work_groups());
    std::vector<double> figures{items,
                                groups,
                                real(plan.local_memory),
                                real(plan.registers),
                                plan.flops / (items * groups),
                                plan.bytes / (items * groups),
                                doubts(question)};
    add_occupancy(question, groups, figures);
    return figures;
}

}  // namespace

Foresight foresight_of(const BenchSetup& setup) {
    Names known = device_names(setup.device.device);
    known.merge(names_of(setup.problem));
    const Architecture* architecture = architecture_of(setup.device.device);
    return [&setup, known = std::move(known), architecture](const Config& config) {
        const Plan plan = make_plan(setup.space, config, known);
        if (plan.launches.empty()) return std::vector<double>{};
        return figures_of({.device = setup.device.device,
                           .plan = plan,
                           .architecture = architecture,
                           .requirement = Requirement(),
                           .hints = read_hints(setup.space, plan, known),
                           .built = {},
                           .roof = Roof()});
    };
}

}  // namespace hone
