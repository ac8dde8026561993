// SPDX-License-Identifier: MIT
// A shared copy has all measurements of kernels that others may see, and no name of a host, a
// person or a file.
#include "tuner/sharing/share_database.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>

#include "db/model/sha256.hpp"
#include "db/store/check_database.hpp"
#include "spaces/base/error.hpp"
#include "tests/tuner/sharing/filled_store.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

Kernel own_kernel(const std::string& source = "kernel void mine() {}") {
    return {"mine", "mine", source, "routine = 'mine'", "launch\tmine\t\t\n"};
}

Run run_on(const std::string& host, const MeasurementKey& key) {
    Run run = samples::run(key);
    run.host = host;
    run.pid = 77;
    run.command = "hone tune --as secret-command";
    run.uuid = "secret-uuid";
    return run;
}

std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

struct Lab {
    SharedRows share(const std::string& to, bool own_kernels = false) const {
        return share_database(file, folder / to,
                              {.public_kernels = {"gemm_tile"}, .own_kernels = own_kernels});
    }
    /// Why nothing is shared; empty if something is.
    std::string refusal(bool own_kernels = false) const try {
        share("refused.db", own_kernels);
        return {};
    } catch (const Error& error) {
        CHECK_FALSE(std::filesystem::exists(folder / "refused.db"));
        return error.what();
    }

    Folder folder;
    std::filesystem::path file = folder / "lab.db";
};

/// Another home folder, until the end.
class Home {
  public:
    explicit Home(const std::string& folder) { ::setenv("HOME", folder.c_str(), 1); }
    ~Home() {
        if (before_)
            ::setenv("HOME", before_->c_str(), 1);
        else
            ::unsetenv("HOME");
    }
    Home(const Home&) = delete;
    Home& operator=(const Home&) = delete;

  private:
    std::optional<std::string> before_ =
        std::getenv("HOME") ? std::optional<std::string>(std::getenv("HOME")) : std::nullopt;
};

}  // namespace

TEST_CASE("all measurements of several devices and sizes are shared, and no name") {
    const Lab lab;
    std::string measured;
    std::vector<Best> bests;
    {
        Store store(lab.file);
        Device other = device();
        other.name = "Other GPU";
        const std::string second = store.add(other);
        for (const std::int64_t size : {64, 128}) {
            MeasurementKey key = samples::key(store, size);
            fill(store, run_on("secret-host", key), size);
            key.device = second;
            fill(store, run_on("secret-second", key), 2 * size);
        }
        for (const std::string& id : {samples::key(store).device, second})
            store.add(probe(id, 1, 1e12));
        Probe refused = probe(second, 2, 0);
        refused.samples = {};
        refused.message = "cannot open secret-file";
        store.add(refused);
        measured = summary_of(store);
        bests = store.bests();
    }
    REQUIRE(bytes_of(lab.file).find("secret-") != std::string::npos);
    const SharedRows rows = lab.share("shared.db");
    CHECK(rows.runs == 4);
    CHECK(rows.trials == 8);
    CHECK(rows.kept_back == 0);
    CHECK(bytes_of(lab.folder / "shared.db").find("secret-") == std::string::npos);
    CHECK(bytes_of(lab.folder / "shared.db").find(lab.folder / "") == std::string::npos);
    Store shared(lab.folder / "shared.db");
    CHECK(faults(shared).empty());
    CHECK(summary_of(shared) == measured);
    const auto now = shared.bests();
    REQUIRE(now.size() == bests.size());
    REQUIRE(now.size() == 4);
    for (const Best& best : bests)
        CHECK(shared.best(best.key).value().trial.config == best.trial.config);
    for (const auto& [id, one] : shared.devices()) CHECK_FALSE(shared.probes(id).empty());
}

TEST_CASE("what is shared twice has the same ids, and the database itself is not changed") {
    const Lab lab;
    std::set<std::string> before;
    {
        Store store(lab.file);
        for (const std::int64_t size : {64, 128})
            fill(store, run_on("a-host", samples::key(store, size)), 4);
        before = ids(store);
    }
    lab.share("first.db");
    lab.share("second.db");
    Store first(lab.folder / "first.db");
    Store second(lab.folder / "second.db");
    CHECK(ids(first) == ids(second));
    Store again(lab.file, Access::read);
    CHECK(ids(again) == before);
    CHECK(again.runs().front().host == "a-host");
}

