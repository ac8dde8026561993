// SPDX-License-Identifier: MIT
// The command line and libhone agree on one database: the results that `hone best` lists, `hone
// export` writes and `hone check` measures again are those that an application gets. Recorded
// databases, and synthetic ones with several kernels, texts and drivers.
#include <catch2/catch.hpp>
#include <random>

#include "db/lookup/read_catalog.hpp"
#include "db/model/canonical_json.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tuner/campaigns/recheck.hpp"
#include "tuner/cli/export/export_formats.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

using Path = std::filesystem::path;

/// One database, queried as by applications and commands.
struct Asked {
    explicit Asked(const Path& path)
        : store(path, Access::unchanging),
          devices(store.devices()),
          catalog(lookup::read_catalog({path}, lookup::Trust::stored)),
          tuned(trusted({path})),
          file(path.filename()) {}

    TunedKernel told(const std::string& what, const Device& device, const std::string& precision,
                     const Settings& problem, Rewriting rewriting = Rewriting::yes) {
        return tuned.find(what, device, precision, problem, rewriting);
    }

    Store store;
    std::map<std::string, Device> devices;
    lookup::Catalog catalog;
    Tuned tuned;
    Path file;
};

/// Whether this config is an application's answer, or could be. It is not if the answer says that
/// the config was skipped, or if the best is another driver's.
bool can_run(const TunedKernel& told, const Best& best) {
    const std::string skipped =
        best.kernel + " with " + joined(settings_of(best.trial.config)) + ":";
    return told.match == Match::exact && told.reason.find(skipped) == std::string::npos;
}

/// `hone best`: the application gets the fastest runnable kernel of a problem, with its config. Or it
/// gets a config that is expected to be faster, of a kernel that was not tuned for the problem.
int check_best(Asked& asked) {
    std::map<std::tuple<std::string, std::string, std::string, std::string>, const Best*> fastest;
    const std::vector<Best> bests = asked.store.bests({});
    for (const Best& best : bests) {
        const Device& device = asked.devices.at(best.key.device);
        const TunedKernel& told =
            asked.told(best.kernel, device, best.key.precision, settings_of(best.key.problem));
        INFO(asked.file << ": " << best.kernel << ' ' << best.key.precision << ' '
                        << best.key.problem << ": " << told.reason);
        if (!can_run(told, best)) continue;
        // For two measurements in a search earlier versions kept the later one; today the faster
        // one counts.
        CHECK(told.expected_ns <= Approx(best.trial.time.median).epsilon(0.01));
        const Best*& known =
            fastest[{best.key.device, best.routine, best.key.precision, best.key.problem}];
        if (!known || best.trial.time.median < known->trial.time.median) known = &best;
    }
    for (const auto& [key, best] : fastest) {
        const auto& [device, routine, precision, problem] = key;
        const TunedKernel& told =
            asked.told(routine, asked.devices.at(device), precision, settings_of(problem));
        INFO(asked.file << ": " << routine << ' ' << precision << ' ' << problem << ": "
                        << told.reason);
        if (told.match != Match::exact) {
            CHECK(told.expected_ns < best->trial.time.median);
            continue;
        }
        CHECK(told.kernel == best->kernel);
        CHECK(canonical(told.config) == best->trial.config);
    }
    return static_cast<int>(fastest.size());
}

/// `hone export`: each problem has the config that an application without rewriting gets.
int check_export(Asked& asked, const std::string& what, const std::string& precision,
                 const Device& device) {
    const cli::ExportSelection selection =
        cli::select_results(asked.catalog, asked.tuned, what, precision, device);
    for (const cli::ExportEntry& entry : selection.entries) {
        const TunedKernel& told = asked.told(what, device, precision, entry.problem, Rewriting::no);
        INFO(asked.file << ": " << what << ' ' << precision << ' ' << joined(entry.problem) << ": "
                        << told.reason);
        CHECK(told.kernel == selection.version(entry).name);
        CHECK(joined(told.config) == joined(entry.row.config));
        CHECK(told.expected_ns == Approx(entry.ns));
    }
    return static_cast<int>(selection.entries.size());
}

/// `hone check`: the measured config is the answer for that kernel.
int check_check(Asked& asked, const Device& device) {
    const std::vector<StoredBest> all = bests_of_device({}, {device, {}}, asked.store);
    for (const StoredBest& one : all) {
        const TunedKernel& told = asked.told(one.best.kernel, device, one.best.key.precision,
                                             settings_of(one.best.key.problem));
        INFO(asked.file << ": " << one.best.kernel << ' ' << one.best.key.problem << ": "
                        << told.reason);
        if (can_run(told, one.best)) CHECK(canonical(told.config) == one.best.trial.config);
    }
    return static_cast<int>(all.size());
}

/// Everything in a database; returns the number of compared answers.
int check_all(const Path& file) {
    Asked asked(file);
    std::set<std::pair<std::string, std::string>> whats;
    for (const Best& best : asked.store.bests({}))
        for (const std::string& what : {best.routine, best.kernel})
            whats.insert({what, best.key.precision});
    int compared = check_best(asked);
    for (const auto& [id, device] : asked.devices) {
        compared += check_check(asked, device);
        for (const auto& [what, precision] : whats)
            compared += check_export(asked, what, precision, device);
    }
    return compared;
}

/// Three kernels of one routine, of which one has two texts.
std::vector<Kernel> made_kernels() {
    std::vector<Kernel> all;
    for (const char* name : {"product_tile", "product_tile", "product_strip", "product_panel"}) {
        all.push_back(product("kernel void product() {} // " + std::to_string(all.size())));
        all.back().name = name;
    }
    return all;
}

}  // namespace

TEST_CASE("commands and applications say the same of recorded databases") {
    const Path root = HONE_SOURCE_DIR;
    for (const char* name : {"examples/reports/h200.db", "examples/reports/xeon-16.db",
                             "examples/reports/xeon-2.db", "tests/db/recorded/h200-gemm-f32.db"}) {
        INFO(name);
        CHECK(check_all(root / name) > 50);
    }
}

TEST_CASE("commands and applications say the same of several kernels, texts and drivers") {
    std::mt19937 random(7);
    const auto below = [&](std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
    };
    for (int round = 0; round < 12; ++round) {
        const Folder folder;
        Device updated = gpu();
        updated.driver = "6.0";
        {
            Store store(folder / "a.db");
            for (const Kernel& kernel : made_kernels())
                for (const Device& device : {gpu(), updated})
                    for (const std::int64_t m : {64, 256, 1000})
                        if (below(3) > 0)
                            tune(store, device, kernel, size(m, 256, 64), 8 << below(6),
                                 1000 + below(100000));
        }
        INFO("round " << round);
        CHECK(check_all(folder / "a.db") > 20);
    }
}
