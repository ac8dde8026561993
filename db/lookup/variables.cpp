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
    Exact found = nothing;

    template <std::integral Whole>
    void operator()(std::string_view name, const Whole& value) {
        if (name == wanted) found = {static_cast<std::int64_t>(value), 1};
    }
    void operator()(std::string_view name, const std::string& value) {
        if (name == wanted) found = word(value);
    }
};

Exact figure(const Device& device, std::string_view name) {
    if (name == "fp16") name = "half";  // as spaces call it
    if (name == "compute_capability") return {compute_capability(device.architecture), 1};
    if (name == "pci") return word(device.pci);
    if (name == "uuid") return word(device.uuid);
    Finder finder{name};
    fields(device, finder);
    return finder.found;
}

constexpr std::string_view of_device = "device.";

Exact read_name(const Recipe& recipe, std::string_view name, const Device& device,
                std::string_view precision) {
    if (name.starts_with(of_device)) return figure(device, name.substr(of_device.size()));
    if (name == "precision") return word(precision);
    const auto* known = recipe.precision(precision);
    return name == "sizeof_real" && known ? Exact{known->bytes, 1} : nothing;
}

}  // namespace

Exact value_of(const Setting& setting) {
    if (const auto* text = std::get_if<std::string>(&setting.second)) return word(*text);
    if (const auto* real = std::get_if<double>(&setting.second)) return exact(*real);
    return {std::get<std::int64_t>(setting.second), 1};
}

std::vector<Exact> slots_of(const Recipe& recipe, std::span<const Exact> parameters,
                            std::span<const Exact> arguments, const Device& device,
                            std::string_view precision) {
    const auto& names = recipe.slots.names();
    std::vector<Exact> slots;
    slots.reserve(names.size());
    slots.assign(parameters.begin(), parameters.end());
    slots.insert(slots.end(), arguments.begin(), arguments.end());
    for (std::size_t slot = slots.size(); slot < names.size(); ++slot)
        slots.push_back(read_name(recipe, names[slot], device, precision));
    return slots;
}

}  // namespace hone::lookup
