// SPDX-License-Identifier: MIT
// How the work of the common queries grows with the number of trials: by the ratio of two sizes, in
// steps of SQLite's virtual machine, which are the same on every computer.
#include <sqlite3.h>

#include <catch2/catch.hpp>
#include <functional>

#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A local run and a merged one, in each of which every third config was wrong.
void fill_both_runs(Store& store, int trials) {
    tune(store, gpu(), product(), size(256, 256, 256), 16);
    Connection& connection = store.connection();
    connection.run(
        "CREATE TEMP TABLE one_run AS SELECT * FROM run;"
        "UPDATE one_run SET id = printf('%032x', 1), origin = 'other.db', started = started + 1;"
        "INSERT INTO run SELECT * FROM one_run;"
        "CREATE TEMP TABLE one AS SELECT * FROM trial;");
    Statement change(
        connection,
        "UPDATE one SET id = printf('%032x', :i), ordinal = :i, started = started + 1,"
        " run_id = (SELECT id FROM run ORDER BY (id = printf('%032x', 1)) = (:i % 2) DESC LIMIT 1),"
        " config = json_object('TILE', :i / 2, 'KIND', 'fast'),"
        " outcome = iif(:i % 3 = 0, 'wrong', 'ok'), location = 'C[0]', message = 'C[0] is 1'");
    Statement insert(connection, "INSERT INTO trial SELECT * FROM one");
    store.in_transaction([&] {
        for (std::int64_t i = 10; i < trials; ++i) {
            change.reset();
            change.bind(":i", i).run();
            insert.run();
        }
    });
}

/// Counts the steps of every finished statement on connections opened during its lifetime.
class StepCounter {
  public:
    StepCounter() {
        counted() = 0;
        sqlite3_auto_extension(reinterpret_cast<void (*)()>(watch));
    }
    ~StepCounter() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(watch)); }
    StepCounter(const StepCounter&) = delete;
    StepCounter& operator=(const StepCounter&) = delete;

    static double steps_of(const std::function<void()>& work) {
        const std::int64_t before = counted();
        work();
        return static_cast<double>(counted() - before);
    }

  private:
    static std::int64_t& counted() {
        static std::int64_t steps = 0;
        return steps;
    }
    static int watch(sqlite3* handle, const char** /*error*/,
                     const sqlite3_api_routines* /*routines*/) {
        return sqlite3_trace_v2(handle, SQLITE_TRACE_PROFILE, count, nullptr);
    }
    static int count(unsigned /*event*/, void* /*context*/, void* statement, void* /*time*/) {
        counted() += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement),
                                         SQLITE_STMTSTATUS_VM_STEP, 1);
        return 0;
    }
};

struct TwoSizes {
    TwoSizes() {
        fill_both_runs(small, 2500);
        fill_both_runs(large, 10000);
    }

    /// The ratio of steps of the larger one to the smaller one.
    double growth(const std::function<void(Store& store)>& ask) {
        const double first = StepCounter::steps_of([&] { ask(small); });
        REQUIRE(first > 2500);
        return StepCounter::steps_of([&] { ask(large); }) / first;
    }

    Folder folder;
    StepCounter counter;
    Store small{folder / "small.db"};
    Store large{folder / "large.db"};
};

}  // namespace

TEST_CASE("four times the trials take no more than eight times the steps", "[slow]") {
    TwoSizes two;
    CHECK(two.growth([](Store& store) { store.bests(); }) < 8);
    CHECK(two.growth([](Store& store) { store.refresh_tuned(); }) < 8);
    for (const char* check : {"check_tuned", "check_tuned_missing", "check_tuned_timing_missing",
                              "check_disagreement", "check_implausible", "check_parameters"}) {
        INFO(check);
        CHECK(two.growth([&](Store& store) {
            Statement& broken = store.query(check);
            while (broken.step()) continue;
        }) < 8);
    }
}

// A session runs this once per kernel and problem, and stores dozens of size checks with each of
// its trials.
TEST_CASE("the end of a run takes as many steps however many configs were checked at other sizes") {
    const Folder folder;
    const StepCounter counter;
    const auto steps_at_end = [&](const char* file, std::int64_t checks) {
        Store store(folder / file);
        tune(store, gpu(), product(), size(256, 256, 256), 16);
        const std::string other = store.runs().at(0).id;
        store.in_transaction([&] {
            for (std::int64_t i = 0; i < checks; ++i)
                store.add(SizeCheck{.run = other,
                                    .config = canonical({{"TILE", i}, {"KIND", "fast"}}),
                                    .problem = size(31, 33, 65),
                                    .outcome = Outcome::ok,
                                    .message = ""});
        });
        return StepCounter::steps_of([&] { tune(store, gpu(), product(), size(64, 64, 64), 32); });
    };
    const double first = steps_at_end("small.db", 100);
    REQUIRE(first > 100);
    CHECK(steps_at_end("large.db", 10000) < 1.5 * first);
}

TEST_CASE("an application that looks for steady timings reads no others where there are none") {
    const Folder folder;
    const StepCounter counter;
    const auto steps_to_look = [&](const char* file, std::int64_t sizes) {
        Store store(folder / file);
        for (std::int64_t i = 0; i < sizes; ++i)
            tune(store, gpu(), product(), size(64 + i, 64, 64), 16);
        REQUIRE(store.connection().integer("SELECT count(*) FROM timing") == sizes);
        return StepCounter::steps_of([&] {
            Statement& sustained = store.query("lookup_steady");
            while (sustained.step()) continue;
        });
    };
    const double few = steps_to_look("small.db", 2);
    REQUIRE(few > 0);
    CHECK(steps_to_look("large.db", 100) == few);
}

// The earlier form of the view `best`: SQLite reads the whole list at each row.
TEST_CASE("a question that reads a list at each row is found by its growth") {
    TwoSizes two;
    CHECK(two.growth([](Store& store) {
        store.connection().integer(
            "SELECT count(*) FROM latest_trial WHERE outcome = 'ok' AND"
            " (device_id, kernel_id, config) NOT IN known_wrong");
    }) > 8);
}
