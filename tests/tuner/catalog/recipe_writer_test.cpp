// SPDX-License-Identifier: MIT
// Applications and the tuner evaluate expressions alike: every expression of every shipped space,
// for random configs, legal or not, on several devices and problems.
#include "tuner/catalog/recipe_writer.hpp"

#include <catch2/catch.hpp>

#include "db/lookup/catalog.hpp"
#include "db/lookup/instantiate.hpp"
#include "db/model/kernel.hpp"
#include "db/recipe/config_check.hpp"
#include "db/recipe/launch_geometry.hpp"
#include "db/recipe/variables.hpp"
#include "kernels/workload/workload.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/candidates/random.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/tuner/h200.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"

using namespace hone;

namespace {

Device gpu() {
    Device device = h200();
    device.name = "a GPU";
    device.preferred_multiple = device.warp;
    device.fp64 = device.half = true;
    return device;
}

Device cpu() {
    Device device = gpu();
    device.name = "a CPU";
    device.type = device.architecture = "cpu";
    device.compute_units = 2;
    device.warp = 1;
    return device;
}

std::vector<Space> shipped() {
    std::vector<Space> spaces;
    for (const std::string& name : shipped_spaces()) spaces.push_back(read_space(find_space(name)));
    REQUIRE_FALSE(spaces.empty());
    return spaces;
}

lookup::KernelVersion version_of(const Space& space) {
    const Kernel kernel = kernel_of(space);
    return {.id = id_of(kernel),
            .name = kernel.name,
            .routine = kernel.routine,
            .source = kernel.source,
            .source_path = {},
            .recipe = lookup::read_recipe(kernel.recipe, kernel.routine),
            .newest = true};
}

Number number_of(const Value& value) {
    return lookup::value_of(setting("", value));
}

bool agree(const Value& value, Number exact) {
    const auto* number = std::get_if<Number>(&value);
    if (number == nullptr) return exact == word_number(std::get<std::string>(value));
    if (!number->exists()) return !exact.exists();
    return exact == *number;
}

/// One space for one problem on one device, in both languages.
struct Both {
    Both(const Space& of, const Device& device, Problem for_problem)
        : space(of),
          problem(std::move(for_problem)),
          version(version_of(of)),
          known(device_names(device)) {
        known.merge(names_of(problem));
        input = {space.routine, device, problem.precision, settings_of(problem)};
        std::string complaint;
        arguments = lookup::arguments_of(version.recipe, input.problem, complaint);
        REQUIRE(complaint.empty());
    }

    std::vector<Number> parameters(const Config& config) const {
        std::vector<Number> values;
        for (std::size_t p = 0; p < config.size(); ++p)
            values.push_back(number_of(space.parameters[p].values[config[p]]));
        return values;
    }

    /// The variables of expressions for the first config with these values.
    std::vector<Number> variables(const Names& chosen) const {
        std::vector<Number> values;
        for (const Parameter& each : space.parameters) {
            const auto found = chosen.find(each.name);
            values.push_back(number_of(found == chosen.end() ? each.values[0] : found->second));
        }
        return lookup::variable_values(version.recipe, values, arguments, input.device,
                                       input.precision);
    }

    void compare_expressions(const Config& config) const {
        Names names = known;
        for (std::size_t p = 0; p < config.size(); ++p)
            names[space.parameters[p].name] = space.parameters[p].values[config[p]];
        VariableTable slots = version.recipe.variables;
        const auto compare = [&](const Expression& expression) {
            const Postfix ours(to_postfix(expression.steps()), slots);
            const auto values = lookup::variable_values(version.recipe, parameters(config),
                                                        arguments, input.device, input.precision);
            INFO(expression.text() + " as " + to_postfix(expression.steps()));
            REQUIRE(slots.names().size() == values.size());
            CHECK(agree(expression.evaluate(lookup_in(names)), ours.value(values)));
        };
        for (const Constraint& constraint : space.constraints) compare(constraint.must_hold);
        for (const auto& [name, cost] : space.resources) compare(cost);
        for (const LaunchStep& step : space.launch)
            for (const Expression& size : step.global) compare(size);
    }

