// SPDX-License-Identifier: MIT
// The effect of one more trial, one more kernel or a merge on answers, with generated and with
// recorded databases. An answer is never expected to take longer than the one before, and a routine
// never longer than one of its kernels. Only the end of a search fixes the answer for its kernel.
#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sstream>

#include "db/store/merge.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> three_kernels{"product_tile", "product_strip", "product_panel"};
const std::vector<std::string> asked_words{"product", "product_tile", "product_strip",
                                           "product_panel"};
constexpr std::array<std::array<std::int64_t, 3>, 6> six_sizes{{{64, 64, 64},
                                                                {256, 256, 256},
                                                                {1024, 1024, 1024},
                                                                {4096, 16, 256},
                                                                {257, 255, 64},
                                                                {48, 700, 90}}};

Kernel kernel_called(const std::string& name) {
    Kernel kernel = product("kernel void product() {} // " + name);
    kernel.name = name;
    return kernel;
}

struct OneMore {
    std::size_t kernel, size;
    std::int64_t tile, ns;
    bool ends;  // whether its search finished
};

OneMore draw_one(std::mt19937& random) {
    const auto below = [&](std::int64_t n) {
        return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
    };
    OneMore one{static_cast<std::size_t>(below(3)), static_cast<std::size_t>(below(6)),
                8 << below(5), 0, below(2) == 0};
    const auto [m, n, k] = six_sizes[one.size];
    const std::int64_t slow_moment = below(4) == 0 ? 8 : 1;
    one.ns = slow_moment * (2000 + m * n * k / (100 + one.tile * below(20) + below(200)));
    return one;
}

void store_one(Store& store, const OneMore& one) {
    const auto [m, n, k] = six_sizes[one.size];
    samples::tune(store, gpu(), kernel_called(three_kernels[one.kernel]), size(m, n, k), one.tile,
                  one.ns, "f32", one.ends);
}

Settings problem_of_size(std::size_t size) {
    const auto [m, n, k] = six_sizes[size];
    return {{"M", m}, {"N", n}, {"K", k}};
}

/// The time that the database expects of a config, found by rejecting all answers before it.
/// Returns nullopt if the config is no answer.
std::optional<double> expected_now(const fs::path& file, const TunedKernel& config) {
    Tuned tuned = trusted({file});
    const hone::Query& query = config.query;
    TunedKernel told = tuned.find(query.what, query.device, query.precision, query.problem);
    while (told.kernel != config.kernel || told.config != config.config) {
        if (told.expected_ns == 0) return std::nullopt;
        told = tuned.reject(told);
    }
    return told.expected_ns;
}

/// The kernels and problems of finished searches.
using Ended = std::set<std::pair<std::string, std::size_t>>;
using Told = std::vector<std::vector<TunedKernel>>;  // the answers, by word and by size

Told ask_all(const fs::path& file) {
    Tuned tuned = trusted({file});
    Told all;
    for (const std::string& word : asked_words) {
        all.emplace_back();
        for (std::size_t size = 0; size < six_sizes.size(); ++size)
            all.back().push_back(tuned.find(word, gpu(), "f32", problem_of_size(size)));
    }
    return all;
}

/// Checks the answers. Returns how many differ from those before.
int compare(const fs::path& file, const Told& before, const Told& now, const Ended& ended) {
    int changed = 0;
    for (std::size_t word = 0; word < asked_words.size(); ++word)
        for (std::size_t size = 0; size < six_sizes.size(); ++size) {
            const TunedKernel& told = now[word][size];
            const TunedKernel& was = before[word][size];
            INFO(asked_words[word] << " " << joined(problem_of_size(size)) << ": " << was.kernel
                                   << ", " << was.reason << "; now " << told.kernel << ", "
                                   << told.reason);
            if (told.expected_ns > 0) CHECK(now[0][size].expected_ns <= told.expected_ns);
            if (was.expected_ns == 0 || ended.contains({was.kernel, size})) continue;
            if (was.kernel == told.kernel && was.config == told.config) continue;
            CHECK(told.expected_ns <= expected_now(file, was).value_or(was.expected_ns));
            ++changed;
        }
    return changed;
}

/// A problem that several kernels of a routine were tuned for.
struct Recorded {
    std::string device, routine, precision, problem, conditions;
    std::map<std::string, std::string> kernels;  // their ids, by name
};

