// SPDX-License-Identifier: MIT
// Checks all limits that the device reports; a limit of 0 is unknown and is assumed to suffice.
#include "db/lookup/instantiate.hpp"

#include <algorithm>
#include <cctype>
#include <span>

#include "db/lookup/query_check.hpp"
#include "db/lookup/scalar_type.hpp"
#include "db/recipe/config_check.hpp"

namespace hone::lookup {
namespace {

std::string upper(std::string text) {
    std::ranges::transform(text, text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return text;
}

/// Why a scalar of this type cannot hold the number; empty if it can.
std::string why_not_scalar(const Number& value, const std::string& name, const std::string& type) {
    const ScalarType* known = scalar_type(type);
    if (known == nullptr) return "'" + name + "' is of type " + type + ", which hone cannot pass";
    if (known->holds(value.real())) return {};
    return value.text() + " is too " + (value.real() < known->least ? "small" : "large") +
           " for '" + name + "', which is of type " + type;
}

/// Whether a size that may be a long exceeds an int. Then all such sizes are longs.
bool has_long_sizes(const Recipe& recipe, const std::vector<Number>& variables) {
    return std::ranges::any_of(recipe.extras, [&](const Recipe::Extra& extra) {
        return std::ranges::count(recipe.long_sizes, extra.name) > 0 &&
               !scalar_type("int")->holds(extra.value.value(variables).real());
    });
}

/// The build options of the tuning: precision, words and variants of the problem, config.
std::string build_options(const Recipe& recipe, const TunedKernel& kernel, bool long_sizes,
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
    if (long_sizes) options += " -DLONG_SIZES=1";
    if (!kernel.config.empty()) options += ' ' + joined(built_with(recipe, kernel.config), "-D");
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
          long_sizes_(has_long_sizes(recipe_, variables_)),
          rewriting_(query.rewriting),
          local_memory_(std::max(static_cast<double>(device_.local_memory), proven_local_memory)) {}

    /// Why the config cannot run here; empty if it can.
    std::string why_not_runnable() const {
        if (source_.empty()) return "it has no source";
        if (!recipe_.rewrite.empty() && rewriting_ == Rewriting::no)
            return "its program must be rewritten after the build: use hone::Launches";
        for (const Recipe::Condition& condition : recipe_.conditions)
            if (!condition.holds.value(variables_).truthy())
                return "constraint \"" + condition.reason + '"';
        const Number local = recipe_.local_memory.value(variables_);
        if (device_.local_memory > 0 && local.real() > local_memory_)
            return "needs " + std::to_string(local.numerator()) +
                   " bytes of local memory; the device has " + std::to_string(device_.local_memory);
        return {};
    }

    /// Adds the launches, with loops unrolled. Returns the reason if that is not possible, else an
    /// empty text.
    std::string launch(TunedKernel& into) {
        std::span<const Recipe::Launch> steps(recipe_.launches);
        while (!steps.empty()) {
            const auto other = std::ranges::find_if(
                steps, [&](const auto& step) { return step.loop != steps.front().loop; });
            const auto together = static_cast<std::size_t>(other - steps.begin());
            if (std::string fault = repeat(steps.first(together), into); !fault.empty())
                return fault;
            steps = steps.subspan(together);
        }
        return into.launches.empty() ? "launches nothing" : "";
    }

    std::string extras(TunedKernel& into) const {
        using Kind = TunedKernel::Extra::Kind;
        for (const Recipe::Extra& extra : recipe_.extras) {
            const Number value = extra.value.value(variables_);
            const bool scalar = extra.kind == "scalar";
            const std::string type = type_of(extra);
            if (!value.exists() || (!scalar && value.numerator() < 1))
                return "has no size for '" + extra.name + "'";
            if (scalar)
                if (std::string fault = why_not_scalar(value, extra.name, type); !fault.empty())
                    return fault;
            // A size may also be declared as an argument; that declaration has its type.
            std::erase_if(into.extras, [&](const TunedKernel::Extra& before) {
                return before.name == extra.name;
            });
            into.extras.push_back(
                {.kind = scalar                  ? Kind::scalar
                         : extra.kind == "local" ? Kind::local
                                                 : Kind::scratch,
                 .name = extra.name,
                 .type = type,
                 .bytes = scalar ? 0 : static_cast<std::size_t>(value.numerator()),
                 .value = value.real()});
        }
        return {};
    }

    bool long_sizes() const { return long_sizes_; }

  private:
    std::string type_of(const Recipe::Extra& extra) const {
        if (extra.type == "real") return real_;
        const bool is_long = long_sizes_ && std::ranges::count(recipe_.long_sizes, extra.name) > 0;
        return is_long ? "long" : extra.type;
    }

    // Adds the launches once, or once per iteration of their loop.
    std::string repeat(std::span<const Recipe::Launch> steps, TunedKernel& into) {
        const auto loop = std::ranges::find(recipe_.loops, steps.front().loop, &Recipe::Loop::name);
        if (loop == recipe_.loops.end()) return once(steps, into);
        const Number count = loop->count.value(variables_);
        if (!count.whole()) return "its loop '" + loop->name + "' has no whole count";
        for (std::int64_t number = 0; number < count.numerator(); ++number) {
            const std::size_t before = into.launches.size();
            variables_[loop->variable] = Number(number);
            if (std::string fault = once(steps, into); !fault.empty()) return fault;
            if (into.launches.size() > most_launches)
                return "more than " + std::to_string(most_launches) + " launches";
            name_number(*loop, number, std::span(into.launches).subspan(before), into.extras);
        }
        return {};
    }

    std::string once(std::span<const Recipe::Launch> steps, TunedKernel& into) const {
        for (const Recipe::Launch& step : steps) {
            if (step.when && !step.when->value(variables_).truthy()) continue;
            TunedKernel::Launch launch;
            launch.entry = step.entry;
            launch.arguments = step.arguments;
            launch.dimensions = static_cast<int>(step.global.size());
            const bool is_drivers =
                step.driver_local && step.driver_local->value(variables_).truthy();
            const std::string fault = is_drivers ? global(step, launch) : shape(step, launch);
            if (!fault.empty()) return step.entry + ": " + fault;
            into.launches.push_back(std::move(launch));
        }
        return {};
    }

    // If launches take the loop's number, each iteration gets its own argument: "step[3]".
    static void name_number(const Recipe::Loop& loop, std::int64_t number,
                            std::span<TunedKernel::Launch> launches,
                            std::vector<TunedKernel::Extra>& extras) {
        const std::string name = loop.name + '[' + std::to_string(number) + ']';
        bool taken = false;
        for (TunedKernel::Launch& launch : launches)
            for (std::string& argument : launch.arguments)
                if (argument == loop.name) {
                    argument = name;
                    taken = true;
                }
        if (taken)
            extras.push_back({.kind = TunedKernel::Extra::Kind::scalar,
                              .name = name,
                              .type = "int",
                              .bytes = 0,
                              .value = static_cast<double>(number)});
    }

    std::string global(const Recipe::Launch& step, TunedKernel::Launch& launch) const {
        launch.local = {};
        for (std::size_t d = 0; d < std::min(step.global.size(), launch.global.size()); ++d) {
            const Number size = step.global[d].value(variables_);
            if (!size.whole() || size.numerator() < 1) return "it has no global size";
            launch.global[d] = static_cast<std::size_t>(size.numerator());
        }
        return step.global.size() > launch.global.size() ? "has no valid global size" : "";
    }

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
    bool long_sizes_;
    Rewriting rewriting_;
    double local_memory_;  // a driver may report less than the device has
    static constexpr std::size_t most_launches = 4096;
};

Settings complete(const Recipe& recipe, const Settings& given) {
    const Settings once = each_once(given);
    Settings all;
    for (const Recipe::Argument& argument : recipe.arguments) {
        const auto found = std::ranges::find(once, argument.default_value.first, &Setting::first);
        all.push_back(found == once.end() ? argument.default_value : *found);
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
    if (query.math == Math::exact && relax_math(config.options)) {
        why_not = "built with " + config.options + ", and exact mathematics was asked for";
        return std::nullopt;
    }
    const auto variables = [&](const std::vector<Number>& of_problem) {
        return variable_values(recipe, config.parameters, of_problem, query.device,
                               query.precision);
    };
    LaunchBuilder builder(
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
    kernel.build_options = build_options(recipe, kernel, builder.long_sizes(), config.options);
    return kernel;
}

std::string problem_text(const Recipe& recipe, const std::vector<Number>& arguments,
                         const std::vector<Number>& asked) {
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
    const auto operation = operation_of(recipe, arguments);
    if (operation && operation != operation_of(recipe, asked))
        said.emplace_back("operation", std::string(*operation));
    return joined(said);
}

}  // namespace hone::lookup