    void compare_plans(const Config& config) const {
        const Plan plan = make_plan(space, config, known);
        lookup::TunedRow row;
        row.parameters = parameters(config);
        for (const auto& [name, value] : plan.values) row.config.push_back(setting(name, value));
        const auto serve = [&](Rewriting rewriting) {
            Query query = input;
            query.rewriting = rewriting;
            std::string why_not;
            auto served = lookup::instantiate(version, row, arguments, query, false, why_not);
            INFO(why_not);
            CHECK(served.has_value() == why_not.empty());
            return served;
        };
        const bool fits = std::ranges::all_of(plan.launches, [&](const Launch& launch) {
            return static_cast<std::int64_t>(launch.work_items()) <= input.device.max_work_group;
        });
        const bool runs = plan.local_memory <= input.device.local_memory && fits;
        CHECK(serve(Rewriting::no).has_value() == (runs && space.rewrite.empty()));
        const auto served = serve(Rewriting::yes);
        CHECK(served.has_value() == runs);
        if (!runs) return;
        CHECK(served->rewrite == space.rewrite);
        REQUIRE(served.has_value());
        CHECK(served->build_options == problem_defines(space, problem) + ' ' + plan.defines());
        REQUIRE(served->launches.size() == plan.launches.size());
        for (std::size_t i = 0; i < plan.launches.size(); ++i) {
            CHECK(served->launches[i].entry == plan.launches[i].entry);
            CHECK(served->launches[i].local == plan.launches[i].local);
            CHECK(served->launches[i].global == plan.launches[i].global);
        }
    }

    const Space& space;
    Problem problem;
    lookup::KernelVersion version;
    Names known;
    Query input;
    std::vector<Number> arguments;
};

/// The kernel that an application gets for this config.
TunedKernel instantiated(const Both& both, const Config& config) {
    lookup::TunedRow row;
    row.parameters = both.parameters(config);
    std::string why_not;
    const auto told =
        lookup::instantiate(both.version, row, both.arguments, both.input, false, why_not);
    INFO(why_not);
    REQUIRE(told.has_value());
    return *told;
}

Config any_config(const Space& space, Random& random) {
    Config config;
    for (const Parameter& parameter : space.parameters)
        config.push_back(static_cast<std::uint16_t>(random.below(parameter.values.size())));
    return config;
}

/// Ragged problems; for products with every transposition.
std::vector<Problem> problems_of(const Space& space) {
    std::vector<Problem> all;
    const bool transposes = make_problem(space, "", {}).arguments.contains("TA");
    for (int variant = 0; variant < (transposes ? 4 : 1); ++variant) {
        Problem problem = make_problem(space, "", {});
        if (transposes) {
            problem.arguments["TA"] = Number(variant / 2);
            problem.arguments["TB"] = Number(variant % 2);
        }
        for (Problem& each : ragged_problems(problem)) all.push_back(std::move(each));
    }
    return all;
}

}  // namespace

TEST_CASE("expressions of recipes mean what those of spaces mean") {
    Random random(1);
    for (const Space& space : shipped())
        for (const Device& device : {gpu(), cpu()}) {
            const Both both(space, device, make_problem(space, "", {}));
            for (int i = 0; i < 50; ++i) both.compare_expressions(any_config(space, random));
        }
}

namespace {

/// The estimate's view of the launch of the first config with these values.
prediction::LaunchGeometry geometry(const Space& space, const Device& device,
                                    const Problem& problem, const Names& chosen) {
    const Both both(space, device, problem);
    return *lookup::geometry_of(both.version.recipe, both.variables(chosen), 1,
                                device.compute_units);
}

}  // namespace

TEST_CASE("where work-groups have several tiles, the estimate knows how much the largest one has") {
    const auto busiest = [](std::int64_t panels, bool even) {
        Space space = read_space(find_space("gemm_panel"));
        for (LaunchStep& step : space.launch) step.even = even;
        const Problem problem =
            make_problem(space, "f64", {{"M", Number(64)}, {"N", Number(516)}, {"K", Number(672)}});
        const Names chosen{{"TN", Number(32)},
                           {"VN", Number(8)},
                           {"TILES", Number(16)},
                           {"PANELS", Number(panels)}};
        return geometry(space, cpu(), problem, chosen).busiest;
    };
    CHECK(busiest(16, false) == Approx(2 * 512.0 / 516));  // the other one has four columns
    CHECK(busiest(16, true) == Approx(2 * 288.0 / 516));   // nine of 17 panels
    CHECK(busiest(1, false) < 1.1);
    CHECK(busiest(1, true) == busiest(1, false));
}