const std::string runs_of_problem =
    " IN (SELECT r.id FROM run AS r JOIN kernel AS k ON k.id = r.kernel_id WHERE k.routine = "
    ":routine AND r.problem = :problem)";

/// Finds the problems of a recorded database that several kernels of a routine were tuned for.
/// Removes every third one from the database, and returns these.
std::vector<Recorded> forget_some(const fs::path& file) {
    std::vector<Recorded> all;
    Connection connection(file, Access::write);
    Statement rows(connection,
                   "SELECT t.device_id, k.routine, t.precision, t.problem, t.conditions, k.name, "
                   "k.id FROM tuned AS t JOIN recipe USING (kernel_id) JOIN kernel AS k ON k.id = "
                   "t.kernel_id WHERE t.conditions NOT LIKE '%-cl-%' ORDER BY 1, 2, 3, 4, 5");
    const auto text = [&](int column) { return std::string(rows.text(column)); };
    while (rows.step()) {
        const bool is_next = all.empty() || all.back().problem != text(3) ||
                             all.back().precision != text(2) || all.back().routine != text(1);
        if (is_next) all.push_back({text(0), text(1), text(2), text(3), text(4), {}});
        all.back().kernels[text(5)] = text(6);
    }
    std::erase_if(all, [](const Recorded& each) { return each.kernels.size() < 2; });
    std::vector<Recorded> some;
    for (std::size_t i = 0; i < all.size(); i += 3) some.push_back(all[i]);
    connection.run("PRAGMA foreign_keys = OFF");
    for (const Recorded& each : some) {
        const auto forget = [&](const std::string& from) {
            Statement statement(connection, "DELETE FROM " + from);
            statement.bind(":routine", each.routine).bind(":problem", each.problem).run();
        };
        for (const char* table : {"tuned", "timing"})
            forget(std::string(table) +
                   " WHERE problem = :problem AND kernel_id IN (SELECT id FROM kernel WHERE "
                   "routine = :routine)");
        for (const char* table : {"finalist", "trial"})
            forget(std::string(table) + " WHERE run_id" + runs_of_problem);
        forget("run WHERE id" + runs_of_problem);
    }
    return some;
}

/// Stores one trial of a second, in a search that finished.
void store_slow_trial(Store& store, const Recorded& problem, const std::string& kernel,
                      const Settings& config) {
    Run about =
        run({problem.device, kernel, problem.precision, problem.problem, problem.conditions});
    const Run started = store.start(about);
    Trial tried = trial(started.id, 8, 1'000'000'000);
    tried.config = canonical(config);
    tried = store.add(tried);
    store.add(started.id, Finalist{.trial = tried.id, .rank = 1, .tied = false});
    store.end(started.id, State::finished);
}

/// Stores a slow trial for each kernel of a problem except the one that is the answer. Returns the
/// number of these trials.
int store_slow_trials(const fs::path& file, const std::vector<Recorded>& problems) {
    int stored = 0;
    for (const Recorded& problem : problems) {
        Store store(file);
        const Device device = store.devices().at(problem.device);
        const auto find = [&](const std::string& what) {
            return trusted({file}).find(what, device, problem.precision,
                                        settings_of(problem.problem));
        };
        const TunedKernel was = find(problem.routine);
        for (const auto& [name, id] : problem.kernels) {
            const TunedKernel one = find(name);
            INFO(problem.problem << ": " << name << " (" << one.expected_ns << "), " << was.kernel
                                 << " (" << was.expected_ns << ") is told");
            if (one.expected_ns > 0) CHECK(was.expected_ns <= one.expected_ns);
            if (name == was.kernel || !one) continue;
            store_slow_trial(store, problem, id, one.config);
            const TunedKernel now = find(problem.routine);
            INFO("now " << now.kernel << ": " << now.reason);
            CHECK(now.expected_ns <= was.expected_ns);
            ++stored;
        }
    }
    return stored;
}

}  // namespace

