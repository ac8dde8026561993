// SPDX-License-Identifier: MIT
// Internals of read_space: one reader per format, their limits, and the checks that they share. A
// reader never throws for a wrong file: it fills what it can and adds mistakes for the rest.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/space/space.hpp"

namespace hone::readers {

// Limits of a file: generous for people, but small enough that no file can stall the program.
constexpr std::size_t max_file_bytes = 4 << 20;
constexpr std::size_t max_parameters = 256;
constexpr std::size_t max_values = 65535;  // per parameter: a Config numbers them in 16 bits
constexpr std::size_t max_constraints = 1024;
constexpr std::size_t max_launches = 64;
constexpr std::size_t max_depth = 32;

/// A text that is being read, and the mistakes found so far.
struct Document {
    std::string_view text;
    std::string file;
    Mistakes mistakes;

    void add_mistake(const Location& location, std::string reason) {
        mistakes.push_back({location, std::move(reason)});
    }
};

/// hone's own format.
void read_toml(Document& document, Space& space);
/// Either of the JSON formats, distinguished by their keys.
void read_json(Document& document, Space& space);

/// The path of a file beside the space. A path to any other place is rejected with a mistake.
std::string file_beside(Document& document, const std::string& name, const Location& location);

/// Adds a parameter, or mistakes for its name and values.
void add_parameter(Document& document, Space& space, Parameter parameter, const Location& location);

}  // namespace hone::readers
