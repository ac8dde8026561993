// SPDX-License-Identifier: MIT
// Words as the system takes them to start a program.
#pragma once

#include <string>
#include <vector>

namespace hone {

/// A pointer to each text and a null behind them, which live as long as the texts.
inline std::vector<char*> argument_pointers(std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (std::string& text : texts) all.push_back(text.data());
    all.push_back(nullptr);
    return all;
}

}  // namespace hone
