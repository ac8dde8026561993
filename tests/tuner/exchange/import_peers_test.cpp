// SPDX-License-Identifier: MIT
// Times of other libraries are added to the run of their problem, and to no other.
#include "tuner/exchange/import_peers.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "db/store/check_database.hpp"
#include "spaces/base/error.hpp"
#include "tests/db/samples.hpp"
#include "tuner/exchange/import_results.hpp"

using namespace hone;

namespace {

const std::string header =
    "library,version,device,routine,precision,problem,cache,clock,times_ns\n";
const std::string good =
    "cublas,12.9,test gpu,gemm,f32,\"M=64,N=64\",warm,device,900 1000 1100.4\n";

struct Tuned {
    samples::Folder folder;
    Store store{":memory:"};

    Run tune(std::int64_t size, const std::string& cache = "warm") {
        Run run = samples::run(samples::key(store, size));
        run.key.conditions = canonical({{"cache", cache}, {"options", ""}});
        run = store.start(run);
        store.add(samples::trial(run.id, 16));
        store.end(run.id, State::finished);
        return run;
    }
    ImportSummary import(const std::string& rows) {
        std::ofstream(folder / "peers.csv") << header << rows;
        return import_results(store, folder / "peers.csv");
    }
    std::string refusal(const std::string& rows) {
        try {
            import(rows);
        } catch (const Error& error) {
            CHECK(error.exit() == Exit::usage);
            return error.what();
        }
        return "nothing was refused";
    }
};

}  // namespace

TEST_CASE("a library's times are those of its problem's latest run, and are stored once") {
    Tuned tuned;
    const Run first = tuned.tune(64);
    const Run other = tuned.tune(128);
    const Run cold = tuned.tune(64, "cold");
    const Run latest = tuned.tune(64);
    const ImportSummary summary = tuned.import(good);
    CHECK(summary.format == "times of libraries");
    CHECK(summary.peer_times == 1);
    for (const Run& run : {first, other, cold})
        CHECK(tuned.store.reference_timings(run.id).empty());
    const auto timings = tuned.store.reference_timings(latest.id);
    REQUIRE(timings.size() == 1);
    CHECK(timings[0].name == "cublas");
    CHECK(timings[0].version == "12.9");
    CHECK(timings[0].clock == TimedBy::device);
    CHECK(timings[0].samples == Samples{900, 1000, 1100});
    CHECK(timings[0].time.median == 1000);
    CHECK(faults(tuned.store).empty());
    CHECK(tuned.import(good).peer_times == 0);
    CHECK(tuned.store.reference_timings(latest.id).size() == 1);
}

TEST_CASE(
    "a row that names no problem, or several, is refused with its line, and nothing is stored") {
    Tuned tuned;
    const Run run = tuned.tune(64);
    CHECK_THAT(tuned.refusal(good + "cublas,,Test,gemm,f32,M=65,warm,device,1\n"),
               Catch::Contains("cublas: gemm f32 M=65 with a warm cache on 'Test' was not tuned"));
    CHECK(tuned.store.reference_timings(run.id).empty());
    CHECK_THAT(tuned.refusal("cublas,,,gemm,f32,M=64,cold,device,1\n"),
               Catch::Contains("was not tuned"));
    CHECK_THAT(tuned.refusal("cublas,,,gemm,f64,M=64,warm,device,1\n"),
               Catch::Contains("was not tuned"));
    tuned.tune(128);
    CHECK_THAT(tuned.refusal("cublas,,,gemm,f32,,warm,device,1\n"), Catch::Contains(" means "));
}

TEST_CASE("malformed rows are refused with their line") {
    Tuned tuned;
    tuned.tune(64);
    const auto row = [&](const std::string& name, const std::string& clock,
                         const std::string& times) {
        return tuned.refusal(good + name + ",,,gemm,f32,M=64,warm," + clock + "," + times + "\n");
    };
    CHECK_THAT(row("cublas", "device", "12 -3"),
               Catch::Contains("line 3: '-3' is not a time in nanoseconds"));
    for (const char* time : {"0", "nan", "inf", "1e30", "3ms"})
        CHECK_THAT(row("cublas", "device", time), Catch::Contains("is not a time in nanoseconds"));
    CHECK_THAT(row("cublas", "device", ""), Catch::Contains("line 3: there is no time"));
    CHECK_THAT(row("cublas", "sun", "1"), Catch::Contains("'device' or 'host', not 'sun'"));
    CHECK_THAT(row("", "device", "1"), Catch::Contains("the library has no name"));
    CHECK_THAT(row("clblast", "device", "1"), Catch::Contains("hone times clblast itself"));
    CHECK_THAT(tuned.refusal("cublas,1\n"), Catch::Contains("line 2: 2 cells, not 9"));
}
