// SPDX-License-Identifier: MIT
// The message for a wrong text.
#pragma once

#include <string>
#include <string_view>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/space.hpp"

/// The message, or "nothing is wrong".
inline std::string mistakes_in(std::string_view text, const char* file) {
    try {
        hone::read_space(text, file);
    } catch (const hone::Error& error) {
        return error.exit() == hone::Exit::usage ? error.what() : "not a usage error";
    }
    return "nothing is wrong";
}
