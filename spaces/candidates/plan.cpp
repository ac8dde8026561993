// SPDX-License-Identifier: MIT
// Makes a candidate concrete: evaluates every expression of the space once. Each number for the
// device is checked here, where the message can still name its expression.
#include "spaces/candidates/plan.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "spaces/base/error.hpp"

namespace hone {
namespace {

using NamedValue = std::pair<std::string, Value>;

std::string joined(const std::vector<NamedValue>& values, std::string_view before_each) {
    std::string all;
    for (const auto& [name, value] : values) {
        if (!all.empty()) all += ' ';
        all += fmt::format("{}{}={}", before_each, name, written(value));
    }
    return all;
}

[[noreturn]] void refuse(const Expression& expression, const Plan& plan, std::string_view reason) {
    const Mistake mistake{expression.location(), fmt::format("'{}' {}", expression.text(), reason)};
    throw Error(Exit::usage, mistake.text(),
                plan.values.empty() ? "" : "the config: " + plan.text());
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
    std::size_t not_negative(const Expression& expression) const {
        const std::int64_t count = whole(expression);
        if (count < 0) refuse(expression, plan, fmt::format("gives {}, which is below 0", count));
        return static_cast<std::size_t>(count);
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

void set_local(const LaunchStep& step, const Evaluation& evaluation, Launch& launch) {
    if (step.driver_local && evaluation.holds(*step.driver_local)) {
        launch.local = {};
        return;
    }
    if (step.local.empty())
        refuse(*step.driver_local, evaluation.plan, "does not hold, and the launch has no 'local'");
    for (std::size_t d = 0; d < step.local.size(); ++d) {
        launch.local[d] = evaluation.extent(step.local[d]);
        if (launch.global[d] % launch.local[d] != 0) {
            refuse(step.global[d], evaluation.plan,
                   fmt::format("gives {}, which is not a multiple of the local size {} ('{}')",
                               launch.global[d], launch.local[d], step.local[d].text()));
        }
    }
}

Launch make_launch(const LaunchStep& step, const Evaluation& evaluation) {
    Launch launch;
    launch.entry = step.entry;
    launch.arguments = step.arguments;
    launch.dimensions = static_cast<int>(step.global.size());
    for (std::size_t d = 0; d < step.global.size(); ++d)
        launch.global[d] = evaluation.extent(step.global[d]);
    set_local(step, evaluation, launch);
    for (std::size_t d = 0; d < step.offset.size(); ++d)
        launch.offset[d] = evaluation.not_negative(step.offset[d]);
    return launch;
}

/// Converts steps of a space to launches: each once, or repeatedly together with the other steps of
/// its loop.
class LaunchWriter {
  public:
    LaunchWriter(const Space& space, const Plan& plan, const Expression::Lookup& lookup)
        : space_(space), plan_(plan), lookup_(lookup) {}

    void write(std::span<const LaunchStep> steps) {
        while (!steps.empty()) {
            const auto other = std::ranges::find_if(
                steps, [&](const LaunchStep& step) { return step.loop != steps.front().loop; });
            const auto together = static_cast<std::size_t>(other - steps.begin());
            repeat(steps.first(together));
            steps = steps.subspan(together);
        }
    }

    std::vector<Launch> launches;
    std::optional<std::size_t> main;  // the first step marked as main

  private:
    void repeat(std::span<const LaunchStep> steps) {
        const auto loop = std::ranges::find(space_.loops, steps.front().loop, &Loop::name);
        if (loop == space_.loops.end()) return once(steps, {});
        const std::int64_t count = Evaluation{plan_, lookup_}.whole(loop->count);
        for (std::int64_t number = 0; number < count; ++number) {
            once(steps, {{loop->name, Number(number)}});
            if (launches.size() <= most) continue;
            refuse(loop->count, plan_, fmt::format("gives more than {} launches", most));
        }
    }

    void once(std::span<const LaunchStep> steps, const Names& number) {
        const Evaluation evaluation{plan_, [&](std::string_view name) {
                                        const auto found = number.find(name);
                                        return found == number.end() ? lookup_(name)
                                                                     : &found->second;
                                    }};
        for (const LaunchStep& step : steps) {
            if (step.when && !evaluation.holds(*step.when)) continue;
            if (step.main && !main) main = launches.size();
            Launch& launch = launches.emplace_back(make_launch(step, evaluation));
            if (number.empty()) continue;
            launch.loop = step.loop;
            launch.number = std::get<Number>(number.begin()->second).numerator();
        }
    }

    static constexpr std::size_t most = 4096;  // launches of one run
    const Space& space_;
    const Plan& plan_;
    const Expression::Lookup& lookup_;
};

std::vector<Launch> launches_of(const Space& space, const std::vector<LaunchStep>& steps,
                                const Plan& plan, const Expression::Lookup& lookup) {
    LaunchWriter writer(space, plan, lookup);
    writer.write(steps);
    return std::move(writer.launches);
}

// The index of the launch with the most work-items.
std::size_t largest(const std::vector<Launch>& launches) {
    const auto found = std::ranges::max_element(launches, {}, &Launch::all_work_items);
    return static_cast<std::size_t>(found - launches.begin());
}

// The cost with this name; 0 if the space does not define it.
template <class Cost>
Cost cost(const Space& space, const char* name, const Evaluation& evaluation,
          Cost (Evaluation::*read)(const Expression&) const) {
    const auto found = space.resources.find(name);
    return found == space.resources.end() ? Cost{0} : (evaluation.*read)(found->second);
}

}  // namespace

std::size_t Launch::work_groups() const {
    if (driver_chooses()) return 0;
    return (global[0] / local[0]) * (global[1] / local[1]) * (global[2] / local[2]);
}

std::string Plan::defines() const {
    std::vector<NamedValue> told = values;
    for (auto& [name, value] : told)
        if (const auto found = built_with.find(name); found != built_with.end())
            value = found->second;
    return joined(told, "-D");
}

std::string Plan::program() const {
    std::string all = defines();
    for (const auto* steps : {&prepare, &launches})
        for (const Launch& launch : *steps)
            all += fmt::format(" {}({},{},{})", launch.entry, launch.local[0], launch.local[1],
                               launch.local[2]);
    return all;
}

std::string Plan::text() const {
    return joined(values, "");
}

std::vector<Launch> make_launches(const Space& space, const std::vector<LaunchStep>& steps,
                                  const Names& names) {
    return launches_of(space, steps, Plan(), lookup_in(names));
}

Plan make_plan(const Space& space, const Config& config, const Names& known) {
    Plan plan;
    plan.config = config;
    for (std::size_t p = 0; p < config.size(); ++p) {
        const Parameter& parameter = space.parameters.at(p);
        plan.values.emplace_back(parameter.name, parameter.values.at(config[p]));
    }
    const Names chosen(plan.values.begin(), plan.values.end());
    const Evaluation evaluation{plan, lookup_in(chosen, known)};
    for (const auto& [name, expression] : space.built_with)
        plan.built_with.emplace(name, Number(evaluation.whole(expression)));
    LaunchWriter timed(space, plan, evaluation.lookup);
    timed.write(space.launch);
    plan.launches = std::move(timed.launches);
    plan.main = timed.main.value_or(largest(plan.launches));
    plan.prepare = launches_of(space, space.prepare, plan, evaluation.lookup);
    plan.local_memory = cost(space, "local_memory", evaluation, &Evaluation::whole);
    plan.registers = cost(space, "registers", evaluation, &Evaluation::whole);
    plan.flops = cost(space, "flops", evaluation, &Evaluation::real);
    plan.bytes = cost(space, "bytes", evaluation, &Evaluation::real);
    return plan;
}

}  // namespace hone
