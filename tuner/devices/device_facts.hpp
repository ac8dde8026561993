// SPDX-License-Identifier: MIT
// The facts of a device in one table. It is the source for `hone devices`, its JSON, and the
// variables under `device.` in spaces.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "spaces/language/value.hpp"
#include "spaces/space/problem.hpp"

namespace hone {

/// One fact. A number is 0, and a string empty, if the driver does not report it.
struct Fact {
    enum class Unit { none, bytes, megahertz, nanoseconds, yes_no };
    std::string_view name;     // in JSON, and after "device." in a space
    std::string_view meaning;  // a description
    Unit unit = Unit::none;
    Value (*of)(const Device& device) = nullptr;
};

/// All facts, in the order of display.
std::span<const Fact> device_facts();

/// The variables of a device for expressions of a space: each fact as `device.NAME`.
Names device_names(const Device& device);

/// The names for constraints and launches: those of the device and of the problem. They do not
/// collide.
Names known_names(const Device& device, const Problem& problem);

}  // namespace hone
