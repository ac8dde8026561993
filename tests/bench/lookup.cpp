// SPDX-License-Identifier: MIT
// The time until an application has its answer: opening a database of 100,000 trials, the first
// answer, a fresh one, and a cached one; compared with CLBlast's own lookup and a plain query
// through SQLite. For a tuned database: the first answer for a matrix product that was not tuned,
// and fresh ones.
//   lookup [TUNED.db]
#include <clblast.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "db/sqlite/sqlite.hpp"
#include "tests/bench/recorded_sizes.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tuner/devices/devices.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr int subjects = 100;
constexpr int trials_each = 1000;

double microseconds(const std::function<void()>& work) {
    const auto before = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - before)
        .count();
}

// The median of single calls: other work on the machine shows in the longer ones.
double median_of(int count, const std::function<void(int)>& work) {
    std::vector<double> times;
    for (int i = 0; i < count; ++i) times.push_back(microseconds([&] { work(i); }));
    std::ranges::nth_element(times, times.begin() + count / 2);
    return times[static_cast<std::size_t>(count / 2)];
}

void row(const char* what, double microseconds) {
    fmt::print("{:58} {:12.2f} µs\n", what, microseconds);
}

void fill_large(const std::filesystem::path& file) {
    Store store(file);
    store.connection().run("PRAGMA synchronous = OFF");
    double ended = 0;
    for (std::int64_t s = 1; s <= subjects; ++s) {
        Run about =
            run({store.add(gpu()), store.add(product()), "f32", size(64 * s, 256, 256), "{}"});
        about.seed = s;
        const Run started = store.start(about);
        store.in_transaction([&] {
            for (std::int64_t t = 0; t < trials_each; ++t) {
                Trial tried = trial(started.id, 0, 1000 + t);
                tried.config = canonical({{"TILE", 8 + t % 100}, {"KIND", std::to_string(t)}});
                tried = store.add(tried);
                if (t == 0) store.add(started.id, {.trial = tried.id, .rank = 1, .tied = false});
            }
        });
        ended = microseconds([&] { store.end(started.id, State::finished); });
    }
    row("the end of a run, when 99 others are there", ended);
}

void ask(const std::filesystem::path& file) {
    std::optional<Tuned> tuned;
    row("open", microseconds([&] { tuned.emplace(std::vector{file}); }));
    row("open and trust", microseconds([&] { tuned.emplace(trusted({file})); }));
    const Device device = gpu();
    const auto find = [&](std::int64_t m) {
        tuned->find("product", device, "f32", {{"M", m}, {"N", 256}, {"K", 256}});
    };
    row("the first answer", microseconds([&] { find(640); }));
    row("a fresh answer (of 1000 sizes between the tuned ones)",
        median_of(1000, [&](int i) { find(1004 + 3 * i); }));
    constexpr int cached = 1000;
    row("an answer from the cache", median_of(101, [&](int /*i*/) {
                                        for (int i = 0; i < cached; ++i) find(640);
                                    }) / cached);
}

void ask_others(const std::filesystem::path& file) {
    row("SQLite: open and one query", microseconds([&] {
            Connection connection(file, Access::unchanging);
            Statement query(connection, "SELECT config FROM tuned WHERE problem = :problem");
            query.bind(":problem", size(640, 256, 256)).step();
        }));
    for (const LocalDevice& local : all_devices()) {
        std::unordered_map<std::string, std::size_t> parameters;
        const auto look_up = [&] {
            clblast::RetrieveParameters(local.handle(), "Xgemm", clblast::Precision::kSingle,
                                        parameters);
        };
        row("CLBlast: the first lookup", microseconds(look_up));
        row("CLBlast: the next", microseconds(look_up));
        break;
    }
}

// An application that starts repeatedly, and has 30 products.
void ask_recorded(const std::filesystem::path& file) {
    const RecordedTimes known(file);
    const auto product = std::ranges::find(known.sizes, "gemm", &MeasuredSize::routine);
    if (product == known.sizes.end()) throw std::runtime_error("no matrix product was tuned");
    const auto ask = [&](Tuned& tuned, std::int64_t m, std::int64_t n, std::int64_t k) {
        tuned.find("gemm", known.device, product->precision, {{"M", m}, {"N", n}, {"K", k}});
    };
    std::optional<Tuned> tuned;
    const auto start = [&](int /*i*/) { tuned.emplace(trusted({known.file})); };
    row("open and trust", median_of(9, start));
    std::vector<double> firsts;
    for (int i = 0; i < 9; ++i) {
        start(i);
        firsts.push_back(microseconds([&] { ask(*tuned, 777, 511, 641); }));
    }
    std::ranges::sort(firsts);
    row("the first answer", firsts[firsts.size() / 2]);
    row("a fresh answer",
        median_of(30, [&](int i) { ask(*tuned, 100 + 61 * i, 2000 - 40 * i, 300 + 7 * i); }));
}

}  // namespace

int main(int count, char** words) {
    if (count > 1) return ask_recorded(words[1]), 0;
    const Folder folder;
    fmt::print("{} trials of {} problems\n", subjects * trials_each, subjects);
    fill_large(folder / "large.db");
    ask(folder / "large.db");
    ask_others(folder / "large.db");
}
