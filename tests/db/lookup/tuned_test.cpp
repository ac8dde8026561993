// SPDX-License-Identifier: MIT
// Answers of the library and everything around them: launches, rejection, staleness, unreadable
// files, modes.
#include <atomic>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>

#include "db/store/merge.hpp"
#include "tests/captured.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

class Mode {
  public:
    explicit Mode(const char* mode) { setenv("HONE_MODE", mode, 1); }
    ~Mode() { unsetenv("HONE_MODE"); }
    Mode(const Mode&) = delete;
    Mode& operator=(const Mode&) = delete;
};

}  // namespace

TEST_CASE("an answer has everything that a launch takes") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const TunedKernel& kernel =
        tuned.find("product_tile", gpu(), "f32", {{"M", 300}, {"N", 256}, {"K", 256}});
    CHECK(kernel.kernel == "product_tile");
    CHECK(kernel.routine == "product");
    CHECK(kernel.source == "kernel void product() {}");
    CHECK(kernel.build_options == "-DREAL=float -DF32 -DTA=0 -DPART=WHOLE -DTILE=32 -DKIND=fast");
    REQUIRE(kernel.launches.size() == 1);
    CHECK(kernel.launches[0].entry == "product");
    CHECK(kernel.launches[0].dimensions == 2);
    CHECK(kernel.launches[0].local == std::array<std::size_t, 3>{8, 8, 1});
    CHECK(kernel.launches[0].global == std::array<std::size_t, 3>{80, 64, 1});
    CHECK(kernel.launches[0].arguments == std::vector<std::string>{"M", "C", "sums"});
    REQUIRE(kernel.extras.size() == 2);
    CHECK(kernel.extras[0].value == 300);
    CHECK(kernel.extras[1].bytes == 1200);
    CHECK(kernel.expected_ns > 8000);  // as many rounds of tiles, more of them ragged
    CHECK(kernel.expected_ns < 1.1 * 8000 * 320.0 / 256);  // whole tiles, and a little uncertainty
    CHECK(joined(kernel.problem) == "M=300 N=256 K=256 TA=0 beta=0 part=whole");
}

TEST_CASE("a rejected config is out, and the next one is given") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const TunedKernel& first = tuned.find("product", gpu(), "f32", cube(256));
    const TunedKernel& second = tuned.reject(first);
    CHECK(tile_of(first) == 32);  // stays valid
    CHECK(tile_of(second) != 32);
    CHECK(second.match == Match::far);
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).config == second.config);
    CHECK(tile_of(tuned.find("product", gpu(), "f32", {{"M", 320}})) != 32);
    TunedKernel answer = second;
    for (int i = 0; i < 10 && answer; ++i) answer = tuned.reject(answer);
    CHECK(answer.match == Match::none);
}

TEST_CASE("what one device rejects is not out on another device of the process") {
    const Folder folder;
    Device other = gpu();
    other.name = "ACME Comet 7";
    other.uuid.clear();
    {
        Store store(folder / "a.db");
        for (const Device& device : {gpu(), other})
            for (const std::int64_t tile : {32, 64})
                tune(store, device, product(), size(256, 256, 256), tile, 100 * tile);
    }
    const auto told = [&](Tuned& tuned, const Device& device) {
        return tuned.find("product", device, "f32", cube(256));
    };
    using Reject = TunedKernel (Tuned::*)(const TunedKernel&);
    for (const Reject reject :
         {&Tuned::reject, &Tuned::reject_for_problem, &Tuned::reject_program}) {
        Tuned tuned = trusted({folder / "a.db"});
        const TunedKernel first = told(tuned, other);
        const TunedKernel rejected = told(tuned, gpu());
        CHECK(tile_of((tuned.*reject)(rejected)) == 64);
        CHECK(tile_of(told(tuned, gpu())) == 64);
        CHECK(told(tuned, other).config == first.config);
        tuned.set_source("none", "");  // answers anew
        CHECK(told(tuned, other).config == first.config);
        tuned.withdraw(rejected);
        CHECK(tile_of(told(tuned, gpu())) == 32);
    }
}