TEST_CASE("what a packing launch divides by is no tile of the kernel") {
    const Space space = read_space(find_space("gemm_panel"));
    const auto waste = [&](std::int64_t k, std::int64_t packed) {
        const Problem problem =
            make_problem(space, "f32", {{"M", Number(64)}, {"N", Number(64)}, {"K", Number(k)}});
        return geometry(space, cpu(), problem,
                        {{"PACK_A", Number(packed)}, {"PACK_B", Number(packed)}})
            .tile_waste;
    };
    CHECK(waste(256, 0) == 0);
    CHECK(waste(31, 0) == 0);  // packed 256 deep
    CHECK(waste(31, 1) == 0);
}

TEST_CASE("the estimate knows how often a config goes over its results") {
    const auto passes = [](const char* kernel, const char* depth, std::int64_t elements) {
        const Space space = read_space(find_space(kernel));
        const Problem problem =
            make_problem(space, "f32", {{"M", Number(64)}, {"N", Number(64)}, {"K", Number(672)}});
        return geometry(space, cpu(), problem, {{depth, Number(elements)}}).passes;
    };
    CHECK(passes("gemm_panel", "DEPTH", 64) == 11);
    CHECK(passes("gemm_panel", "DEPTH", 1024) == 1);
    CHECK(passes("gemm_tile", "BK", 8) == 1);  // its space says nothing
}

TEST_CASE("the estimate knows how much a config copies before it multiplies") {
    const Space space = read_space(find_space("gemm_panel"));
    const Problem problem =
        make_problem(space, "f64", {{"M", Number(64)}, {"N", Number(24)}, {"K", Number(100)}});
    const auto copied = [&](std::int64_t packs_a, std::int64_t packs_b, std::int64_t tiles) {
        return geometry(space, cpu(), problem,
                        {{"TM", Number(8)},
                         {"TILES", Number(tiles)},
                         {"PACK_A", Number(packs_a)},
                         {"PACK_B", Number(packs_b)}})
            .copied;
    };
    constexpr double all_of_a = 8 * 64 * 100;
    constexpr double all_of_b = 8 * 100 * 24;
    CHECK(copied(0, 1, 2) == all_of_b);
    CHECK(copied(0, 0, 8) == all_of_b);
    CHECK(copied(0, 0, 2) == 4 * all_of_b);  // four rows of work-groups
    CHECK(copied(1, 1, 2) == all_of_a + all_of_b);
}

TEST_CASE("the estimate knows that the sums of slices of K are written and read again") {
    const auto sums = [](const char* kernel, const char* precision, Names chosen) {
        const Space space = read_space(find_space(kernel));
        const Problem problem = make_problem(
            space, precision, {{"M", Number(1024)}, {"N", Number(1920)}, {"K", Number(8192)}});
        return geometry(space, gpu(), problem, chosen).copied;
    };
    const auto slices = [](std::int64_t count) { return Names{{"SPLIT_K", Number(count)}}; };
    constexpr double elements = 1024 * 1920;
    for (const char* kernel : {"gemm_mma", "gemm_mma_tma", "gemm_wgmma"}) {
        CHECK(sums(kernel, "f16", slices(1)) == 0);
        CHECK(sums(kernel, "f16", slices(4)) == 4 * 4 * elements);  // in float
    }
    CHECK(sums("gemm_wgmma_tf32", "tf32", slices(2)) == 4 * 2 * elements);
    CHECK(sums("gemm_mma", "f64", slices(2)) == 8 * 2 * elements);
    CHECK(sums("gemm_simt", "f64", slices(2)) == 8 * 2 * elements);
    // Of 240 tiles of 128 x 64, 132 fill a wave, and 108 are split.
    Names tail = slices(2);
    tail.merge(Names{{"SPLIT_TAIL", Number(1)},
                     {"WARPS_M", Number(2)},
                     {"WARPS_N", Number(2)},
                     {"WM", Number(64)},
                     {"WN", Number(32)}});
    CHECK(sums("gemm_mma", "f64", tail) == 8 * 2 * 108 * 128 * 64);
}

