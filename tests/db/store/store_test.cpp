// SPDX-License-Identifier: MIT
// Stored data are read back unchanged, contradictory data are rejected, and the best follows the
// rules.
#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>
#include <map>

#include "db/sqlite/host_clock.hpp"
#include "db/store/check_database.hpp"
#include "db/store/merge.hpp"
#include "db/store/store.hpp"
#include "tests/db/samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A store in memory with one run.
struct OneRun {
    Store store{":memory:"};
    MeasurementKey key = samples::key(store);
    Run run = store.start(samples::run(key));

    std::string best() {
        const auto best = store.best(key);
        return best ? best->trial.config : "none";
    }
};

}  // namespace

TEST_CASE("a device and a kernel come back as they were, once") {
    Store store(":memory:");
    const std::string id = store.add(device());
    Device board = device();
    board.pci = "0000:02:00.0";
    board.uuid = "00112233445566778899aabbccddeeff";
    CHECK(store.add(board) == id);
    REQUIRE(store.devices().size() == 1);
    const Device kept = store.devices().at(id);
    CHECK(kept.name == "Test GPU");
    CHECK(kept.max_items == device().max_items);
    CHECK(kept.fp64);
    CHECK(kept.pci.empty());

    Device updated = device();
    updated.driver = "1.2.4";
    CHECK(store.add(updated) != id);

    const std::string text = store.add(kernel());
    CHECK(store.add(kernel()) == text);
    CHECK(store.kernels().at(text).source == kernel().source);
    Kernel edited = kernel();
    edited.source += ' ';
    CHECK(store.add(edited) != text);
}

TEST_CASE("a run comes back as it was") {
    OneRun one;
    const Run run = one.store.run(one.run.id).value();
    CHECK(run.key == one.key);
    CHECK(run.seed == 7);
    CHECK(run.candidates == "170141183460469231731687303715884105727");
    CHECK(run.pid == getpid());
    CHECK_FALSE(run.host.empty());
    CHECK(run.state == State::running);
    one.store.end(run.id, State::finished);
    CHECK(one.store.run(run.id)->state == State::finished);
    CHECK(one.store.run(run.id)->ended >= run.started);
    CHECK(one.store.runs().size() == 1);
    CHECK_FALSE(one.store.run("no such run"));
}

TEST_CASE("two runs of one moment are two runs") {
    OneRun one;
    Run twin = samples::run(one.key);
    twin.started = one.run.started;
    CHECK(one.store.start(twin).id != one.run.id);
}

TEST_CASE("a trial comes back with every figure") {
    OneRun one;
    Trial trial = samples::trial(one.run.id, 16);
    trial.purpose = Purpose::ladder;
    trial.launches = R"([{"entry":"gemm","local":[16,16],"global":[64,64]}])";
    trial.work_group = 256;
    trial.spills = 12;
    trial.build_ms = 81.5;
    trial.nondeterministic = true;
    trial.message = "emoji \xf0\x9f\x98\x80, 'quotes' and \"more\"";
    const Trial added = one.store.add(trial);
    CHECK(added.ordinal == 0);
    CHECK(added.time.median == 1000);
    const Trial kept = one.store.trials(one.run.id).at(0);
    CHECK(kept.id == added.id);
    CHECK(kept.config == R"({"MWG":16,"KIND":"fast"})");
    CHECK(kept.purpose == Purpose::ladder);
    CHECK(kept.samples == trial.samples);
    CHECK(kept.time.low == added.time.low);
    CHECK(kept.time.count == 6);
    CHECK(kept.launches == trial.launches);
    CHECK(kept.spills == 12);
    CHECK(kept.build_ms == 81.5);
    CHECK(kept.nondeterministic);
    CHECK_FALSE(kept.reference_at_fault);
    CHECK(kept.message == trial.message);
    CHECK(one.store.add(trial).ordinal == 1);
}

TEST_CASE("every outcome can be stored, and each says why") {
    OneRun one;
    const auto words = words_of(Outcome{});
    for (std::size_t i = 0; i < words.size(); ++i) {
        const auto outcome = static_cast<Outcome>(i);
        Trial trial = outcome == Outcome::ok      ? samples::trial(one.run.id, 16)
                      : outcome == Outcome::wrong ? wrong(one.run.id, 16)
                                                  : failed(one.run.id, 16, outcome);
        CHECK(one.store.add(trial).outcome == outcome);
    }
    for (const Trial& trial : one.store.trials(one.run.id))
        CHECK((trial.outcome == Outcome::ok) == trial.message.empty());
    CHECK(one.store.trials(one.key).size() == words.size());
}