TEST_CASE("a config that was not right at other sizes is told for none but its own") {
    const Folder folder;
    Store store(folder / "a.db");
    tune(store, gpu(), product(), size(256, 256, 256), 32, 8000);
    time_unchosen(store, 16, 7000, false);  // faster, but its run did not finish
    time_unchosen(store, 64, 9000, true);
    const auto file = folder / "a.db";
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{32, 64});
    CHECK(all_told(file, cube(16)) == std::set<std::int64_t>{32, 64});
    // It is right at another size after all.
    time_unchosen(store, 16, 7000, true);
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{16, 32, 64});
    // And another is wrong.
    const Run run = store.runs().front();
    store.add(SizeCheck{.run = run.id,
                        .config = canonical({{"TILE", std::int64_t{64}}, {"KIND", "fast"}}),
                        .problem = size(7, 7, 7),
                        .outcome = Outcome::wrong,
                        .message = "C[0]"});
    store.end(run.id, State::finished);
    CHECK(all_told(file, cube(300)) == std::set<std::int64_t>{16, 32});
    CHECK(faults(store).empty());
}

TEST_CASE("what has changed since is said") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32);
        tune(store, gpu(), product("today's text"), size(64, 64, 64), 16);
        tune(store, gpu(), product("today's text"), size(64, 64, 64), 16, 1000, "f64");
        store.connection().run(
            "UPDATE tuned SET tool = 'hone 0.0.1', seal = '' WHERE precision = 'f64'");
        store.query("seal_tuned").run();
    }
    Tuned tuned = trusted({folder / "a.db"});
    CHECK(tuned.find("product", gpu(), "f32", cube(64)).stale.empty());
    CHECK(tuned.find("product", gpu(), "f64", cube(64)).stale ==
          "it was tuned by hone 0.0.1; this is " + this_tool());
    const TunedKernel& older = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(older.source == "kernel void product() {}");
    CHECK(older.stale == "the kernel's source has changed since");
    Device updated = gpu();
    updated.driver = "6.0";
    CHECK(tuned.find("product", updated, "f32", cube(64)).stale ==
          "the driver was 5.1; now it is 6.0");
    tuned.set_source("product_tile", "tomorrow's text");
    CHECK(tuned.find("product", gpu(), "f32", cube(64)).stale ==
          "the kernel's source has changed since");
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).stale ==
          "the kernel's source has changed since");
    CHECK(tuned.find("product", updated, "f32", cube(64)).stale ==
          "the driver was 5.1; now it is 6.0; the kernel's source has changed since");
}

TEST_CASE("a device with another OpenCL version is the same device, and what was tuned is stale") {
    const Folder folder;
    Device before = gpu();
    before.opencl_version = "OpenCL 3.0 of today";
    Device after = before;
    after.opencl_version = "OpenCL 3.0 of tomorrow";
    CHECK(id_of(before) == id_of(after));
    {
        Store store(folder / "a.db");
        tune(store, before, product(), size(64, 64, 64), 16);
    }
    const auto told = [&](const Device& device) {
        Tuned tuned = trusted({folder / "a.db"});
        return tuned.find("product", device, "f32", cube(64));
    };
    CHECK(told(before).stale.empty());
    CHECK(told(gpu()).stale.empty());  // an application that does not report its version
    CHECK(told(after).match == Match::exact);
    CHECK(told(after).stale ==
          "the OpenCL version was OpenCL 3.0 of today; now it is OpenCL 3.0 of tomorrow");
    {
        Store store(folder / "a.db");
        tune(store, after, product(), size(64, 64, 64), 16);
    }
    CHECK(told(after).stale.empty());
    CHECK_FALSE(told(before).stale.empty());
}

TEST_CASE("what no run came to choose is given with less confidence") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 1000, "f32", false);
        tune(store, gpu(), product(), size(64, 64, 64), 16);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const TunedKernel& interrupted = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(interrupted.match == Match::exact);
    CHECK(interrupted.confidence < tuned.find("product", gpu(), "f32", cube(64)).confidence);
}