TEST_CASE("what does the same as another config is left out of a search alone") {
    const Space space = read_space(find_space("gemm_panel"));
    const Problem problem =
        make_problem(space, "f32", {{"M", Number(64)}, {"N", Number(64)}, {"K", Number(64)}});
    const Both both(space, cpu(), problem);
    const auto cost = [&](Names chosen) {
        chosen.merge(Names{{"VN", Number(4)}});
        const auto variables = both.variables(chosen);
        CHECK(may_run(both.version.recipe, variables));
        return cost_of_advice(both.version.recipe, variables);
    };
    CHECK(cost({{"TILES", Number(16)}}) == 0);
    CHECK(cost({{"TILES", Number(64)}}) == 0);                         // of 16
    CHECK(cost({{"DEPTH", Number(2048)}}) == 0);                       // of 64 elements
    CHECK(cost({{"TILES", Number(16)}, {"PANELS", Number(16)}}) > 0);  // one unit has no work
    const std::size_t tiles = *space.index_of("TILES"), depth = *space.index_of("DEPTH");
    for (const Config& config : Candidates(space, both.known).sample(500, 1)) {
        CHECK(number_of(space.parameters[tiles].values[config[tiles]]).numerator() < 32);
        CHECK(number_of(space.parameters[depth].values[config[depth]]) == Number(64));
    }
}

TEST_CASE("where work-groups take tile after tile, the estimate knows that some take one more") {
    const auto busiest = [](const char* kernel, std::int64_t m, const Names& chosen) {
        const Space space = read_space(find_space(kernel));
        const Problem problem = make_problem(
            space, "f16", {{"M", Number(m)}, {"N", Number(1034)}, {"K", Number(3350)}});
        Device device = gpu();
        device.compute_units = 132;
        return geometry(space, device, problem, chosen).busiest;
    };
    const auto of_tile = [&](std::int64_t m, std::int64_t warpgroups, std::int64_t columns,
                             std::int64_t slices) {
        return busiest("gemm_wgmma", m,
                       {{"WARPGROUPS", Number(warpgroups)},
                        {"BN", Number(columns)},
                        {"SPLIT_K", Number(slices)}});
    };
    CHECK(of_tile(3854, 4, 128, 1) == Approx(2 * 132.0 / 144));  // 16 x 9 tiles, two for some
    CHECK(of_tile(3854, 4, 128, 2) == Approx(2 * 132.0 / 144));
    CHECK(of_tile(3854, 3, 192, 1) == 1);  // 21 x 6 tiles, one for each
    CHECK(of_tile(3854, 1, 64, 1) == Approx(8 * 132.0 / 1037));
    CHECK(of_tile(64, 1, 64, 1) == 1);
    // A work-group for each tile: those run in rounds, which the model already covers.
    CHECK(busiest("gemm_mma", 3854, {}) == 1);
}

TEST_CASE("an application launches what the tuner launched") {
    for (const Space& space : shipped()) {
        int compared = 0;
        for (const Device& device : {gpu(), cpu()})
            for (const Problem& problem : problems_of(space)) {
                const Both both(space, device, problem);
                const Candidates candidates(space, both.known);
                Random random(2);
                for (int i = 0; i < 5 && !candidates.empty(); ++i) {
                    const Config config = candidates.at(random.below(candidates.count().value()));
                    if (space.needs && !space.needs->number(lookup_in(both.known)).truthy())
                        continue;
                    both.compare_plans(config);
                    ++compared;
                }
            }
        INFO(space.name);
        CHECK(compared > 0);
    }
}

TEST_CASE("a size past an int is a long for an application and the tuner alike") {
    for (const char* kernel : {"reduction_tree", "reduction_last"})
        for (const std::int64_t n : {std::int64_t{1} << 20, (std::int64_t{1} << 31) - 1,
                                     std::int64_t{1} << 31, std::int64_t{3} << 32}) {
            const Space space = read_space(find_space(kernel));
            const Both both(space, gpu(), make_problem(space, "f32", {{"n", Number(n)}}));
            const Candidates candidates(space, both.known);
            const Config config = candidates.at(0);
            both.compare_plans(config);
            INFO(kernel << " n=" << n);
            const TunedKernel told = instantiated(both, config);
            const bool is_long = n >= std::int64_t{1} << 31;
            const auto size = std::ranges::find(told.extras, "n", &TunedKernel::Extra::name);
            REQUIRE(size != told.extras.end());
            CHECK(size->type == (is_long ? "long" : "int"));
            CHECK(size->value == static_cast<double>(n));
            const bool is_said = told.build_options.find(" -DLONG_SIZES=1") != std::string::npos;
            CHECK(is_said == is_long);
        }
}