TEST_CASE("after one more trial no answer is expected to take longer, tuned or not", "[slow]") {
    int changed = 0;
    for (unsigned seed = 1; seed <= 6; ++seed) {
        INFO("seed " << seed);
        const Folder folder;
        const auto file = folder / "a.db";
        Store store(file);
        std::mt19937 random(seed);
        Ended ended;
        Told before;
        for (int step = 0; step < 20; ++step) {
            const OneMore one = draw_one(random);
            store_one(store, one);
            if (one.ends) ended.insert({three_kernels[one.kernel], one.size});
            const Told now = ask_all(file);
            if (!before.empty()) changed += compare(file, before, now, ended);
            before = now;
        }
    }
    CHECK(changed > 50);
}

TEST_CASE("a merge makes no answer slower than it was expected to be", "[slow]") {
    int changed = 0;
    for (unsigned seed = 1; seed <= 12; ++seed) {
        INFO("seed " << seed);
        const Folder folder;
        const auto file = folder / "a.db";
        std::mt19937 random(seed);
        Ended ended;
        Store store(file);
        {
            Store other(folder / "b.db");
            for (int i = 0; i < 16; ++i) {
                const OneMore one = draw_one(random);
                store_one(i % 2 == 0 ? store : other, one);
                if (one.ends) ended.insert({three_kernels[one.kernel], one.size});
            }
        }
        const Told before = ask_all(file);
        merge(store, folder / "b.db");
        changed += compare(file, before, ask_all(file), ended);
    }
    CHECK(changed > 10);
}

TEST_CASE("one slow trial does not hide what is expected of another kernel") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    for (const std::int64_t n : {128, 256, 512})
        samples::tune(store, gpu(), kernel_called("product_strip"), size(n, n, n), 32, n * n);
    const double expected = trusted({file}).find("product", gpu(), "f32", cube(300)).expected_ns;
    samples::tune(store, gpu(), kernel_called("product_tile"), size(300, 300, 300), 8, 50'000'000);
    Tuned tuned = trusted({file});
    const TunedKernel& told = tuned.find("product", gpu(), "f32", cube(300));
    CHECK(told.kernel == "product_strip");
    CHECK(told.match == Match::near);
    CHECK(told.expected_ns == Approx(expected));
    CHECK(tuned.find("product_tile", gpu(), "f32", cube(300)).match == Match::exact);
}

TEST_CASE("a slow trial of a search that did not end gives way to a config expected to be faster") {
    for (const bool ends : {false, true}) {
        const Folder folder;
        const auto file = folder / "a.db";
        Store store(file);
        for (const std::int64_t n : {128, 256, 512})
            samples::tune(store, gpu(), product(), size(n, n, n), 32, n * n);
        samples::tune(store, gpu(), product(), size(300, 300, 300), 8, 50'000'000, "f32", ends);
        Tuned tuned = trusted({file});
        const TunedKernel& told = tuned.find("product", gpu(), "f32", cube(300));
        CHECK(told.match == (ends ? Match::exact : Match::near));
        CHECK(tile_of(told) == (ends ? 8 : 32));
    }
}

TEST_CASE("a choice that cannot run here ends no search") {
    const Folder folder;
    const auto file = folder / "a.db";
    Store store(file);
    for (const std::int64_t n : {128, 256, 512})
        samples::tune(store, gpu(), kernel_called("product_strip"), size(n, n, n), 32, n * n);
    samples::tune(store, gpu(), kernel_called("product_strip"), size(300, 300, 300), 256, 1000);
    samples::tune(store, gpu(), kernel_called("product_tile"), size(300, 300, 300), 8, 50'000'000);
    Tuned tuned = trusted({file});
    const double kernel = tuned.find("product_strip", gpu(), "f32", cube(300)).expected_ns;
    const TunedKernel& told = tuned.find("product", gpu(), "f32", cube(300));
    CHECK(told.kernel == "product_strip");
    CHECK(told.expected_ns == kernel);
}

TEST_CASE("a slow trial in a recorded database makes no other kernel's answer slower", "[slow]") {
    const fs::path source(HONE_SOURCE_DIR);
    int stored = 0;
    for (const char* name : {"examples/reports/h200.db", "examples/reports/xeon-16.db",
                             "examples/reports/xeon-2.db", "tests/db/recorded/h200-gemm-f32.db"}) {
        INFO(name);
        const Folder folder;
        fs::copy_file(source / name, folder / "a.db");
        { const Store migrated(folder / "a.db"); }
        stored += store_slow_trials(folder / "a.db", forget_some(folder / "a.db"));
    }
    CHECK(stored > 10);
}
