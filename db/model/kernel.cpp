// SPDX-License-Identifier: MIT
// The order of a problem's arguments. A space declares them in a table "problem". The text is
// searched for their names there, because this folder has no parser of spaces. Imported results
// have no space.
#include "db/model/kernel.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace hone {
namespace {

constexpr std::array<std::string_view, 3> of_gemm{"M", "N", "K"};

bool is_name_letter(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// The position of "NAME =" in the text, or its end if there is none.
std::size_t declaration(std::string_view text, std::string_view name) {
    for (auto at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const bool begins = at == 0 || !is_name_letter(text[at - 1]);
        std::string_view rest = text.substr(at + name.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (begins && rest.starts_with('=')) return at;
    }
    return text.size();
}

}  // namespace

Settings in_declared_order(Settings problem, std::string_view routine, std::string_view space) {
    const std::string_view declared = space.substr(std::min(space.find("problem"), space.size()));
    const auto place = [&](const Setting& argument) -> std::size_t {
        if (routine != "gemm") return declaration(declared, argument.first);
        return static_cast<std::size_t>(std::ranges::find(of_gemm, argument.first) -
                                        of_gemm.begin());
    };
    std::ranges::stable_sort(problem, {}, place);
    return problem;
}

}  // namespace hone