TEST_CASE("an application launches what the tuner launched of a user's own kernels, too") {
    for (const auto& entry :
         std::filesystem::directory_iterator(HONE_SOURCE_DIR "/examples/gallery")) {
        if (entry.path().extension() != ".toml") continue;
        INFO(entry.path().string());
        const Space space = read_space(entry.path());
        const Problem problem = make_problem(space, "", {});
        const Both both(space, gpu(), problem);
        const Candidates candidates(space, both.known);
        Random random(3);
        for (int i = 0; i < 5; ++i)
            both.compare_plans(candidates.at(random.below(candidates.count().value())));
    }
}

TEST_CASE("where launches of a loop take its number, each number is an argument of its own") {
    const Space space = read_space(HONE_SOURCE_DIR "/examples/gallery/stencil.toml");
    const Both both(space, gpu(), make_problem(space, "f32", {{"STEPS", Number(3)}}));
    const TunedKernel served = instantiated(both, Candidates(space, both.known).at(0));
    REQUIRE(served.launches.size() == 3);
    CHECK(served.launches[2].arguments.at(2) == "step[2]");
    const auto number = std::ranges::find(served.extras, "step[2]", &TunedKernel::Extra::name);
    REQUIRE(number != served.extras.end());
    CHECK(number->type == "int");
    CHECK(number->value == 2);
}

TEST_CASE("libraries that know no loops read a condition that never holds") {
    const Space space = read_space(HONE_SOURCE_DIR "/examples/gallery/bitonic.toml");
    CHECK_THAT(kernel_of(space).recipe,
               Catch::Contains("condition\tlaunches in a loop, which hone::Launches does not "
                               "repeat\t0\tloops\n"));
}

TEST_CASE("a text of a product that does not name its transposes is built with them all the same") {
    Space space = read_space(find_space("gemm_simt"));
    const Problem problem = make_problem(space, "f32", {{"TB", Number(1)}});
    const Both today(space, gpu(), problem);
    space.variants.clear();
    const Both older(space, gpu(), problem);
    const auto options = [](const Both& both) {
        const Candidates candidates(both.space, both.known);
        const Config config = candidates.at(0);
        const TunedKernel served = instantiated(both, config);
        return served.build_options;
    };
    CHECK_THAT(options(older), Catch::Contains(" -DTA=0 -DTB=1"));
    CHECK(options(older) == options(today));
}

TEST_CASE("applications are told where the driver chooses the work-group") {
    const std::string head =
        "precisions = ['f32']\n[problem]\nn = 4096\n[parameters]\nWG = [0, 64]\n"
        "[[launch]]\nentry = 'own'\nglobal = ['n']\n";
    const auto launched = [&](const std::string& shape, std::int64_t wg) {
        const Space space = read_space(head + shape, "own.toml");
        const std::string source = "kernel void own() {}";
        const lookup::KernelVersion version{
            .id = {},
            .name = "own",
            .routine = "own",
            .source = source,
            .source_path = {},
            .recipe = lookup::read_recipe(recipe_of(space, source), "own"),
            .newest = true};
        lookup::TunedRow row;
        row.parameters = {Number(wg)};
        row.config = {{"WG", wg}};
        std::string why_not;
        const auto kernel = lookup::instantiate(version, row, {Number(4096)},
                                                {"own", gpu(), "f32", {}}, false, why_not);
        if (kernel) return kernel->launches.front();
        TunedKernel::Launch none;
        none.entry = why_not;
        return none;
    };
    const std::string either = "local = ['WG']\ndriver_local = 'WG == 0'\n";
    const TunedKernel::Launch drivers = launched(either, 0);
    CHECK(drivers.local_or_null() == nullptr);
    CHECK(drivers.global == std::array<std::size_t, 3>{4096, 1, 1});
    CHECK(launched(either, 64).local == std::array<std::size_t, 3>{64, 1, 1});
    CHECK(launched("driver_local = true\n", 64).local_or_null() == nullptr);
    // A size counts as the driver's choice only if the space declares it.
    CHECK(launched("local = ['WG']\n", 0).entry ==
          "own: its global size is not a multiple of its work-group");
}
