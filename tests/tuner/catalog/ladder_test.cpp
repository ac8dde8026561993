// SPDX-License-Identifier: MIT
// The configs that a search tries first.
#include "tuner/catalog/ladder.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "spaces/candidates/plan.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/tuner/h200.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/architecture.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/measure/bench_setup.hpp"

using namespace hone;

namespace {

constexpr const char* made = R"toml(
routine = "made"
precisions = ["f32", "f64"]
[problem]
n = 4096
[parameters]
WG = [32, 64, 128, 256]
VW = [1, 2, 4]
[constraints]
"whole vectors" = "n % VW == 0"
[[launch]]
entry = "k"
local = ["WG"]
global = ["ceil_div(n, WG) * WG"]
[ladder]
"plain" = { WG = 64 }
"vectors" = { VW = 4 }
[starts]
"small" = { when = "n < 1000", WG = 32 }
"large" = { when = "n >= 1000", precisions = ["f32"], WG = 256, VW = 2 }
"as the ladder" = { WG = 64 }
)toml";

std::vector<std::string> starts_of(std::int64_t n, const std::string& precision) {
    const Space space = read_space(made, "made.toml");
    const Names known = names_of(make_problem(space, precision, {{"n", Number(n)}}));
    const Candidates candidates(space, known);
    std::vector<std::string> texts;
    for (const Config& each : start_configs(space, precision, known, candidates))
        texts.push_back(config_text(space, each));
    return texts;
}

using Texts = std::vector<std::string>;

bool is_for_nvidia(const Space& space) {
    return space.needs && std::ranges::count(space.needs->names(), "device.compute_capability") > 0;
}

// Square, odd, thin, deep, small and large.
std::vector<Names> sizes() {
    std::vector<Names> all;
    for (const auto& [m, n, k] :
         {std::array{64, 64, 64}, std::array{128, 128, 2048}, std::array{512, 512, 512},
          std::array{809, 467, 2473}, std::array{64, 64, 4096}, std::array{2048, 128, 2048},
          std::array{1024, 1024, 1024}, std::array{128, 14336, 4096}, std::array{3072, 1792, 1792},
          std::array{4096, 4096, 4096}, std::array{128, 128, 65536}})
        all.push_back({{"M", Number(m)}, {"N", Number(n)}, {"K", Number(k)}});
    return all;
}

}  // namespace

TEST_CASE("a search starts with what the space recommends for the problem, each once") {
    const std::string last = R"({"WG":64,"VW":4})";
    CHECK(starts_of(4096, "f32") == Texts{R"({"WG":256,"VW":2})", last});
    CHECK(starts_of(4096, "f64") == Texts{last});
    CHECK(starts_of(100, "f32") == Texts{R"({"WG":32,"VW":4})", last});
}

TEST_CASE("what is not legal for a problem gives way to what is near") {
    CHECK(starts_of(1001, "f32") == Texts{R"({"WG":256,"VW":1})", R"({"WG":64,"VW":1})"});
}

TEST_CASE("each start of a shipped space is legal as it is written for some problem") {
    Device device = h200();
    device.fp64 = device.half = device.local_is_dedicated = true;
    REQUIRE_FALSE(shipped_spaces().empty());
    for (const std::string& name : shipped_spaces()) {
        const Space space = read_space(find_space(name));
        for (const Start& start : space.starts) {
            INFO(name << ": " << start.name);
            Space alone = space;
            alone.starts = {start};
            bool is_legal = false;
            for (const std::string& precision : space.precisions) {
                if (!start.is_for(precision)) continue;
                for (const Names& size : sizes()) {
                    const Names known = known_names(device, make_problem(space, precision, size));
                    if (start.when && !start.when->number(lookup_in(known)).truthy()) continue;
                    const Candidates candidates(space, known);
                    const auto configs = start_configs(alone, precision, known, candidates);
                    is_legal |= std::ranges::any_of(configs, [&](const Config& config) {
                        return std::ranges::all_of(start.values, [&](const auto& value) {
                            const std::size_t p = space.index_of(value.first).value();
                            return space.parameters[p].values[config[p]] == value.second;
                        });
                    });
                }
            }
            CHECK(is_legal);
        }
    }
}

TEST_CASE("what a search on an H200 starts with fits into the registers of a work-item") {
    Device device = h200();
    device.fp64 = device.half = device.local_is_dedicated = true;
    const std::int64_t most = find_architecture("sm_90")->max_registers;
    CHECK(most == 255);
    REQUIRE_FALSE(shipped_spaces().empty());
    for (const std::string& name : shipped_spaces()) {
        const Space space = read_space(find_space(name));
        if (!is_for_nvidia(space)) continue;
        for (const std::string& precision : space.precisions) {
            for (const Names& size : sizes()) {
                const Names known = known_names(device, make_problem(space, precision, size));
                const Candidates candidates(space, known);
                for (const Config& config : start_configs(space, precision, known, candidates)) {
                    INFO(name << " " << precision << ": " << config_text(space, config));
                    CHECK(make_plan(space, config, known).registers <= most);
                }
            }
        }
    }
}
