// SPDX-License-Identifier: MIT
// Campaigns without a device: two synthetic kernels of one routine on devices that are only
// described. The test sets the time of each config.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>
#include <list>
#include <memory>
#include <vector>

#include "db/lookup/tuned.hpp"
#include "spaces/formats/read_space.hpp"
#include "tests/db/samples.hpp"
#include "tests/tuner/gemm_problem.hpp"
#include "tuner/campaigns/tune_problem.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/replay/recorded_bench.hpp"

namespace hone::made_campaign {

/// A single warp with a large tile leaves a compute unit nearly empty, which a rule defers.
inline const std::string space_text = std::string(R"toml(
routine = "gemm"
precisions = ["f32", "f64"]
)toml") + gemm_problem + R"toml(
[parameters]
TILE = [8, 16, 32, 48]
WG = [32, 128]
[constraints]
"a tile fits in the matrix" = "TILE <= M"
[resources]
local_memory = "TILE * 1024"
flops = "2 * M * N * K"
bytes = "4 * M * N"
[[arguments]]
name = "M"
kind = "scalar"
type = "int"
value = "M"
[[arguments]]
name = "C"
type = "float"
count = "M * N"
fill = "output"
[[launch]]
entry = "product"
local = ["WG"]
global = ["ceil_div(M * N, WG) * WG"]
arguments = ["M", "C"]
[ladder]
"small tiles" = { TILE = 8, WG = 128 }
"large tiles" = { TILE = 32 }
)toml";

inline constexpr const char* source =
    "#ifndef TILE\n#define TILE 16\n#endif\n#ifndef WG\n#define WG 128\n#endif\n"
    "kernel void product(int M, global float* C) { C[get_global_id(0)] = M; }\n";

/// The variables of a time.
struct MadeCase {
    std::string device, kernel;
    std::int64_t m = 0, tile = 0, work_group = 0;
};

inline std::int64_t number(const Value& value) {
    return std::get<Number>(value).numerator();
}

/// Records the limits with which each config is timed.
class NotingBench final : public RecordedBench {
  public:
    NotingBench(const RecordedSpace& recorded, const RecordedBehavior& behavior,
                std::vector<SamplingLimits>& limits)
        : RecordedBench(recorded, behavior), limits_(limits) {}

    RunResult run(const Config& config, const SamplingLimits& limits) override {
        limits_.push_back(limits);
        return RecordedBench::run(config, limits);
    }

  private:
    std::vector<SamplingLimits>& limits_;
};

class MadeCampaign {
  public:
    MadeCampaign() {
        for (const char* name : {"wide", "tall"}) {
            std::ofstream(folder / (std::string(name) + ".toml")) << space_text;
            std::ofstream(folder / (std::string(name) + ".cl")) << "// " << name << "\n" << source;
            spaces.push_back(read_space(folder / (std::string(name) + ".toml")));
        }
        know_local_memory(here);
    }

    static LocalDevice described(const std::string& name) {
        LocalDevice local;
        local.device = samples::device();
        local.device.name = name;
        local.device.platform = "ACME OpenCL";
        local.device.local_memory = 49152;
        local.device.local_is_dedicated = true;
        local.device.warp = 32;
        local.device.registers = 65536;
        return local;
    }

    /// Without its answer in the store a campaign would query the device.
    void know_local_memory(const LocalDevice& local) {
        Probe probe = samples::probe(store.add(local.device), 0,
                                     static_cast<double>(local.device.local_memory));
        probe.name = probes::local_memory_limit;
        probe.unit = "B";
        store.add(probe);
    }

    Campaign campaign() { return {.store = store, .stop = stop}; }

    MeasureOptions measure_options() {
        MeasureOptions options;
        options.cold = false;
        options.make_bench = [this](const BenchSetup& setup, const Timeouts& /*timeouts*/) {
            return make_bench(setup, recordings_.emplace_back(record(setup)));
        };
        return options;
    }

    TuneOptions tune_options() {
        TuneOptions options;
        options.measure = measure_options();
        options.strategy = "brute_force";
        options.transfer = false;
        options.command = command();
        return options;
    }

    static CommandText command() {
        return [](const Space& space, const Problem& /*problem*/) { return "made " + space.name; };
    }

