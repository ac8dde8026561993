// SPDX-License-Identifier: MIT
// Parameters, then arguments, then what is read of the device and the precision.
#include "db/lookup/variables.hpp"

#include <concepts>

#include "db/device/architecture_id.hpp"
#include "db/store/row_fields.hpp"

namespace hone::lookup {
namespace {

/// Looks for one figure of a device among its fields.
struct Finder {
    std::string_view wanted;
    Rational found = no_value;

    template <std::integral Whole>
    void operator()(std::string_view name, const Whole& value) {
        if (name == wanted) found = {static_cast<std::int64_t>(value), 1};
    }
    void operator()(std::string_view name, const std::string& value) {
        if (name == wanted) found = word(value);
    }
};

Rational figure(const Device& device, std::string_view name) {
    if (name == "fp16") name = "half";  // as spaces call it
    if (name == "compute_capability") return {compute_capability(device.architecture), 1};
    if (name == "pci") return word(device.pci);
    if (name == "uuid") return word(device.uuid);
    Finder finder{name};
    fields(device, finder);
    return finder.found;
}

constexpr std::string_view of_device = "device.";

Rational read_name(const Recipe& recipe, std::string_view name, const Device& device,
                   std::string_view precision) {
    if (name.starts_with(of_device)) return figure(device, name.substr(of_device.size()));
    if (name == "precision") return word(precision);
    const auto* known = recipe.precision(precision);
    return name == "sizeof_real" && known ? Rational{known->bytes, 1} : no_value;
}

}  // namespace

Rational value_of(const Setting& setting) {
    if (const auto* text = std::get_if<std::string>(&setting.second)) return word(*text);
    if (const auto* real = std::get_if<double>(&setting.second)) return nearest_rational(*real);
    return {std::get<std::int64_t>(setting.second), 1};
}

std::vector<Rational> variable_values(const Recipe& recipe, std::span<const Rational> parameters,
                                      std::span<const Rational> arguments, const Device& device,
                                      std::string_view precision) {
    const auto& names = recipe.variables.names();
    std::vector<Rational> variables;
    variables.reserve(names.size());
    variables.assign(parameters.begin(), parameters.end());
    variables.insert(variables.end(), arguments.begin(), arguments.end());
    for (std::size_t variable = variables.size(); variable < names.size(); ++variable)
        variables.push_back(read_name(recipe, names[variable], device, precision));
    return variables;
}

}  // namespace hone::lookup