TEST_CASE("a trial that contradicts itself is refused, with the reason") {
    OneRun one;
    Trial without_time = samples::trial(one.run.id, 16);
    without_time.samples.clear();
    CHECK_THROWS_WITH(one.store.add(without_time),
                      Catch::Contains("an ok trial has samples and a positive time"));
    Trial zero = samples::trial(one.run.id, 16);
    zero.samples = {0, 0, 0};
    CHECK_THROWS_WITH(one.store.add(zero), Catch::Contains("a positive time"));
    Trial excess = samples::trial(one.run.id, 16);
    excess.error = 1.5;
    CHECK_THROWS_WITH(one.store.add(excess), Catch::Contains("within what is allowed"));
    Trial nowhere = wrong(one.run.id, 16);
    nowhere.location.clear();
    CHECK_THROWS_WITH(one.store.add(nowhere), Catch::Contains("a wrong trial says where"));
    Trial silent = failed(one.run.id, 16, Outcome::build);
    silent.message.clear();
    CHECK_THROWS_WITH(one.store.add(silent), Catch::Contains("a failed trial says why"));
    Trial shapeless = samples::trial(one.run.id, 16);
    shapeless.config = "MWG=16";
    CHECK_THROWS_WITH(one.store.add(shapeless), Catch::Contains("json_valid(config)"));
    CHECK_THROWS_WITH(one.store.add(samples::trial("no such run", 16)),
                      Catch::Contains("FOREIGN KEY"));
    CHECK(one.store.trials(one.run.id).empty());
}

TEST_CASE("an error that is no number is infinite, and a long message is cut") {
    OneRun one;
    Trial trial = wrong(one.run.id, 16);
    trial.error = std::numeric_limits<double>::quiet_NaN();
    trial.message.assign(1'000'000, 'x');
    one.store.add(trial);
    const Trial kept = one.store.trials(one.run.id).at(0);
    CHECK(kept.error == std::numeric_limits<double>::infinity());
    CHECK(kept.message.size() == 4096);
}

TEST_CASE("the best is the fastest that was checked") {
    OneRun one;
    CHECK(one.best() == "none");
    one.store.add(samples::trial(one.run.id, 16, 1000));
    one.store.add(samples::trial(one.run.id, 32, 900));
    Trial unchecked = samples::trial(one.run.id, 64, 500);
    unchecked.checked_with.clear();
    one.store.add(unchecked);
    one.store.add(wrong(one.run.id, 128));
    CHECK(one.best() == config(32));
    const Best best = one.store.bests().at(0);
    CHECK(best.device == "Test GPU");
    CHECK(best.kernel == "gemm_tile");
    CHECK(best.key == one.key);
    CHECK_FALSE(best.chosen);
    CHECK(one.store.bests({.device = "", .kernel = "", .routine = "gemm", .precision = "f32"})
              .size() == 1);
    CHECK(one.store.bests({.device = "", .kernel = "", .routine = "dot", .precision = ""}).empty());
}

TEST_CASE("what a run chose is the best, though another was faster once") {
    OneRun one;
    one.store.add(samples::trial(one.run.id, 16, 900));
    one.store.add(samples::trial(one.run.id, 32, 950));
    Trial again = samples::trial(one.run.id, 32, 940);
    again.purpose = Purpose::final;
    const Trial chosen = one.store.add(again);
    one.store.add(one.run.id, Finalist{chosen.id, 1, false});
    CHECK(one.best() == config(32));
    CHECK(one.store.best(one.key)->chosen);
    CHECK(one.store.best(one.key)->trial.id == chosen.id);
    CHECK(one.store.finalists(one.run.id) == std::vector<Finalist>{{chosen.id, 1, false}});
}

