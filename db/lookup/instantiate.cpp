// SPDX-License-Identifier: MIT
// Each limit that the device tells is checked; one that it does not tell (0) is taken to be enough.
#include "db/lookup/instantiate.hpp"

#include <algorithm>
#include <cctype>

namespace hone::lookup {
namespace {

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return text;
}

/// As the kernel was built when it was tuned: precision, words and variants of the problem, config.
std::string build_options(const Recipe& recipe, const TunedKernel& kernel,
                          const std::string& more) {
    const auto* precision = recipe.precision(kernel.precision);
    std::string options = precision ? precision->defines : "";
    for (std::size_t i = 0; i < kernel.problem.size(); ++i) {
        const auto& [name, value] = kernel.problem[i];
        if (const auto* said = std::get_if<std::string>(&value))
            options += " -D" + upper(name) + '=' + upper(*said);
        else if (recipe.arguments[i].role == Recipe::Role::variant)
            options += " -D" + name + '=' + text(kernel.problem[i]);
    }
    if (!kernel.config.empty()) options += ' ' + joined(kernel.config, "-D");
    return more.empty() ? options : options + ' ' + more;
}

/// Builds the launches of one config for one query.
class LaunchBuilder {
  public:
    LaunchBuilder(const KernelVersion& version, const Query& query, std::vector<Number> variables,
                  double proven_local_memory)
        : recipe_(version.recipe),
          source_(version.source),
          device_(query.device),
          real_(recipe_.precision(query.precision)->real),
          variables_(std::move(variables)),
          rewriting_(query.rewriting),
          local_memory_(std::max(static_cast<double>(device_.local_memory), proven_local_memory)) {}

    /// Why it cannot run here, or nothing.
    std::string why_not_runnable() const {
        if (source_.empty()) return "it has no source";
        if (!recipe_.rewrite.empty() && rewriting_ == Rewriting::no)
            return "its program is rewritten once it is built, which hone::Launches does";
        for (const Recipe::Condition& condition : recipe_.conditions)
            if (!condition.holds.value(variables_).truthy())
                return "constraint \"" + condition.reason + '"';
        const Number local = recipe_.local_memory.value(variables_);
        if (device_.local_memory > 0 && local.real() > local_memory_)
            return "needs " + std::to_string(local.numerator()) +
                   " bytes of local memory; the device has " + std::to_string(device_.local_memory);
        return {};
    }

    std::string launch(TunedKernel& into) const {
        for (const Recipe::Launch& step : recipe_.launches) {
            if (step.when && !step.when->value(variables_).truthy()) continue;
            TunedKernel::Launch launch;
            launch.entry = step.entry;
            launch.arguments = step.arguments;
            launch.dimensions = static_cast<int>(step.local.size());
            const std::string fault = shape(step, launch);
            if (!fault.empty()) return step.entry + ": " + fault;
            into.launches.push_back(std::move(launch));
        }
        return into.launches.empty() ? "launches nothing" : "";
    }

    std::string extras(TunedKernel& into) const {
        using Kind = TunedKernel::Extra::Kind;
        for (const Recipe::Extra& extra : recipe_.extras) {
            const Number value = extra.value.value(variables_);
            const bool scalar = extra.kind == "scalar";
            if (!value.exists() || (!scalar && value.numerator() < 1))
                return "has no size for '" + extra.name + "'";
            into.extras.push_back(
                {.kind = scalar                  ? Kind::scalar
                         : extra.kind == "local" ? Kind::local
                                                 : Kind::scratch,
                 .name = extra.name,
                 .type = extra.type == "real" ? real_ : extra.type,
                 .bytes = scalar ? 0 : static_cast<std::size_t>(value.numerator()),
                 .value = value.real()});
        }
        return {};
    }

  private:
    std::string shape(const Recipe::Launch& step, TunedKernel::Launch& launch) const {
        if (step.local.size() != step.global.size() || step.local.size() > 3)
            return "has no valid work-group";
        std::int64_t items = 1;
        for (std::size_t d = 0; d < step.local.size(); ++d) {
            const Number local = step.local[d].value(variables_);
            const Number global = step.global[d].value(variables_);
            if (!local.whole() || !global.whole() || local.numerator() < 1 ||
                global.numerator() < 1 || global.numerator() % local.numerator() != 0)
                return "its global size is not a multiple of its work-group";
            if (device_.max_items[d] > 0 && local.numerator() > device_.max_items[d])
                return std::to_string(local.numerator()) +
                       " work-items along one axis; the device allows " +
                       std::to_string(device_.max_items[d]);
            items *= local.numerator();
            launch.local[d] = static_cast<std::size_t>(local.numerator());
            launch.global[d] = static_cast<std::size_t>(global.numerator());
        }
        if (device_.max_work_group == 0 || items <= device_.max_work_group) return {};
        return "a work-group of " + std::to_string(items) + " work-items; the device allows " +
               std::to_string(device_.max_work_group);
    }

    const Recipe& recipe_;
    const std::string& source_;
    const Device& device_;
    const std::string& real_;
    std::vector<Number> variables_;
    Rewriting rewriting_;
    double local_memory_;  // a driver may tell less than there is
};

Settings complete(const Recipe& recipe, const Settings& given) {
    Settings all;
    for (const Recipe::Argument& argument : recipe.arguments) {
        const auto found = std::ranges::find(given, argument.default_value.first, &Setting::first);
        all.push_back(found == given.end() ? argument.default_value : *found);
    }
    return all;
}

}  // namespace

std::optional<TunedKernel> instantiate(const KernelVersion& version, const TunedRow& config,
                                       const std::vector<Number>& arguments, const Query& query,
                                       bool ran_here, std::string& why_not) {
    const Recipe& recipe = version.recipe;
    if (!recipe.precision(query.precision)) {
        why_not = "it does not compute in " + query.precision;
        return std::nullopt;
    }
    const auto variables = [&](const std::vector<Number>& of_problem) {
        return variable_values(recipe, config.parameters, of_problem, query.device,
                               query.precision);
    };
    const LaunchBuilder builder(
        version, query, variables(arguments),
        ran_here ? recipe.local_memory.value(variables(config.point.arguments)).real() : 0);
    TunedKernel kernel;
    why_not = builder.why_not_runnable();
    if (why_not.empty()) why_not = builder.launch(kernel);
    if (why_not.empty()) why_not = builder.extras(kernel);
    if (!why_not.empty()) return std::nullopt;
    kernel.rewrite = recipe.rewrite;
    kernel.kernel = version.name;
    kernel.routine = version.routine;
    kernel.precision = query.precision;
    kernel.problem = complete(recipe, query.problem);
    kernel.config = config.config;
    kernel.source = version.source;
    kernel.source_path = version.source_path;
    kernel.build_options = build_options(recipe, kernel, config.options);
    return kernel;
}

std::string problem_text(const Recipe& recipe, const std::vector<Number>& arguments) {
    Settings said;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Recipe::Argument& argument = recipe.arguments[i];
        const bool is_default = arguments[i] == value_of(argument.default_value);
        if (argument.role != Recipe::Role::extent && is_default) continue;
        if (arguments[i].whole())
            said.emplace_back(argument.default_value.first, arguments[i].numerator());
        else if (arguments[i].exists())
            said.emplace_back(argument.default_value.first, arguments[i].real());
    }
    return joined(said);
}

}  // namespace hone::lookup
