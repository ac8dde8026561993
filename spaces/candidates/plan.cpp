// SPDX-License-Identifier: MIT
// A candidate made concrete: every expression of the space is evaluated once, and each number that
// a device will be told is checked here, where the expression can still be named.
#include "spaces/candidates/plan.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

// A decimal as the compiler and a person write it: 0.25, not 1/4.
std::string written(const Value& value) {
    const auto* number = std::get_if<Number>(&value);
    const bool decimal = number != nullptr && number->exists() && !number->whole();
    return decimal ? fmt::format("{}", number->real()) : text(value);
}

std::string joined(const Plan& plan, std::string_view before_each) {
    std::string all;
    for (const auto& [name, value] : plan.values) {
        if (!all.empty()) all += ' ';
        all += fmt::format("{}{}={}", before_each, name, written(value));
    }
    return all;
}

[[noreturn]] void refuse(const Expression& expression, const Plan& plan, std::string_view reason) {
    const Mistake mistake{expression.location(), fmt::format("'{}' {}", expression.text(), reason)};
    throw Error(Exit::usage, mistake.text(), "the config: " + plan.text());
}

// The expressions of one space for one choice.
struct Evaluation {
    const Plan& plan;
    Expression::Lookup lookup;

    std::size_t extent(const Expression& expression) const {
        const std::int64_t size = whole(expression);
        if (size < 1) refuse(expression, plan, fmt::format("gives {}, which is not a size", size));
        return static_cast<std::size_t>(size);
    }
    std::int64_t whole(const Expression& expression) const {
        const Number number = expression.number(lookup);
        if (!number.exists()) refuse(expression, plan, fmt::format("gives {}", number.text()));
        if (!number.whole()) {
            refuse(expression, plan,
                   fmt::format("gives {}, which is not a whole number", number.text()));
        }
        return number.numerator();
    }
    double real(const Expression& expression) const {
        const Number number = expression.number(lookup);
        if (!number.exists()) refuse(expression, plan, fmt::format("gives {}", number.text()));
        return number.real();
    }
    bool holds(const Expression& condition) const {
        const Number number = condition.number(lookup);
        if (!number.exists()) refuse(condition, plan, fmt::format("gives {}", number.text()));
        return number.truthy();
    }
};

Launch make_launch(const LaunchStep& step, const Evaluation& evaluation) {
    Launch launch;
    launch.entry = step.entry;
    launch.arguments = step.arguments;
    launch.dimensions = static_cast<int>(step.local.size());
    for (std::size_t d = 0; d < step.local.size(); ++d) {
        launch.local[d] = evaluation.extent(step.local[d]);
        launch.global[d] = evaluation.extent(step.global[d]);
        if (launch.global[d] % launch.local[d] != 0) {
            refuse(step.global[d], evaluation.plan,
                   fmt::format("gives {}, which is not a multiple of the local size {} ('{}')",
                               launch.global[d], launch.local[d], step.local[d].text()));
        }
    }
    return launch;
}

// Of the launches, that with the most work-items.
std::size_t largest(const std::vector<Launch>& launches) {
    const auto total = [](const Launch& launch) {
        return launch.global[0] * launch.global[1] * launch.global[2];
    };
    const auto found = std::ranges::max_element(launches, {}, total);
    return static_cast<std::size_t>(found - launches.begin());
}

// The cost of this name; nothing where the space does not say.
template <class Cost>
Cost cost(const Space& space, const char* name, const Evaluation& evaluation,
          Cost (Evaluation::*read)(const Expression&) const) {
    const auto found = space.resources.find(name);
    return found == space.resources.end() ? Cost{0} : (evaluation.*read)(found->second);
}

}  // namespace

std::size_t Launch::work_groups() const {
    return (global[0] / local[0]) * (global[1] / local[1]) * (global[2] / local[2]);
}

std::string Plan::defines() const {
    return joined(*this, "-D");
}

std::string Plan::text() const {
    return joined(*this, "");
}

Plan make_plan(const Space& space, const Config& config, const Names& known) {
    Plan plan;
    plan.config = config;
    Names names = known;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const Parameter& parameter = space.parameters.at(p);
        plan.values.emplace_back(parameter.name, parameter.values.at(config[p]));
        names[parameter.name] = plan.values.back().second;
    }
    const Evaluation evaluation{plan, lookup_in(names)};
    std::optional<std::size_t> main;
    for (const LaunchStep& step : space.launch) {
        if (step.when && !evaluation.holds(*step.when)) continue;
        if (step.main) main = plan.launches.size();
        plan.launches.push_back(make_launch(step, evaluation));
    }
    plan.main = main.value_or(largest(plan.launches));
    plan.local_memory = cost(space, "local_memory", evaluation, &Evaluation::whole);
    plan.registers = cost(space, "registers", evaluation, &Evaluation::whole);
    plan.flops = cost(space, "flops", evaluation, &Evaluation::real);
    plan.bytes = cost(space, "bytes", evaluation, &Evaluation::real);
    return plan;
}

}  // namespace hone