TEST_CASE("a config that was wrong once is never told") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32);
        const Run proved = store.start(
            run({store.add(gpu()), store.add(product()), "f32", size(64, 64, 64), "{}"}));
        store.add(SizeCheck{.run = proved.id,
                            .config = canonical({{"TILE", 32}, {"KIND", "fast"}}),
                            .problem = size(7, 7, 7),
                            .outcome = Outcome::wrong,
                            .message = "C[0]"});
        store.end(proved.id, State::finished);
    }
    CHECK(trusted({folder / "a.db"}).find("product", gpu(), "f32", cube(256)).match ==
          Match::defaults);
}

TEST_CASE("the user's database comes before the site's") {
    const Folder folder;
    {
        Store user(folder / "user.db");
        tune(user, gpu(), product(), size(256, 256, 256), 16, 1000);
        Store site(folder / "site.db");
        tune(site, gpu(), product(), size(256, 256, 256), 64, 1000);
        tune(site, gpu(), product(), size(64, 64, 64), 8, 1000);
    }
    Tuned tuned = trusted({folder / "user.db", folder / "site.db"});
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(256))) == 16);
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(64))) == 8);
}

TEST_CASE("what stands in several databases counts once") {
    const Folder folder;
    const auto file = [&](const char* name) { return folder / name; };
    {
        Store store(file("a.db"));
        fill(store);
        time_unchosen(store, 24, 9500, true);
        store.set_cover("product", {{store.add(gpu()), store.add(product()), "f32",
                                     canonical({{"TILE", std::int64_t{16}}, {"KIND", "fast"}}),
                                     size(64, 64, 64), 520, 500}});
    }
    std::filesystem::copy_file(file("a.db"), file("copy.db"));
    {
        Store store(file("site.db"));
        merge(store, file("a.db"));
    }
    const auto told = [&](const std::vector<std::filesystem::path>& files) {
        Tuned tuned = trusted(files);
        std::vector<std::string> all;
        for (const std::int64_t n : {48, 100, 200, 256, 300, 700, 3000}) {
            const TunedKernel& kernel = tuned.find("product", gpu(), "f32", cube(n));
            all.push_back(joined(kernel.config) + ' ' + std::to_string(kernel.expected_ns));
        }
        return all;
    };
    const auto once = told({file("a.db")});
    CHECK(told({file("a.db"), file("a.db")}) == once);
    CHECK(told({file("a.db"), folder / "." / "a.db", file("copy.db"), file("site.db")}) == once);
    // Measuring again gives a new measurement.
    {
        Store store(file("site.db"));
        tune(store, gpu(), product(), size(1024, 1024, 1024), 64, 250'000);
    }
    CHECK(told({file("a.db"), file("site.db")}) != once);
}

TEST_CASE(
    "what one database knows of a measurement's checks counts, though another one has it, too") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        time_unchosen(store, 32, 1000, false);
    }
    std::filesystem::copy_file(folder / "a.db", folder / "b.db");
    {
        Store store(folder / "b.db");
        const Run run = store.runs().front();
        store.add(SizeCheck{.run = run.id,
                            .config = canonical({{"TILE", std::int64_t{32}}, {"KIND", "fast"}}),
                            .problem = size(31, 33, 65),
                            .outcome = Outcome::ok,
                            .message = ""});
        store.end(run.id, State::finished);
    }
    CHECK(trusted({folder / "a.db"}).find("product", gpu(), "f32", cube(300)).match ==
          Match::defaults);
    CHECK(trusted({folder / "a.db", folder / "b.db"})
              .find("product", gpu(), "f32", cube(300))
              .match == Match::near);
}

