// SPDX-License-Identifier: MIT
// Databases written for older texts of the kernels: the reports' examples, whose kernels,
// parameters and words have been renamed since. They open, answer and merge, and a search learns
// from them.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "db/lookup/tuned.hpp"
#include "db/store/merge.hpp"
#include "spaces/candidates/candidates.hpp"
#include "tests/folder.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/kernel_text.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/session/transfer_history.hpp"

using namespace hone;

namespace {

const std::filesystem::path source_dir = HONE_SOURCE_DIR;

Space shipped(const std::string& kernel) {
    return read_space(source_dir / "spaces" / (kernel + ".toml"));
}

/// One row of the tuned results of a database.
struct Row {
    std::string device, kernel, precision, problem, config;
};

std::vector<Row> rows_of(Store& store) {
    Statement rows(store.connection(),
                   "SELECT device_id, name, precision, problem, config "
                   "FROM tuned JOIN kernel ON kernel.id = kernel_id WHERE chosen = 1");
    std::vector<Row> all;
    while (rows.step())
        all.push_back({std::string(rows.text(0)), std::string(rows.text(1)),
                       std::string(rows.text(2)), std::string(rows.text(3)),
                       std::string(rows.text(4))});
    return all;
}

/// A copy of an example, with today's kernels installed next to it.
struct House {
    explicit House(const std::string& example) {
        std::filesystem::copy_file(source_dir / "examples/reports" / example, file());
        {
            Store installed(folder / "kernels.db");
            for (const std::string& name : shipped_spaces())
                installed.add(kernel_of(shipped(name)));
        }
        setenv("HONE_SHARE", (folder / "").c_str(), 1);
    }
    ~House() { unsetenv("HONE_SHARE"); }
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    std::filesystem::path file() const { return shared / "old.db"; }

    test::Folder folder;  // its files count as shipped with this library
    test::Folder shared;
};

/// Whether today's constraints allow the config on that device.
bool is_legal(const Space& space, const Row& row, const Device& device, const Config& config) {
    Names known = device_names(device);
    known.merge(names_of(problem_from(space, {row.device, {}, row.precision, row.problem, {}})));
    return Candidates(space, known).contains(config);
}

/// Asks for each row's problem: today's kernel answers with that row, in today's names.
std::size_t check_answers(const std::filesystem::path& file, Store& old) {
    Tuned tuned({file});
    const auto devices = old.devices();
    std::size_t answered = 0;
    for (const Row& row : rows_of(old)) {
        const Space space = shipped(row.kernel);
        const auto config = config_from(space, row.config);
        INFO(row.kernel << " " << row.precision << " " << row.problem << " " << row.config);
        REQUIRE(config);
        if (!is_legal(space, row, devices.at(row.device), *config)) continue;
        const TunedKernel answer =
            tuned.find(row.kernel, devices.at(row.device), row.precision, settings_of(row.problem));
        CHECK(answer.match == Match::exact);
        CHECK(canonical(answer.config) == config_text(space, *config));
        ++answered;
    }
    return answered;
}

}  // namespace

TEST_CASE("an old database answers with its own rows in today's names, also once merged") {
    const std::string example = GENERATE("h200.db", "xeon-16.db", "xeon-2.db");
    const House house(example);
    Store old(house.file());
    CHECK(check_answers(house.file(), old) >= 20);
    const auto merged = house.shared / "new.db";
    {
        Store store(merged);
        merge(store, house.file());
    }
    CHECK(check_answers(merged, old) >= 20);
}

TEST_CASE("a search learns from the trials of an older text, and of a kernel's former name") {
    const std::string former = GENERATE("gemm_mma_tma", "gemm_mma_fed");
    const Space space = shipped("gemm_mma_tma");
    Store store(":memory:");
    Device device;
    device.name = "a GPU";
    device.type = "gpu";
    Kernel before = kernel_of(space);
    before.name = former;
    before.source = "an older text";
    Run run;
    run.key = {store.add(device), store.add(before), "f16", R"({"K":512,"M":512,"N":512})", "{}"};
    run.tool = "hone";
    run = store.start(run);
    Trial trial;
    trial.run = run.id;
    trial.config = R"({"WARPS_M":2,"WARPS_N":2,"WM":32,"WN":32,"STAGES":3,"STRIP":4,"SPLIT":1})";
    trial.samples = {1000, 1001, 1002};
    store.add(trial);

    const Candidates candidates(space, names_of(make_problem(space, "f16", {})));
    const MeasurementKey here{run.key.device, store.add(kernel_of(space)), "f16",
                              R"({"K":1024,"M":1024,"N":1024})", "{}"};
    const auto learned = transfer_trials(store, here, space, candidates);
    REQUIRE(learned.size() == 1);
    REQUIRE(learned[0].size() == 1);
    CHECK(config_text(space, learned[0].begin()->first) ==
          R"({"WARPS_M":2,"WARPS_N":2,"WM":32,"WN":32,"STAGES":3,"SWIZZLE_M":4,"SPLIT_K":1})");
}

TEST_CASE("a kernel is found by its former name") {
    CHECK(find_space("gemm_mma_fed").filename() == "gemm_mma_tma.toml");
    CHECK_THROWS_AS(find_space("gemm_mma_fad"), Error);
}
