// SPDX-License-Identifier: MIT
// The few lines of JSON that the database writes; reading is left to SQLite's own JSON functions.
#include "db/canonical.hpp"

#include <array>
#include <charconv>
#include <string_view>
#include <type_traits>

namespace hone {
namespace {

void append(std::string& json, std::string_view text) {
    json += '"';
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') json += '\\';
        if (code >= 0x20) {
            json += c;
        } else {
            json += "\\u00";
            json += "0123456789abcdef"[code >> 4];
            json += "0123456789abcdef"[code & 15];
        }
    }
    json += '"';
}

/// The shortest digits that read back as the same number.
template <class Numeric>
requires std::is_arithmetic_v<Numeric>
void append(std::string& json, Numeric number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    json.append(digits.data(), end);
}

}  // namespace

std::string canonical(const std::vector<Setting>& settings) {
    std::string json = "{";
    for (const auto& [name, value] : settings) {
        if (json.size() > 1) json += ',';
        append(json, name);
        json += ':';
        std::visit([&](const auto& held) { append(json, held); }, value);
    }
    return json + '}';
}

}  // namespace hone
