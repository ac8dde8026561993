// SPDX-License-Identifier: MIT
#include "tuner/draft/draft_parameters.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

namespace hone {

std::optional<std::int64_t> DraftParameter::number() const {
    std::int64_t read = 0;
    const char* const end = value.data() + value.size();
    const auto [ptr, error] = std::from_chars(value.data(), end, read);
    return error == std::errc() && ptr == end ? std::optional(read) : std::nullopt;
}

std::string first_of(const std::string& list) {
    const std::size_t end = list.find_first_of(",]");
    return list.substr(1, end - 1);
}

std::string defines_of(const NamedValues& named) {
    std::string defines;
    for (const auto& [name, values] : named)
        defines += fmt::format(" -D{}={}", name, first_of(values));
    return defines;
}

std::vector<DraftParameter> parameters_in(const std::string& source, const NamedValues& named) {
    std::vector<DraftParameter> all;
    for (const auto& [name, values] : named) all.push_back({name, first_of(values), values});
    std::istringstream lines(source);
    std::string guarded;
    for (std::string text; std::getline(lines, text);) {
        std::istringstream words(text);
        std::string directive;
        DraftParameter parameter;
        words >> directive >> parameter.name >> parameter.value;
        const bool defines = directive == "#define" && parameter.name == guarded;
        if (defines && parameter.number() && !named.contains(parameter.name))
            all.push_back(parameter);
        guarded = directive == "#ifndef" ? parameter.name : "";
    }
    return all;
}

}  // namespace hone