TEST_CASE("a kernel of one's own is shared only on demand, with all that belongs to it") {
    const Lab lab;
    std::string own;
    {
        Store store(lab.file);
        MeasurementKey key = samples::key(store);
        fill(store, run_on("a-host", key), 4);
        own = key.kernel = store.add(own_kernel());
        fill(store, run_on("a-host", key), 8);
        store.set_cover("mine", {{.device = key.device,
                                  .kernel = own,
                                  .precision = "f32",
                                  .config = config(8),
                                  .problem = key.problem,
                                  .median_ns = 1008,
                                  .best_ns = 1008}});
        store.add(own_kernel("kernel void mine() { /* was never tuned */ }"));
    }
    const SharedRows rows = lab.share("shared.db");
    CHECK(rows.runs == 1);
    CHECK(rows.trials == 2);
    CHECK(rows.kept_back == 1);
    CHECK(bytes_of(lab.folder / "shared.db").find("mine") == std::string::npos);
    Store shared(lab.folder / "shared.db");
    CHECK(faults(shared).empty());
    CHECK(shared.kernels().size() == 1);
    CHECK(shared.covers().empty());
    CHECK(lab.share("all.db", true).runs == 2);
    Store all(lab.folder / "all.db");
    CHECK(all.kernels().size() == 3);
    CHECK(all.kernels().contains(own));
    CHECK(all.covers().size() == 1);
}

TEST_CASE(
    "a kernel of one's own that names a host is never shared, and similar words are no name") {
    for (const auto& [source, is_shared] :
         std::vector<std::pair<std::string, bool>>{{"// see lab", false},
                                                   {"// lab", false},
                                                   {"//lab:/source", false},
                                                   {"labs; a lab_1", false},
                                                   {"label, collab, lab2", true}}) {
        CAPTURE(source);
        const Lab lab;
        {
            Store store(lab.file);
            MeasurementKey key = samples::key(store);
            key.kernel = store.add(own_kernel(source));
            fill(store, run_on("lab", key), 4);
        }
        CHECK(lab.refusal(true).empty() == is_shared);
    }
}

TEST_CASE("a kernel of hone is shared by a host that has the name of one of its words") {
    const Lab lab;
    {
        Store store(lab.file);
        fill(store, run_on("gemm", samples::key(store)), 4);
    }
    CHECK(lab.share("shared.db").runs == 1);
}

TEST_CASE("a run whose build options name a folder or a host is not shared") {
    const Lab lab;
    {
        Store store(lab.file);
        MeasurementKey key = samples::key(store);
        fill(store, run_on("a-host", key), 4);
        for (const std::string options : {"-I/opt/headers", "-DHOST=a-host", "-cl-mad-enable"}) {
            key.conditions = canonical({{"options", options}});
            fill(store, run_on("a-host", key), 8);
        }
    }
    const SharedRows rows = lab.share("shared.db");
    CHECK(rows.runs == 2);
    CHECK(rows.kept_back == 2);
}

TEST_CASE("a database that has nothing to share makes no file") {
    const Lab lab;
    {
        Store store(lab.file);
        CHECK_THAT(lab.refusal(), Catch::Contains("has nothing to share"));
        MeasurementKey key = samples::key(store);
        key.kernel = store.add(own_kernel());
        fill(store, run_on("a-host", key), 4);
    }
    CHECK_THAT(lab.refusal(), Catch::Contains("has nothing to share"));
    CHECK(lab.refusal(true).empty());
}

TEST_CASE("an existing file is never overwritten") {
    const Lab lab;
    {
        Store store(lab.file);
        fill(store, run_on("a-host", samples::key(store)), 4);
    }
    std::ofstream(lab.folder / "shared.db") << "of somebody else";
    CHECK_THROWS_AS(lab.share("shared.db"), Error);
    CHECK(bytes_of(lab.folder / "shared.db") == "of somebody else");
}

TEST_CASE("several imports for one kernel and size are shared, without the names of their files") {
    const Lab lab;
    std::string measured;
    {
        Store store(lab.file);
        const auto import = [&](const std::string& options, std::int64_t tile) {
            Run run = samples::run(samples::key(store));
            run.source = Source::import;
            run.origin = "/secret-folder/results.json";
            run.options = options;
            run.state = State::finished;
            run.ended = 1;
            Trial imported = trial(store.start(run).id, tile);
            imported.checked_with.clear();
            store.add(imported);
        };
        for (const std::int64_t part : {0, 1, 2})
            import(canonical({{"file", sha256("results")}, { "part", part }}), 4 + 4 * part);
        import(canonical({{ "file", "/secret-folder/results.json" }}), 32);
        measured = summary_of(store);
    }
    CHECK(lab.share("shared.db").runs == 4);
    CHECK(bytes_of(lab.folder / "shared.db").find("secret-") == std::string::npos);
    Store shared(lab.folder / "shared.db");
    CHECK(faults(shared).empty());
    CHECK(summary_of(shared) == measured);
    lab.share("again.db");
    Store again(lab.folder / "again.db");
    CHECK(ids(again) == ids(shared));
}

TEST_CASE("a kernel that names the user's home folder is not shared, but a slash is no name") {
    const Lab lab;
    {
        Store store(lab.file);
        MeasurementKey key = samples::key(store);
        Kernel kernel = samples::kernel();
        kernel.source += "  // a comment; see /home/user/notes";
        key.kernel = store.add(kernel);
        fill(store, run_on("a-host", key), 4);
    }
    {
        const Home home("/home/user");
        CHECK_THAT(lab.refusal(), Catch::Contains("has nothing to share"));
    }
    const Home root("/");
    CHECK(lab.share("shared.db").runs == 1);
}
