// SPDX-License-Identifier: MIT
// The facts of a device as one table: what is shown of it, what JSON has, and what spaces may read
// under `device.`; so a fact is named once.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "db/model/device.hpp"
#include "spaces/language/value.hpp"

namespace hone {

/// One fact. A number is 0, and a word empty, where the driver does not say.
struct Fact {
    enum class Unit { none, bytes, megahertz, nanoseconds, yes_no };
    std::string_view name;     // in JSON, and after "device." in a space
    std::string_view meaning;  // for people
    Unit unit = Unit::none;
    Value (*of)(const Device& device) = nullptr;
};

/// Every fact, in the order in which they are shown.
std::span<const Fact> device_facts();

/// What expressions of a space may read of a device: each fact as `device.NAME`.
Names device_names(const Device& device);

}  // namespace hone
