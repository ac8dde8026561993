// SPDX-License-Identifier: MIT
// Results from many devices: databases of one run each, on eight devices and of 25 sizes, are
// merged into one, merged again, checked, and garbage-collected. One line for each step: its time,
// the size after it, the rows that it added or removed, and whether the bests are the same as after
// the first merge.
// Run as: merge FOLDER [files=1000] [trials=1000]; existing files are reused, and all files stay,
// with result.db next to them.
#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <vector>

#include "db/store/check_database.hpp"
#include "db/store/garbage_collect.hpp"
#include "db/store/merge.hpp"
#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
namespace fs = std::filesystem;

namespace {

struct Bench {
    fs::path folder;
    std::int64_t files = 1000;
    std::int64_t trials = 1000;

    fs::path file(std::int64_t number) const {
        return folder / fmt::format("node{:04}.db", number);
    }
    std::vector<fs::path> all() const {
        std::vector<fs::path> all;
        for (std::int64_t f = 0; f < files; ++f) all.push_back(file(f));
        return all;
    }
};

MeasurementKey key(Store& store, std::int64_t number) {
    Device device = samples::device();
    device.name += " " + std::to_string(number % 8);
    const std::int64_t size = 64 * (1 + number / 8 % 25);
    return {store.add(device), store.add(samples::kernel()), "f32",
            canonical({{"K", size}, {"M", size}, {"N", size}})};
}

// As large as a trial of a real kernel: its parameters, its launch, two dozen samples.
Trial trial(const std::string& run, std::int64_t number, std::int64_t nanoseconds) {
    Settings config;
    for (int digit = 0; digit < 12; ++digit)
        config.emplace_back("PARAMETER_" + std::to_string(digit), (number >> digit) & 3);
    config.emplace_back("NUMBER", number);
    Trial trial = samples::trial(run, 0, nanoseconds);
    trial.config = canonical(config);
    for (std::int64_t s = 0; s < 18; ++s) trial.samples.push_back(nanoseconds + s % 5);
    trial.launches = R"([{"entry":"gemm","local":[16,16,1],"global":[1024,1024,1]}])";
    return trial;
}

void make(const Bench& bench, std::int64_t number) {
    if (fs::exists(bench.file(number))) return;
    Store store(bench.file(number));
    store.connection().run("PRAGMA synchronous = OFF");
    Run draft = samples::run(key(store, number));
    draft.host = fmt::format("node{:04}", number);
    draft.started = 1 + number;
    const Run run = store.start(draft);
    store.in_transaction([&] {
        for (std::int64_t t = 0; t < bench.trials; ++t) {
            const Trial tried = store.add(trial(run.id, t, 1000 + (t * 7919 + number) % 5000));
            if (t == 0) store.add(run.id, Finalist{tried.id, 1, false});
        }
    });
    store.end(run.id, State::finished);
}

std::string bests(Store& store) {
    std::string all;
    for (const Best& best : store.bests()) all += best.trial.id + best.key.problem + "\n";
    return all;
}

// The CPU seconds of this program.
double computed() {
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Steps and their times.
class Steps {
  public:
    explicit Steps(Store& store) : store_(store) {}

    /// `work` returns the rows that it added or removed.
    void step(const std::string& what, const std::function<std::int64_t()>& work) {
        const auto before = std::chrono::steady_clock::now();
        const double computed_before = computed();
        const std::int64_t rows = work();
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
        const double own = computed() - computed_before;
        const std::string found = bests(store_);
        if (first_.empty()) first_ = found;
        const auto bytes = contents(store_).bytes;
        table_.rows.push_back({what, Cell(human::time(1e9 * took.count()), took.count()),
                               Cell(human::time(1e9 * own), own),
                               Cell(human::bytes(static_cast<double>(bytes)), bytes),
                               Cell(human::count(rows), rows), found == first_ ? "yes" : "no"});
        fmt::print(stderr, "{}: {:.1f} s\n", what, took.count());
    }
    const Table& table() const { return table_; }

  private:
    Store& store_;
    std::string first_;
    Table table_{{{"step"},
                  {"time", Align::right},
                  {"computed", Align::right},
                  {"size", Align::right},
                  {"rows", Align::right},
                  {"same bests"}}};
};

std::int64_t merged(Store& store, const std::vector<fs::path>& files) {
    std::int64_t rows = 0;
    merge(store, files, [&](const fs::path& /*file*/, const std::vector<Added>& added) {
        for (const Added& of : added) rows += of.rows;
    });
    return rows;
}

std::int64_t checked(Store& store) {
    return static_cast<std::int64_t>(faults(store).size());
}

Bench bench_of(int count, char** words) {
    Bench bench;
    for (int i = 1; i < count; ++i) {
        const std::string word = words[i];
        if (word.starts_with("files="))
            bench.files = std::stoll(word.substr(6));
        else if (word.starts_with("trials="))
            bench.trials = std::stoll(word.substr(7));
        else
            bench.folder = word;
    }
    return bench;
}

}  // namespace

int main(int count, char** words) {
    const Bench bench = bench_of(count, words);
    if (bench.folder.empty()) {
        fmt::print(stderr, "merge FOLDER [files=1000] [trials=1000]\n");
        return 2;
    }
    fs::create_directories(bench.folder);
    for (std::int64_t f = 0; f < bench.files; ++f) make(bench, f);
    const fs::path result = bench.folder / "result.db";
    for (const char* of : {"", "-wal", "-shm"}) fs::remove(result.string() + of);
    Store store(result);
    Steps steps(store);
    steps.step(fmt::format("merge {} files", bench.files),
               [&] { return merged(store, bench.all()); });
    steps.step("merge them again", [&] { return merged(store, bench.all()); });
    steps.step("check, rows at fault", [&] { return checked(store); });
    for (const std::int64_t thin : {1000, 100})
        steps.step(fmt::format("gc --keep-best --keep-per-run {}", thin),
                   [&] { return garbage_collect(store, thin, false).trials; });
    steps.step("check, rows at fault", [&] { return checked(store); });
    fmt::print("{}", as_text(steps.table()));
}