TEST_CASE("a file that cannot be read is passed over with its reason") {
    const Folder folder;
    const auto good = folder / "good.db";
    {
        Store store(good);
        fill(store);
        Store newer(folder / "newer.db");
        newer.connection().run("PRAGMA user_version = 999");
        Connection other(folder / "other.db", Access::write);
        other.run("CREATE TABLE notes (text TEXT)");
        std::ofstream(folder / "empty.db").flush();
        std::ofstream(folder / "broken.db") << std::string(5000, 'x');
    }
    std::filesystem::create_directory(folder / "folder.db");
    Connection holder(folder / "locked.db", Access::write);
    holder.run(
        "PRAGMA journal_mode = DELETE; CREATE TABLE t (x); PRAGMA locking_mode = EXCLUSIVE;"
        "BEGIN EXCLUSIVE; INSERT INTO t VALUES (1)");
    const std::vector<std::pair<const char*, const char*>> files{
        {"missing.db", "there is no database"},
        {"newer.db", "schema version 999"},
        {"other.db", "of another program"},
        {"empty.db", "is empty"},
        {"broken.db", "is not an SQLite"},
        {"folder.db", "is a folder"},
        {"locked.db", "is locked"}};
    std::vector<std::filesystem::path> paths;
    for (const auto& [name, reason] : files) paths.push_back(folder / name);
    paths.push_back(good);
    Tuned tuned = trusted(paths);
    REQUIRE(tuned.skipped().size() == files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        CHECK(tuned.skipped()[i].file == paths[i]);
        CHECK_THAT(tuned.skipped()[i].reason, Catch::Contains(files[i].second));
    }
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
}

TEST_CASE("without any database there is still an answer") {
    Tuned tuned = trusted(std::vector<std::filesystem::path>{});
    const TunedKernel& kernel = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(kernel.match == Match::none);
    CHECK(kernel.reason == "no database has a kernel 'product'");
    CHECK(tuned.reject(kernel).match == Match::none);
}

TEST_CASE("reading leaves no trace beside a database, and works where nothing can be written") {
    const Folder folder;
    const auto inside = folder / "inside";
    std::filesystem::create_directory(inside);
    {
        Store store(inside / "a.db");
        fill(store);
    }
    std::filesystem::permissions(inside, std::filesystem::perms(0555));
    Tuned tuned = trusted({inside / "a.db"});
    CHECK(tuned.skipped().empty());
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
    std::filesystem::permissions(inside, std::filesystem::perms(0755));
    const auto files = std::filesystem::directory_iterator(inside);
    CHECK(std::distance(begin(files), end(files)) == 1);
}

TEST_CASE("a database is read while another program writes it") {
    const Folder folder;
    Store store(folder / "a.db");
    fill(store);  // stays open, with its log
    Tuned tuned = trusted({folder / "a.db"});
    CHECK(tuned.skipped().empty());
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
}

TEST_CASE("HONE_MODE=off answers with the defaults") {
    const Mode mode("off");
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const TunedKernel& kernel = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(kernel.match == Match::defaults);
    CHECK_THAT(kernel.reason, Catch::StartsWith("HONE_MODE=off"));
}

TEST_CASE("a HONE_MODE that does not exist is said once") {
    const Mode mode("TUNE");
    const test::Captured said(std::clog);
    for (int i = 0; i < 2; ++i) Tuned(std::vector<std::filesystem::path>{});
    CHECK(said.text() ==
          "hone: HONE_MODE is 'TUNE'; it takes off or tune; this value is ignored\n");
}

TEST_CASE("HONE_MODE=tune tunes what was missed, once") {
    const Mode mode("tune");
    const Folder folder;
    const auto file = folder / "a.db";
    {
        Store store(file);
        fill(store);
    }
    Tuned tuned = trusted({file});
    int calls = 0;
    tuned.on_miss([&](std::string_view what, const Device& device, std::string_view precision,
                      const Settings& problem) {
        ++calls;
        CHECK(what == "product");
        CHECK(precision == "f32");
        CHECK(problem == cube(512));
        Store store(file);
        tune(store, device, product(), size(512, 512, 512), 64);
        return true;
    });
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
    CHECK(calls == 0);
    CHECK(tuned.find("product", gpu(), "f32", cube(512)).match == Match::exact);
    CHECK(tuned.find("product", gpu(), "f32", cube(512)).match == Match::exact);
    CHECK(calls == 1);
}

TEST_CASE("a tuner that throws anything leaves an answer, and is called again") {
    const Mode mode("tune");
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    int calls = 0;
    tuned.on_miss([&](std::string_view /*what*/, const Device& /*device*/,
                      std::string_view /*precision*/, const Settings& /*problem*/) -> bool {
        ++calls;
        throw calls;
    });
    for (int i = 1; i <= 2; ++i) {
        const TunedKernel told = tuned.find("product", gpu(), "f32", cube(512));
        CHECK(told);
        CHECK(calls == i);
        tuned.set_source("none", "");  // forgets the answer
    }
}

