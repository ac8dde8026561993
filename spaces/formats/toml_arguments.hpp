// SPDX-License-Identifier: MIT
// Reads the TOML tables of a kernel's arguments and of the check of its result. Also the few
// readers that they share with other tables.
#pragma once

#include <fmt/ranges.h>

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spaces/formats/toml_document.hpp"

namespace hone::readers {

/// A file beside the space.
std::optional<std::string> file(TomlDocument& document, const Entry& entry);

/// Reads a word that must be one of the choices into the target; otherwise adds a mistake that
/// lists the choices.
template <class T, std::size_t count>
void keep_one_of(TomlDocument& document, const Entry& entry,
                 const std::array<std::pair<std::string_view, T>, count>& choices, T& target) {
    const auto word = document.string(entry);
    if (!word) return;
    std::vector<std::string> known;
    for (const auto& [name, choice] : choices) {
        if (name == *word) target = choice;
        known.emplace_back(name);
    }
    if (std::ranges::find(known, *word) != known.end()) return;
    std::string help = did_you_mean(*word, known);
    if (help.empty()) help = fmt::format("; it can be {}", fmt::join(known, ", "));
    document.add_mistake(document.location(*entry.node),
                         fmt::format("'{}' cannot be '{}'{}", entry.key, *word, help));
}

void read_toml_arguments(TomlDocument& document, const Entry& entry, Space& space);
void read_toml_check(TomlDocument& document, const Entry& entry, Space& space);

}  // namespace hone::readers
