// SPDX-License-Identifier: MIT
// Any text is a space in one of the three formats, or a usage error. A small space can be counted,
// numbered, planned, and written as T1.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "spaces/candidates/candidates.hpp"
#include "spaces/candidates/plan.hpp"
#include "spaces/candidates/rejections.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/formats/t1_write.hpp"
#include "spaces/space/problem.hpp"
#include "spaces/space/space.hpp"

using namespace hone;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

// Small enough for thousands of runs a second.
bool is_small(const Space& space) {
    double product = 1;
    for (const Parameter& parameter : space.parameters) {
        product *= static_cast<double>(parameter.values.size());
    }
    const auto is_short = [](const Constraint& c) { return c.must_hold.steps().size() < 200; };
    return product <= 1e4 && space.parameters.size() <= 20 && space.constraints.size() <= 20 &&
           std::ranges::all_of(space.constraints, is_short);
}

void use(const Candidates& candidates, Index index) {
    const Config config = candidates.at(index);
    must(candidates.index_of(config) == index);
    must(candidates.nearest(config) == config);
    for (const Config& neighbor : candidates.neighbors(config, Neighborhood::hamming)) {
        must(neighbor != config && candidates.contains(neighbor));
    }
}

void use(const Space& space) {
    const Names known = names_of(make_problem(space, {}, {}));
    const Candidates candidates(space, known);
    must(candidates.count() <= product(space));
    must(rejections(space, known).size() == space.constraints.size());
    if (candidates.empty()) return;
    use(candidates, 0);
    use(candidates, *candidates.count() - 1);
    must(!make_plan(space, candidates.at(0), known).text().empty());
    must(!read_space(write_t1(space, known), "fuzz").parameters.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) try {
    const Space space = read_space({reinterpret_cast<const char*>(bytes), size}, "fuzz");
    if (is_small(space)) use(space);
    return 0;
} catch (const Error& error) {
    must(error.exit() == Exit::usage && !std::string_view(error.what()).empty());
    return 0;
}
