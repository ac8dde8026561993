// SPDX-License-Identifier: MIT
// Parameters first, then arguments, then values of the device and the precision.
#include "db/recipe/variables.hpp"

#include <cmath>
#include <concepts>

#include "db/device/architecture_id.hpp"
#include "db/store/row_fields.hpp"

namespace hone::lookup {
namespace {

/// Finds one numeric field of a device.
struct Finder {
    std::string_view wanted;
    Number found = Fault::not_a_number;

    template <std::integral Whole>
    void operator()(std::string_view name, const Whole& value) {
        if (name == wanted) found = static_cast<std::int64_t>(value);
    }
    void operator()(std::string_view name, const std::string& value) {
        if (name == wanted) found = word_number(value);
    }
};

Number figure(const Device& device, std::string_view name) {
    if (name == "fp16") name = "half";  // its name in spaces
    if (name == "compute_capability") return compute_capability(device.architecture);
    if (name == "pci") return word_number(device.pci);
    if (name == "uuid") return word_number(device.uuid);
    Finder finder{name};
    fields(device, finder);
    return finder.found;
}

/// The nearest fraction to a real number that expressions can use.
Number nearest_fraction(double real) {
    constexpr double scale = 0x1p20;
    if (!std::isfinite(real) || std::fabs(real) > 0x1p42) return Fault::not_a_number;
    return Number::fraction(std::llround(real * scale), std::llround(scale));
}

constexpr std::string_view of_device = "device.";

Number read_name(const Recipe& recipe, std::string_view name, const Device& device,
                 std::string_view precision) {
    if (name.starts_with(of_device)) return figure(device, name.substr(of_device.size()));
    if (name == "precision") return word_number(precision);
    const auto* known = recipe.precision(precision);
    return name == "sizeof_real" && known ? Number(known->bytes) : Number(Fault::not_a_number);
}

}  // namespace

Number value_of(const Setting& setting) {
    if (const auto* text = std::get_if<std::string>(&setting.second)) return word_number(*text);
    if (const auto* real = std::get_if<double>(&setting.second)) return nearest_fraction(*real);
    return std::get<std::int64_t>(setting.second);
}

std::vector<Number> variable_values(const Recipe& recipe, std::span<const Number> parameters,
                                    std::span<const Number> arguments, const Device& device,
                                    std::string_view precision) {
    const auto& names = recipe.variables.names();
    std::vector<Number> variables;
    variables.reserve(names.size());
    variables.assign(parameters.begin(), parameters.end());
    variables.insert(variables.end(), arguments.begin(), arguments.end());
    for (std::size_t variable = variables.size(); variable < names.size(); ++variable)
        variables.push_back(read_name(recipe, names[variable], device, precision));
    return variables;
}

}  // namespace hone::lookup
