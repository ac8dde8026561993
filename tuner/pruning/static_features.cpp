// SPDX-License-Identifier: MIT
// Features that are equal for all configs cost nothing: the feature map omits them.
#include "tuner/pruning/static_features.hpp"

#include <algorithm>

#include "tuner/devices/device_facts.hpp"
#include "tuner/pruning/rule_sets.hpp"
#include "tuner/pruning/rules.hpp"

namespace hone {
namespace {

double real(auto number) {
    return static_cast<double>(number);
}

// The number of soft rules that would defer the config.
double deferring_rules(const RuleInput& input) {
    return real(std::ranges::count_if(rules(), [&](const Rule& rule) {
        return rule.strength == Rule::Strength::soft && rule.stage == Rule::Stage::before_build &&
               rule.check(input).status == RuleResult::Status::violated;
    }));
}

// Adds how much of the device the config keeps busy, and for how many waves. Skipped if a unit runs
// only one group at a time. If the driver chooses the groups, the features are 0.
void add_occupancy(const RuleInput& input, double groups, std::vector<NamedFeature>& features) {
    if (!without_occupancy(input).empty()) return;
    const Occupancy held =
        groups > 0 ? occupancy(*input.architecture, needs_of(input)) : Occupancy();
    const double units = real(std::max<std::int64_t>(1, input.device.compute_units));
    features.push_back({"occupancy", held.share()});
    features.push_back({"resident work-groups", real(held.groups)});
    features.push_back({"waves", groups / (units * real(std::max<std::int64_t>(1, held.groups)))});
}

std::vector<NamedFeature> features_of(const RuleInput& input) {
    const Plan& plan = input.plan;
    static const Launch none;
    const Launch& launch = plan.launches.empty() ? none : plan.launches[plan.main];
    const double items = real(launch.work_items());
    const double groups = real(launch.work_groups());
    const double all_items = real(launch.all_work_items());
    std::vector<NamedFeature> features{
        {"work-items", items},
        {"work-groups", groups},
        {"local memory", real(plan.local_memory)},
        {"registers", real(plan.registers)},
        {"flops of a work-item", plan.flops / all_items},
        {"bytes of a work-item", plan.bytes / all_items},
        {"deferring rules", deferring_rules(input)},
    };
    add_occupancy(input, groups, features);
    return features;
}

/// Looks up the inputs that do not depend on the config once.
class FeatureReader {
  public:
    explicit FeatureReader(const BenchSetup& setup)
        : setup_(setup),
          known_(known_names(setup.device.device, setup.problem)),
          architecture_(architecture_of(setup.device.device)) {}

    std::vector<NamedFeature> operator()(const Config& config) const {
        const Plan plan = make_plan(setup_.space, config, known_);
        if (plan.launches.empty()) return {};
        return features_of({.device = setup_.device.device,
                            .plan = plan,
                            .architecture = architecture_,
                            .requirement = Requirement(),
                            .hints = read_hints(setup_.space, plan, known_),
                            .built = {},
                            .peaks = MeasuredPeaks()});
    }

  private:
    const BenchSetup& setup_;
    Names known_;
    const Architecture* architecture_;
};

}  // namespace

std::vector<NamedFeature> named_features(const BenchSetup& setup, const Config& config) {
    return FeatureReader(setup)(config);
}

std::function<std::vector<double>(const Config&)> static_features(const BenchSetup& setup) {
    return [features = FeatureReader(setup)](const Config& config) {
        std::vector<double> values;
        for (const NamedFeature& feature : features(config)) values.push_back(feature.value);
        return values;
    };
}

}  // namespace hone
