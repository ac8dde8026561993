// SPDX-License-Identifier: MIT
// The parameters of a drafted space: macros that a kernel defines unless its build does.
#include "tuner/draft/draft_parameters.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

std::vector<std::string> names_in(const std::string& source, const NamedValues& named = {}) {
    std::vector<std::string> names;
    for (const DraftParameter& parameter : parameters_in(source, named))
        names.push_back(parameter.name);
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a number that a kernel defines within #ifndef is a parameter") {
    const std::string source =
        "#ifndef WG\n#define WG 64\n#endif\n#ifndef STEP\n#define STEP -2  // backwards\n#endif\n"
        "#define FIXED 3\n#ifndef REAL\n#define REAL float\n#endif\n";
    CHECK(names_in(source) == Names{"WG", "STEP"});
    CHECK(parameters_in(source, {}).back().number() == -2);
    CHECK(names_in(source, {{"WG", "[32, 64]"}}) == Names{"WG", "STEP"});
}

TEST_CASE("a header guard is no parameter, and a number that is too long is none") {
    CHECK(names_in("#ifndef KERNEL_H\n#define KERNEL_H\nint a;\n#endif\n").empty());
    CHECK(names_in("#ifndef SEED\n#define SEED 99999999999999999999\n#endif\n").empty());
}
