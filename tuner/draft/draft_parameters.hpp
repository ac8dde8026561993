// SPDX-License-Identifier: MIT
// The parameters that a kernel's text suggests or its author names.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hone {

/// Parameters that a kernel does not define itself: lists of values by name, "[64, 128]".
using NamedValues = std::map<std::string, std::string>;

/// A `#define` inside an `#ifndef` of its name.
struct DraftParameter {
    std::string name;
    std::string value;
    std::string values = {};  // if its author names them

    std::optional<std::int64_t> number() const;
};

/// The first value of "[64, 128]".
std::string first_of(const std::string& list);

/// "-DWG=64": build options for the macros that the kernel does not define itself.
std::string defines_of(const NamedValues& named);

std::vector<DraftParameter> parameters_in(const std::string& source, const NamedValues& named);

}  // namespace hone