TEST_CASE("a config that was wrong once is no best, nor one that failed at another size") {
    OneRun one;
    for (const int tile : {16, 32, 64})
        one.store.add(samples::trial(one.run.id, tile, 1000 + tile));
    CHECK(one.best() == config(16));
    const Run larger = one.store.start(samples::run(samples::key(one.store, 128)));
    one.store.add(wrong(larger.id, 16));
    CHECK(one.best() == config(32));
    one.store.add(
        SizeCheck{one.run.id, config(32), R"({"K":1,"M":1,"N":1})", Outcome::wrong, "C[0]"});
    CHECK(one.best() == config(64));
    for (const auto& [tile, known_wrong] :
         std::map<int, bool>{{16, true}, {32, true}, {64, false}}) {
        CHECK(one.store.known_wrong(one.key.device, one.key.kernel, config(tile)) == known_wrong);
    }
    CHECK(one.store.size_checks(one.run.id).at(0).message == "C[0]");
}

TEST_CASE("the last word on a config is the one that counts") {
    OneRun one;
    one.store.add(samples::trial(one.run.id, 16, 900));
    one.store.add(samples::trial(one.run.id, 32, 1000));
    Trial checked = samples::trial(one.run.id, 16, 2000);
    checked.purpose = Purpose::check;
    one.store.add(checked);
    CHECK(one.best() == config(32));
    one.store.add(failed(one.run.id, 32, Outcome::crash));
    CHECK(one.best() == config(16));
}

TEST_CASE("what is measured again in the search adds to what is known") {
    OneRun one;
    one.store.add(samples::trial(one.run.id, 16, 900));
    one.store.add(samples::trial(one.run.id, 32, 1000));
    one.store.add(samples::trial(one.run.id, 16, 1555));  // during a slow moment
    CHECK(one.best() == config(16));
    CHECK(one.store.best(one.key)->trial.time.median == Approx(900));
    one.store.add(failed(one.run.id, 16, Outcome::crash));
    CHECK(one.best() == config(32));
    one.store.add(samples::trial(one.run.id, 16, 1100));  // counts from here on
    CHECK(one.best() == config(32));
    one.store.add(samples::trial(one.run.id, 16, 950));
    CHECK(one.best() == config(16));
}

TEST_CASE("what the search alone has timed is told to estimates in the terms of final times") {
    OneRun one;
    const auto add = [&](int tile, int ns, Purpose purpose) {
        Trial trial = samples::trial(one.run.id, tile, ns);
        trial.purpose = purpose;
        one.store.add(trial);
    };
    const auto time = [&](int tile) {
        Statement row(one.store.connection(), "SELECT median_ns FROM timed WHERE config = :config");
        row.bind(":config", config(tile));
        REQUIRE(row.step());
        return row.real(0);
    };
    add(16, 1000, Purpose::search);
    add(32, 1100, Purpose::search);
    add(64, 1200, Purpose::search);
    add(128, 1300, Purpose::search);
    add(16, 1200, Purpose::final);
    add(32, 1430, Purpose::final);
    CHECK(time(128) == 1300);  // two are too few
    add(64, 1260, Purpose::final);
    CHECK(time(128) == Approx(1560));  // 1.05, 1.2 and 1.3 times as long
    CHECK(time(16) == 1200);
    CHECK(time(64) == 1260);
    CHECK(one.store.best(one.key)->trial.time.median == 1200);
}

TEST_CASE("times under other conditions are another subject") {
    OneRun one;
    one.store.add(samples::trial(one.run.id, 16));
    MeasurementKey cold = one.key;
    cold.conditions = R"({"cache":"cold"})";
    CHECK_FALSE(one.store.best(cold));
    CHECK(one.store.trials(cold).empty());
}

TEST_CASE("a run goes on from what earlier runs tried") {
    OneRun one;
    one.store.add(samples::trial(one.run.id, 16));
    one.store.end(one.run.id, State::interrupted);
    const Run next = one.store.start(samples::run(one.key));
    one.store.add(failed(next.id, 32, Outcome::build));
    const std::vector<Trial> tried = one.store.trials(one.key);
    REQUIRE(tried.size() == 2);
    CHECK(tried[0].config == config(16));
    CHECK(tried[1].outcome == Outcome::build);
}

