// SPDX-License-Identifier: MIT
// Words in the form that the system needs to start a program.
#pragma once

#include <string>
#include <vector>

namespace hone {

/// Pointers to the texts and a final null. They are valid as long as the texts.
inline std::vector<char*> argument_pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace hone
