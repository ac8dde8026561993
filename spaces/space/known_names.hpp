// SPDX-License-Identifier: MIT
// Which names an expression of a space may read: its parameters, its problem, and the device. The
// device's are listed here once; the tuner fills them from a real device, and a test compares both.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone {

/// What may be read of a device: "device.local_memory" and so on. spaces/README.md says what each
/// is.
std::span<const std::string> known_device_names();

/// What a space may say that a choice costs, in [resources].
std::span<const std::string> resource_names();

/// Whether hone brings a routine of this name, with inputs and a check of its own.
bool is_routine_of_hone(std::string_view name);

/// Whether it can be a name: letters, digits and underscores, and no word of the language.
bool is_name(std::string_view word);

/// Whether it is a type of OpenCL C that a buffer can hold ("float4"), or "real".
bool is_element_type(std::string_view type);

/// The types of a number: "float", "int" and so on.
std::vector<std::string> element_types();

/// Whether it is a type of real numbers, or a vector of them; "real" is one.
bool is_real_type(std::string_view type);

/// What a problem brings besides its arguments: `precision` and `sizeof_real`, and the arguments.
std::vector<std::string> problem_names(const Space& space);

/// Everything that an expression of the space may read.
std::vector<std::string> known_names(const Space& space);

/// Adds a mistake for each name in an expression of the space that stands for nothing, and for each
/// argument of a launch that nobody declares.
void check_names(const Space& space, Mistakes& mistakes);

}  // namespace hone