TEST_CASE("what stands around trials comes back") {
    OneRun one;
    const Trial trial = one.store.add(samples::trial(one.run.id, 16));
    one.store.add_audit(trial.id, "occupancy");
    CHECK(one.store.audited(one.run.id, "occupancy").at(0).id == trial.id);
    CHECK(one.store.audited(one.run.id, "banks").empty());

    one.store.set(one.run.id, Pruned{"local memory", "rejected", 3, "70 KiB > 48 KiB"});
    one.store.set(one.run.id, Pruned{"local memory", "rejected", 5, "80 KiB > 48 KiB"});
    CHECK(one.store.pruned(one.run.id) ==
          std::vector<Pruned>{{"local memory", "rejected", 5, "80 KiB > 48 KiB"}});

    ReferenceTiming reference;
    reference.run = one.run.id;
    reference.name = "clblast";
    reference.samples = {10, 20, 30};
    one.store.add(reference);
    reference.name = "broken";
    reference.samples.clear();
    reference.message = "has no such routine";
    one.store.add(reference);
    REQUIRE(one.store.reference_timings(one.run.id).size() == 2);

    Sentinel sentinel;
    sentinel.run = one.run.id;
    sentinel.config = config(16);
    sentinel.samples = {100, 101, 102};
    one.store.add(sentinel);
    CHECK(one.store.sentinels(one.run.id).at(0).time.median == 101);
}

TEST_CASE("what a device was found to give comes back, the fastest answer, or the newest") {
    Store store(":memory:");
    const std::string device = store.add(samples::device());
    for (const double point : {2, 1}) store.add(probe(device, point, 100 / point));
    std::int64_t at = store.probes(device).back().at;
    const auto later = [&](std::string_view name, double point, double value, const char* unit) {
        Probe again = probe(device, point, value);
        again.name = name;
        again.unit = unit;
        again.at = ++at;
        store.add(again);
        return again;
    };
    const Probe faster = later(probes::stride_sweep, 2, 60, "B/s");
    later(probes::stride_sweep, 2, 40, "B/s");
    for (const double value : {30, 20, 25}) later(probes::launch_latency, 0, value, "ns");
    for (const double value : {65536, 49152}) later(probes::local_memory_limit, 0, value, "B");
    Probe none = probe(device, 0, 0);
    none.name = probes::fma_f16;
    none.message = "no half here";
    store.add(none);

    const std::vector<Probe> sweep = store.probes(device, probes::stride_sweep);
    REQUIRE(sweep.size() == 2);
    CHECK(sweep[0].value == 100);
    CHECK(sweep[1].value == 60);
    CHECK(sweep[1].at == faster.at);
    CHECK(sweep[1].samples == faster.samples);
    CHECK(sweep[1].how == "256 work-items");
    CHECK(store.probe(device, probes::launch_latency)->value == 20);
    CHECK(store.probe(device, probes::local_memory_limit)->value == 49152);
    CHECK(store.probes(device).size() == 5);
    CHECK(store.probe(device, probes::fma_f16)->message == "no half here");
    CHECK_FALSE(store.probe(device, probes::fma_f64));
    none.message.clear();
    CHECK_THROWS_WITH(store.add(none), Catch::Contains("or says why not"));
}

TEST_CASE("together is all or nothing") {
    OneRun one;
    CHECK_THROWS(one.store.in_transaction([&] {
        one.store.add(samples::trial(one.run.id, 16));
        one.store.add(samples::trial("no such run", 16));
    }));
    CHECK(one.store.trials(one.run.id).empty());
    one.store.in_transaction([&] { one.store.add(samples::trial(one.run.id, 16)); });
    CHECK(one.store.trials(one.run.id).size() == 1);
}

TEST_CASE("a trial that a clock dated in the future is older than what is measured next") {
    OneRun one;
    const std::int64_t year = std::int64_t{365} * 24 * 3600 * 1000;
    Trial early = trial(one.run.id, 16, 100);
    early.started = now_ms() + year;
    early.purpose = Purpose::final;
    one.store.add(early);
    CHECK_THAT(faults(one.store).at(0), Catch::Contains("dated in the future"));
    const Run later = one.store.start(samples::run(one.key));
    Trial now = trial(later.id, 16, 1000);
    now.purpose = Purpose::final;
    one.store.add(now);
    CHECK(one.store.best(one.key)->trial.time.median == 1000);
    CHECK(faults(one.store).empty());
}

