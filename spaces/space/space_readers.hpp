// SPDX-License-Identifier: MIT
// Inside of read_space: one reader per format, the limits they all keep, and the checks they share.
// A reader never throws for a wrong file: it fills what it can and adds a mistake for the rest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone::readers {

// What a file may hold at most. Generous for people, small enough that no file can stall the
// program.
constexpr std::size_t max_file_bytes = 4 << 20;
constexpr std::size_t max_parameters = 256;
constexpr std::size_t max_values = 65535;  // of one parameter: a Config numbers them in 16 bits
constexpr std::size_t max_constraints = 1024;
constexpr std::size_t max_launches = 64;
constexpr std::size_t max_depth = 32;

/// One text that is being read, and what is wrong with it so far.
struct Sheet {
    std::string_view text;
    std::string file;
    Mistakes mistakes;

    void wrong(const Place& place, std::string reason) {
        mistakes.push_back({place, std::move(reason)});
    }
};

/// hone's own format.
void read_toml(Sheet& sheet, Space& space);
/// Either of the JSON formats, told apart by their keys.
void read_json(Sheet& sheet, Space& space);

/// The name of a file beside the space, or a mistake: one that leads anywhere else is refused.
std::string file_beside(Sheet& sheet, const std::string& name, const Place& place);

/// Adds a parameter, or the mistakes in its name and values.
void add_parameter(Sheet& sheet, Space& space, Parameter parameter, const Place& place);

}  // namespace hone::readers
