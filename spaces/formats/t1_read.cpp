// SPDX-License-Identifier: MIT
// T1, the input format of Kernel Tuner, KTT and BAT: reads its space completely, and of its kernel
// all that a Space can represent. Other content is a mistake and is never lost silently. A kernel
// that is not OpenCL results in a space that can be counted, but not tuned.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "spaces/base/did_you_mean.hpp"
#include "spaces/formats/json_document.hpp"
#include "spaces/formats/python_list.hpp"
#include "spaces/formats/t1_argument.hpp"
#include "spaces/space/known_names.hpp"
#include "spaces/space/problem.hpp"

namespace hone::readers {
namespace {

constexpr std::array<std::string_view, 3> axes{"X", "Y", "Z"};

// A member that must be a string. If it is not, adds a mistake and returns null.
const std::string* text_of(JsonDocument& document, const Json& json, std::string_view key) {
    const Json* found = member(json, key);
    if (found && found->is_string()) return &found->get_ref<const std::string&>();
    document.add_mistake({document.document().file},
                         fmt::format("'{}' is missing or not a string", key));
    return nullptr;
}

// The elements of a list; empty if there is no such list.
const Json& list_of(JsonDocument& document, const Json& json, std::string_view key,
                    std::size_t most) {
    static const Json nothing = Json::array();
    const Json* found = member(json, key);
    if (!found || found->is_null()) return nothing;
    if (found->is_array() && found->size() <= most) return *found;
    document.add_mistake(document.location_of(key),
                         fmt::format("'{}' needs a list of at most {} entries", key, most));
    return nothing;
}

void read_parameters(JsonDocument& document, const Json& configuration, Space& space) {
    for (const Json& each : list_of(document, configuration, "TuningParameters", max_parameters)) {
        const std::string* name = text_of(document, each, "Name");
        if (!name) continue;
        const Location location = document.location_of(*name);
        const std::string* values = text_of(document, each, "Values");
        if (!values) continue;
        Mistakes& mistakes = document.document().mistakes;
        const std::size_t before = mistakes.size();
        Parameter parameter{*name,
                            read_python_list(*values, document.location_of(*values), mistakes)};
        if (mistakes.size() > before) {
            space.parameters.push_back(std::move(parameter));  // the name is known anyway
        } else {
            add_parameter(document.document(), space, std::move(parameter), location);
        }
    }
}

void read_conditions(JsonDocument& document, const Json& configuration, Space& space) {
    for (const Json& each : list_of(document, configuration, "Conditions", max_constraints)) {
        if (!text_of(document, each, "Expression")) continue;
        const Json& expression = *member(each, "Expression");
        space.constraints.push_back(
            {expression.get<std::string>(), document.expression(expression)});
    }
}

// Sizes in up to three dimensions, as texts: {"X": "n"}, ["n", 4] or 16.
std::vector<std::string> extents(const Json* sizes) {
    const auto text = [](const Json& json) {
        return json.is_string() ? json.get<std::string>() : json.dump();
    };
    std::vector<std::string> texts;
    if (sizes == nullptr || sizes->is_null()) return texts;
    if (sizes->is_object()) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const Json* size = member(*sizes, axes[axis]);
            if (!size) continue;
            texts.resize(axis, "1");
            texts.push_back(text(*size));
        }
    } else if (sizes->is_array()) {
        for (const Json& size : *sizes) texts.push_back(text(size));
    } else {
        texts.push_back(text(*sizes));
    }
    return texts;
}

// The divisor of the problem along one axis: the product of GridDivX, else the local size.
std::string grid_divisor(const Json& kernel, std::size_t axis, const std::string& local) {
    const std::vector<std::string> factors =
        extents(member(kernel, fmt::format("GridDiv{}", axes[axis])));
    std::string product;
    for (const std::string& factor : factors) {
        product += fmt::format("{}({})", product.empty() ? "" : " * ", factor);
    }
    return product.empty() ? local : product;
}

bool has_grid_divisors(const Json& kernel) {
    return std::ranges::any_of(axes, [&](std::string_view axis) {
        return !extents(member(kernel, fmt::format("GridDiv{}", axis))).empty();
    });
}

// The work-items along one axis in hone's language, for any unit that T1 uses.
std::string global_text(const Json& kernel, std::size_t axis, const std::string& local) {
    const auto global = extents(member(kernel, "GlobalSize"));
    const auto problem = extents(member(kernel, "ProblemSize"));
    const auto size = [axis](const std::vector<std::string>& sizes) {
        return axis < sizes.size() ? sizes[axis] : "1";
    };
    if (!problem.empty() && (global.empty() || has_grid_divisors(kernel))) {
        return fmt::format("ceil_div({}, {}) * ({})", size(problem),
                           grid_divisor(kernel, axis, local), local);
    }
    const std::string counted = word_of(kernel, "GlobalSizeType");
    const bool in_groups = counted == "CUDA" || counted == "Vulkan";
    return in_groups ? fmt::format("({}) * ({})", size(global), local) : size(global);
}

void read_shape(JsonDocument& document, const Json& kernel, LaunchStep& step) {
    const Location location = document.location_of("LocalSize");
    std::vector<std::string> local = extents(member(kernel, "LocalSize"));
    const std::size_t dimensions =
        std::max({local.size(), extents(member(kernel, "GlobalSize")).size(),
                  extents(member(kernel, "ProblemSize")).size()});
    if (local.empty() || dimensions > axes.size()) {
        return document.add_mistake(
            location, "a kernel needs a 'LocalSize' and a 'GlobalSize' of 1 to 3 sizes");
    }
    local.resize(dimensions, "1");
    Mistakes& mistakes = document.document().mistakes;
    for (std::size_t axis = 0; axis < dimensions; ++axis) {
        step.local.push_back(Expression::parse(local[axis], location, mistakes));
        step.global.push_back(
            Expression::parse(global_text(kernel, axis, local[axis]), location, mistakes));
    }
}

