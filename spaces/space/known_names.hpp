// SPDX-License-Identifier: MIT
// The names that an expression of a space may read: its parameters, its problem, and the device.
// The names of device properties are listed only here; the tuner reads the properties from a
// device, and a test compares both.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone {

/// The names of device properties: "device.local_memory" and so on. spaces/README.md describes
/// each.
std::span<const std::string> known_device_names();

/// The costs of a config that a space may define in [resources].
std::span<const std::string> resource_names();

/// Whether hone has a routine with this name, with its own inputs and check.
bool is_routine_of_hone(std::string_view name);

/// Whether it is a valid name: letters, digits and underscores, and not a keyword of the language.
bool is_name(std::string_view word);

/// Whether it is an element type of a buffer in OpenCL C ("float4"), or "real".
bool is_element_type(std::string_view type);

/// The scalar types: "float", "int" and so on.
std::vector<std::string> element_types();

/// Whether it is a real type, or a vector of one; "real" is one.
bool is_real_type(std::string_view type);

/// The names of a problem: its arguments, `precision` and `sizeof_real`.
std::vector<std::string> problem_names(const Space& space);

/// All names that an expression of the space may read.
std::vector<std::string> known_names(const Space& space);

/// Adds a mistake for each unknown name in an expression of the space, and for each undeclared
/// argument of a launch.
void check_names(const Space& space, Mistakes& mistakes);

}  // namespace hone
