// SPDX-License-Identifier: MIT
// The facts of a device in one table, which feeds the output of `hone devices`, its JSON, and the
// names that spaces read under `device.`.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// One fact. A number is 0, and a string empty, where the driver does not report it.
struct Fact {
    enum class Unit { none, bytes, megahertz, nanoseconds, yes_no };
    std::string_view name;     // in JSON, and after "device." in a space
    std::string_view meaning;  // a description
    Unit unit = Unit::none;
    Value (*of)(const Device& device) = nullptr;
};

/// Every fact, in the order in which they are shown.
std::span<const Fact> device_facts();

/// What expressions of a space may read of a device: each fact as `device.NAME`.
Names device_names(const Device& device);

}  // namespace hone