void read_bound(JsonDocument& document, const Json& reference, Check& check) {
    const bool relative = word_of(reference, "ValidationMethod") == "SideBySideRelativeComparison";
    (relative ? check.relative : check.absolute) =
        size_of(document, reference, "ValidationThreshold");
    if (const auto both = size_of(document, reference, "Absolute")) check.absolute = both;
}

// An argument with initial values that is compared with a file is read and written.
void mark_target(const Json& reference, Space& space) {
    const auto target =
        std::ranges::find(space.arguments, word_of(reference, "TargetName"), &Argument::name);
    if (target != space.arguments.end() && target->fill != Argument::Fill::output)
        target->inout = true;
}

void read_check(JsonDocument& document, const Json& references, Space& space) {
    if (references.empty()) return;
    const Json& reference = references.front();
    Check check;
    check.expected = word_of(reference, "DataSource");
    file_beside(document.document(), check.expected, document.location_of("DataSource"));
    const bool is_file = word_of(reference, "FillType") == "BinaryRaw" && !check.expected.empty();
    if (references.size() > 1 || !is_file) {
        return document.add_mistake(
            document.location_of("ReferenceArguments"),
            "only one of ReferenceArguments is supported, with a BinaryRaw file");
    }
    read_bound(document, reference, check);
    mark_target(reference, space);
    space.check = std::move(check);
}

// In files of other tuners with a reference kernel of hone's, no entry names the targets.
void mark_written(JsonDocument& document, const Json& kernel, Space& space) {
    const Json& arguments = list_of(document, kernel, "Arguments", max_parameters);
    for (std::size_t i = 0; i < space.arguments.size(); ++i)
        if (word_of(arguments[i], "AccessType") == "ReadWrite" &&
            word_of(arguments[i], "FillType") != "Constant")
            space.arguments[i].inout = true;
}

void read_parameters_of_reference(JsonDocument& document, const Json& reference, Check& check) {
    const Json* parameters = member(reference, "Parameters");
    if (parameters == nullptr || !parameters->is_object()) return;
    for (const auto& [name, text] : parameters->items()) {
        const Location location = document.location_of(name);
        auto value = JsonDocument::value(text);
        if (text.is_string()) {
            Mistakes& mistakes = document.document().mistakes;
            value = Expression::parse(text.get<std::string>(), location, mistakes)
                        .evaluate(lookup_in(Names{}));
        }
        if (!value || !is_name(name))
            document.add_mistake(location, "this is not a parameter and its value");
        if (value) check.parameters.emplace(name, *value);
    }
}

// Reads hone's own entry for a reference in another kernel of the file.
void read_reference_kernel(JsonDocument& document, const Json& kernel, Space& space) {
    const Json* reference = member(kernel, "ReferenceKernel");
    if (reference == nullptr) return;
    Check check;
    LaunchStep step;
    if (const std::string* entry = text_of(document, *reference, "KernelName")) step.entry = *entry;
    read_shape(document, *reference, step);
    mark_written(document, kernel, space);
    check.reference = step.entry;
    for (const Json& each : list_of(document, *reference, "Arguments", max_parameters))
        if (each.is_string()) step.arguments.push_back(each);
    check.launch.push_back(std::move(step));
    if (!word_of(*reference, "KernelFile").empty())
        check.source = file_beside(document.document(), word_of(*reference, "KernelFile"),
                                   document.location_of("KernelFile"));
    read_parameters_of_reference(document, *reference, check);
    read_bound(document, *reference, check);
    space.check = std::move(check);
}

// Reads hone's own member that defines REAL.
void read_precision(JsonDocument& document, const Json& kernel, Space& space) {
    const Json* own = member(kernel, "Hone");
    if (own == nullptr || word_of(*own, "precision").empty()) return;
    const std::string said = word_of(*own, "precision");
    const std::vector<std::string> known = known_precisions();
    if (std::ranges::find(known, said) == known.end())
        document.add_mistake(
            document.location_of("precision"),
            fmt::format("unknown precision '{}'{}", said, did_you_mean(said, known)));
    else
        space.precisions = {said};
}

void read_kernel(JsonDocument& document, const Json& kernel, Space& space) {
    LaunchStep step;
    if (const std::string* entry = text_of(document, kernel, "KernelName")) step.entry = *entry;
    if (const std::string* source = text_of(document, kernel, "KernelFile"))
        space.source = file_beside(document.document(), *source, document.location_of(*source));
    space.routine = step.entry;
    if (!list_of(document, kernel, "CompilerOptions", max_parameters).empty()) {
        document.add_mistake(document.location_of("CompilerOptions"),
                             "CompilerOptions are not supported");
    }
    read_shape(document, kernel, step);
    for (const Json& each : list_of(document, kernel, "Arguments", max_parameters)) {
        space.arguments.push_back(read_argument(document, each, space.arguments.size()));
        step.arguments.push_back(space.arguments.back().name);
    }
    read_check(document, list_of(document, kernel, "ReferenceArguments", max_parameters), space);
    read_reference_kernel(document, kernel, space);
    read_precision(document, kernel, space);
    space.launch.push_back(std::move(step));
}

}  // namespace

void read_t1(JsonDocument& document, Space& space) {
    const Json& configuration = *member(document.root(), "ConfigurationSpace");
    read_parameters(document, configuration, space);
    read_conditions(document, configuration, space);
    const Json* kernel = member(document.root(), "KernelSpecification");
    if (kernel && word_of(*kernel, "Language") == "OpenCL") read_kernel(document, *kernel, space);
}

}  // namespace hone::readers