    /// One of the kernels, and a problem of both.
    std::vector<Space> only(const std::string& kernel) const {
        std::vector<Space> some = spaces;
        std::erase_if(some, [&](const Space& space) { return space.name != kernel; });
        return some;
    }
    Problem problem(std::int64_t m, std::int64_t n = 256) const {
        return make_problem(spaces.front(), "f32",
                            {{"M", Number(m)}, {"N", Number(n)}, {"K", Number(n)}});
    }

    /// Tunes kernels as `hone tune` does; `where` restricts the search.
    ProblemResult tune(const LocalDevice& device, const std::vector<Space>& kernels,
                       const Problem& problem, const std::string& where = {}) {
        TuneOptions options = tune_options();
        if (!where.empty())
            options.where = [where](const Space& /*space*/) -> std::vector<Constraint> {
                Mistakes mistakes;
                return {{where, Expression::parse(where, {"test"}, mistakes)}};
            };
        return tune_problem(options, {device}, kernels, problem, campaign());
    }

    /// The fastest best of the problem, as `hone best` lists it; "wide TILE=32 WG=128".
    std::string listed_best(const LocalDevice& device, const Problem& problem) {
        const Best* fastest = nullptr;
        const auto bests = store.bests({id_of(device.device), {}, "gemm", problem.precision});
        for (const Best& best : bests)
            if (best.key.problem == problem_text(problem) &&
                (!fastest || best.trial.time.median < fastest->trial.time.median))
                fastest = &best;
        if (!fastest) return "nothing";
        const Space space = only(fastest->kernel).front();
        return fastest->kernel + " " + words_of(space, *config_from(space, fastest->trial.config));
    }

    /// An application's answer for the problem, for the routine or for one kernel.
    std::string answer(const LocalDevice& device, const Problem& problem,
                       const std::string& what = "gemm") {
        Tuned tuned({store.connection().file()});
        tuned.trust_databases();
        const TunedKernel& kernel =
            tuned.find(what, device.device, problem.precision, settings_of(problem));
        return kernel ? kernel.kernel + " " + joined(kernel.config) : kernel.reason;
    }

    /// Both agree, for the routine and for the kernel.
    void check_best(const LocalDevice& device, const Problem& problem, const std::string& best) {
        CHECK(listed_best(device, problem) == best);
        CHECK(answer(device, problem) == best);
        CHECK(answer(device, problem, best.substr(0, best.find(' '))) == best);
    }

    RecordedSpace record(const BenchSetup& setup) const {
        RecordedSpace recorded;
        recorded.space = setup.space;
        const Candidates all(setup.space, known_names(setup));
        for (Index i = 0; i < *all.count(); ++i) {
            const Config config = all.at(i);
            const auto value = [&](std::size_t p) {
                return number(setup.space.parameters[p].values[config[p]]);
            };
            const MadeCase made{setup.device.device.name, setup.space.name,
                                number(setup.problem.arguments.at("M")), value(0), value(1)};
            recorded.results[config] = {.nanoseconds = 1000 * time(made), .seconds = 0.1};
        }
        return recorded;
    }

    samples::Folder folder;
    Store store{folder / "campaign.db"};
    std::vector<Space> spaces;
    LocalDevice here = described("Test GPU");
    std::atomic<bool> stop = false;
    RecordedBehavior behavior;
    std::vector<SamplingLimits> limits;  // of each config that was timed
    std::function<std::unique_ptr<EvaluatorBench>(const BenchSetup&, const RecordedSpace&)>
        make_bench = [this](const BenchSetup& /*setup*/, const RecordedSpace& recorded) {
            return std::make_unique<NotingBench>(recorded, behavior, limits);
        };
    /// In microseconds.
    std::function<double(const MadeCase&)> time = [](const MadeCase&) { return 1000; };

  private:
    static std::string words_of(const Space& space, const Config& config) {
        const auto value = [&](std::size_t p) {
            return std::to_string(number(space.parameters[p].values[config[p]]));
        };
        return "TILE=" + value(0) + " WG=" + value(1);
    }

    std::list<RecordedSpace> recordings_;
};

/// A time with its minimum at one tile and one work-group.
inline double around(const MadeCase& made, std::int64_t tile, std::int64_t work_group,
                     double least = 1000) {
    return least * (made.tile == tile ? 1 : 2) * (made.work_group == work_group ? 1 : 1.5);
}

}  // namespace hone::made_campaign