TEST_CASE("what was rejected stays out when something is tuned, whatever kernels come with it") {
    const Mode mode("tune");
    const Folder folder;
    const auto file = folder / "a.db";
    {
        Store store(file);
        tune(store, gpu(), product(), size(256, 256, 256), 32);
    }
    Tuned tuned = trusted({file});
    tuned.reject(tuned.find("product", gpu(), "f32", cube(256)));
    tuned.on_miss([&](std::string_view /*what*/, const Device& device,
                      std::string_view /*precision*/, const Settings& /*problem*/) {
        Store store(file);
        Kernel other = product("another kernel");
        other.name = "product_strip";
        tune(store, device, other, size(64, 64, 64), 64);
        return true;
    });
    CHECK(tuned.find("product", gpu(), "f32", cube(64)).kernel == "product_strip");
    CHECK(tuned.find("product_tile", gpu(), "f32", cube(300)).match == Match::defaults);
}

TEST_CASE("any thread may ask and reject") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    std::vector<std::thread> threads;
    std::atomic<int> answers = 0;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::int64_t n = 1; n <= 200; ++n)
                if (tuned.find("product", gpu(), "f32", cube(n % 50 + 1))) ++answers;
            if (t == 0) tuned.reject(tuned.find("product", gpu(), "f32", cube(64)));
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(answers == 800);
}

TEST_CASE("a rejection counts for answers that are estimated at the same time") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    for (int repeat = 0; repeat < 20; ++repeat) {
        Tuned tuned = trusted({folder / "a.db"});
        const TunedKernel rejected = tuned.find("product", gpu(), "f32", cube(64));
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t)
            threads.emplace_back([&, t] {
                for (std::int64_t n = 65; n <= 90; ++n)
                    static_cast<void>(tuned.find("product", gpu(), "f32", cube(n)));
                if (t == 0) tuned.reject(rejected);
                for (std::int64_t n = 91; n <= 115; ++n)
                    static_cast<void>(tuned.find("product", gpu(), "f32", cube(n)));
            });
        for (std::thread& thread : threads) thread.join();
        for (std::int64_t n = 64; n <= 115; ++n)
            CHECK(tuned.find("product", gpu(), "f32", cube(n)).config != rejected.config);
    }
}

TEST_CASE("what a cover measured counts between its sizes") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
        std::vector<CoverRow> cover;
        const auto add = [&](std::int64_t tile, std::int64_t n, double ns, double best_ns) {
            cover.push_back({.device = store.add(gpu()),
                             .kernel = store.add(product()),
                             .precision = "f32",
                             .config = canonical({{"TILE", tile}, {"KIND", "fast"}}),
                             .problem = size(n, n, n),
                             .median_ns = ns,
                             .best_ns = best_ns});
        };
        add(16, 256, 16000, 8000), add(16, 1024, 600000, 300000);
        add(128, 256, 8200, 8000), add(128, 512, 30000, 30000), add(128, 1024, 200000, 200000);
        store.set_cover("product", cover);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const TunedKernel& between = tuned.find("product", gpu(), "f32", cube(640));
    CHECK(tile_of(between) == 128);
    CHECK_THAT(between.reason, Catch::StartsWith("one of few configs for many sizes"));
    CHECK_THAT(tuned.find("product", gpu(), "f32", cube(900)).reason,
               Catch::Contains("M=1024 N=1024 K=1024"));
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(256))) == 32);  // has its own best
    // If that failed, the cover's measurements there are as good as any.
    const TunedKernel& next = tuned.reject(tuned.find("product", gpu(), "f32", cube(256)));
    CHECK(tile_of(next) == 128);
    CHECK(next.match == Match::exact);
    CHECK(next.expected_ns == Approx(8200).epsilon(0.01));
    // If none of the cover fits, results of other sizes may.
    Device small = gpu();
    small.local_memory = 2 * 8 * 8 * 4;
    const TunedKernel& fitting = tuned.find("product", small, "f32", cube(512));
    CHECK(fitting.match == Match::far);
    CHECK(tile_of(fitting) == 8);
}