TEST_CASE("a merged trial is not dated later than the merge") {
    const Folder folder;
    OneRun one;
    {
        Store theirs(folder / "b.db");
        const Run run = theirs.start(samples::run(samples::key(theirs)));
        Trial future = trial(run.id, 16, 10);
        future.started = now_ms() + (std::int64_t{1} << 40);
        future.purpose = Purpose::final;
        theirs.add(future);
        theirs.end(run.id, State::finished);
    }
    merge(one.store, folder / "b.db");
    CHECK(one.store.best(one.key)->trial.time.median == 10);
    Trial now = trial(one.run.id, 16, 1000);
    now.purpose = Purpose::check;
    now.started = now_ms() + 1;
    one.store.add(now);
    CHECK(one.store.best(one.key)->trial.time.median == 1000);
    merge(one.store, folder / "b.db");
    CHECK(one.store.best(one.key)->trial.time.median == 1000);
}

TEST_CASE("a time that is too short for what the device was probed to give is never a best") {
    OneRun one;
    const auto probed = [&](std::string_view name, const char* unit, double value) {
        Probe probe = samples::probe(one.key.device, 0, value);
        probe.name = name;
        probe.unit = unit;
        one.store.add(probe);
    };
    const auto tried = [&](std::int64_t tile, std::int64_t ns, double flops, double bytes) {
        Trial trial = samples::trial(one.run.id, tile, ns);
        trial.flops = flops;
        trial.bytes = bytes;
        return one.store.add(trial);
    };
    tried(8, 1000, 1e6, 1e3);                     // 1 TFLOP/s
    const Trial forged = tried(16, 4, 1e6, 1e3);  // 250 TFLOP/s
    const Trial fetched = tried(32, 8, 0, 1e6);   // 125 TB/s
    tried(64, 100, 1e6, 1e3);                     // 10 TFLOP/s, plausible with matrix units
    CHECK(one.best() == config(16));
    probed(probes::fma_f32, "FLOP/s", 1e12);
    CHECK(one.best() == config(32));
    probed(probes::read_bandwidth, "B/s", 1e12);
    CHECK(one.best() == config(64));
    one.store.end(one.run.id, State::finished);
    CHECK(one.store.query("lookup_tuned").step());
    const std::vector<std::string> found = faults(one.store);
    for (const Trial& trial : {forged, fetched})
        CHECK(std::ranges::any_of(found, [&](const std::string& fault) {
            return fault.starts_with("trial " + trial.id + ": its time");
        }));
    CHECK(found.size() == 2);
}

TEST_CASE("the check names launches that are missing or were changed") {
    OneRun one;
    one.store.add(trial(one.run.id, 16));
    one.store.end(one.run.id, State::finished);
    CHECK(faults(one.store).empty());
    Connection& connection = one.store.connection();
    SECTION("missing") {
        connection.run("DELETE FROM recipe");
        REQUIRE(faults(one.store).size() == 1);
        CHECK(faults(one.store)[0] ==
              "recipe: the launches of kernel " + one.key.kernel + " (gemm_tile) are missing");
        one.store.add(kernel());  // a new tune of the kernel
        CHECK(faults(one.store).empty());
    }
    SECTION("changed") {
        connection.run("UPDATE recipe SET text = text || 'local\t\t1\t\n'");
        REQUIRE(faults(one.store).size() == 1);
        CHECK_THAT(faults(one.store)[0], Catch::Contains("it or its recipe was changed"));
    }
    SECTION("of another kernel") {
        connection.run(
            "PRAGMA foreign_keys = OFF; UPDATE recipe SET kernel_id = printf('%032x', 1)");
        CHECK(faults(one.store).size() == 3);  // no such kernel, its seal, no seal of the kernel
    }
    SECTION("of a program that is run by a command") {
        connection.run("DELETE FROM recipe; UPDATE run SET precision = 'none'");
        for (const std::string& fault : faults(one.store))
            CHECK_THAT(fault, !Catch::Contains("launches"));
    }
    SECTION("of a kernel that was added and not tuned") {
        Store added(":memory:");
        added.add(kernel());
        added.connection().run("DELETE FROM recipe");
        REQUIRE(faults(added).size() == 1);
        CHECK_THAT(faults(added)[0], Catch::EndsWith("(gemm_tile) are missing"));
        added.connection().run("UPDATE kernel SET origin = 'results.csv'");
        CHECK(faults(added).empty());
    }
}
