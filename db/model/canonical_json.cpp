// SPDX-License-Identifier: MIT
// Writes and reads the few JSON texts of the database. SQLite's own functions handle all other
// JSON.
#include "db/model/canonical_json.hpp"

#include "db/model/printable.hpp"

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

/// Appends the shortest digits that read back as the same number.
template <class Numeric>
requires std::is_arithmetic_v<Numeric>
void append(std::string& json, Numeric number) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    json.append(digits.data(), end);
}

/// Reads a string that starts after its opening quote; `rest` continues after the closing quote.
std::string take_string(std::string_view& rest) {
    std::string text;
    while (!rest.empty() && rest.front() != '"') {
        if (rest.starts_with("\\u00") && rest.size() >= 6) {
            unsigned code = 0;
            std::from_chars(rest.data() + 4, rest.data() + 6, code, 16);
            text += static_cast<char>(code);
            rest.remove_prefix(6);
            continue;
        }
        if (rest.front() == '\\' && rest.size() > 1) rest.remove_prefix(1);
        text += rest.front();
        rest.remove_prefix(1);
    }
    if (!rest.empty()) rest.remove_prefix(1);
    return one_line(std::move(text));  // escapes may encode control characters
}

/// Reads a number up to the next comma or brace. An integer that fits into 64 bits stays an
/// integer.
decltype(Setting::second) take_number(std::string_view& rest) {
    const std::string_view digits = rest.substr(0, rest.find_first_of(",}"));
    rest.remove_prefix(digits.size());
    std::int64_t whole = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, whole);
    if (read.ec == std::errc() && read.ptr == end) return whole;
    double real = 0;
    std::from_chars(digits.data(), end, real);
    return real;
}

}  // namespace

Settings settings_of(std::string_view canonical) {
    Settings settings;
    while (canonical.size() > 1 && canonical[1] == '"') {
        canonical.remove_prefix(2);  // a brace or a comma, and the quote
        std::string name = take_string(canonical);
        if (!canonical.starts_with(':')) return {};
        canonical.remove_prefix(1);
        const bool quoted = canonical.starts_with('"');
        if (quoted) canonical.remove_prefix(1);
        if (quoted)
            settings.emplace_back(std::move(name), take_string(canonical));
        else
            settings.emplace_back(std::move(name), take_number(canonical));
    }
    return settings;
}

std::string text(const Setting& setting) {
    if (const auto* word = std::get_if<std::string>(&setting.second)) return *word;
    std::string digits;
    if (const auto* whole = std::get_if<std::int64_t>(&setting.second)) append(digits, *whole);
    if (const auto* real = std::get_if<double>(&setting.second)) append(digits, *real);
    return digits;
}

std::string text_in(std::string_view canonical, std::string_view name, std::string_view otherwise) {
    for (const Setting& setting : settings_of(canonical))
        if (setting.first == name) return text(setting);
    return std::string(otherwise);
}

std::string joined(const Settings& settings, const std::string& before_each) {
    std::string all;
    for (const Setting& setting : settings)
        all += (all.empty() ? "" : " ") + before_each + setting.first + '=' + text(setting);
    return all;
}

std::string canonical(const Settings& settings) {
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
