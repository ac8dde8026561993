// SPDX-License-Identifier: MIT
// Results of an older text of a kernel, under former names: a renamed kernel, parameter and word,
// and a parameter that the older text lacked.
#include "db/model/formerly.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>

#include "db/store/merge.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

const std::vector<std::string> parameters{"TILE", "KIND", "AHEAD"};

Formerly declared() {
    Formerly formerly;
    formerly.names = {"old_product"};
    formerly.parameters = {{"WIDTH", "TILE"}};
    formerly.words = {{Setting("KIND", "quick"), Setting("KIND", "fast")}};
    formerly.neutral = {{"AHEAD", std::int64_t{0}}};
    return formerly;
}

Settings today(const Settings& config) {
    return declared().today(config, parameters);
}

/// The recipe text of `declared()`, with the new parameter.
Kernel product_of_today() {
    Kernel kernel = product("today's text");
    kernel.recipe.replace(kernel.recipe.find("KIND\t\t\n"), 7,
                          "KIND\t{\"KIND\":\"plain\",\"KIND\":\"fast\"}\t\n"
                          "parameter\tAHEAD\t{\"AHEAD\":0,\"AHEAD\":32}\t\n");
    kernel.recipe.replace(kernel.recipe.find("TILE\t\t\n"), 7,
                          "TILE\t{\"TILE\":8,\"TILE\":16,\"TILE\":32}\t\n");
    kernel.recipe +=
        "former_name\told_product\t\t\n"
        "former_parameter\tTILE\tWIDTH\t\n"
        "former_word\tKIND\t{\"KIND\":\"quick\"}\t{\"KIND\":\"fast\"}\n"
        "neutral\tAHEAD\t{\"AHEAD\":0}\t\n";
    return kernel;
}

Kernel old_product() {
    Kernel kernel = product("an older text");
    kernel.name = "old_product";
    return kernel;
}

void store_best(Store& store, const Kernel& kernel, const Settings& config, std::int64_t ns) {
    const Run started =
        store.start(run({store.add(gpu()), store.add(kernel), "f32", size(256, 256, 256), "{}"}));
    Trial tried = trial(started.id, 1, ns);
    tried.config = canonical(config);
    tried = store.add(tried);
    store.add(started.id, Finalist{.trial = tried.id, .rank = 1, .tied = false});
    store.end(started.id, State::finished);
}

/// A folder in which this library finds today's kernel, and a database of the older one.
struct House {
    explicit House(const Settings& config) {
        setenv("HONE_SHARE", (folder / "").c_str(), 1);
        Store(folder / "kernels.db").add(product_of_today());
        Store old(file());
        store_best(old, old_product(), config, 8000);
    }
    ~House() { unsetenv("HONE_SHARE"); }
    House(const House&) = delete;
    House& operator=(const House&) = delete;

    std::filesystem::path file() const { return shared / "old.db"; }

    TunedKernel told(const std::string& what) const {
        return Tuned({file()}).find(what, gpu(), "f32", cube(256));
    }

    Folder folder;  // its files count as shipped with this library
    Folder shared;
};

const Settings stored{{"WIDTH", std::int64_t{16}}, {"KIND", "quick"}};
const Settings translated{{"TILE", std::int64_t{16}}, {"KIND", "fast"}, {"AHEAD", std::int64_t{0}}};

}  // namespace

TEST_CASE("a config of an older text is read in today's names, words and order") {
    CHECK(today(stored) == translated);
    CHECK(today({{"KIND", "plain"}, {"WIDTH", std::int64_t{8}}}) ==
          Settings{{"TILE", std::int64_t{8}}, {"KIND", "plain"}, {"AHEAD", std::int64_t{0}}});
    CHECK(today(translated) == translated);
}

TEST_CASE("a parameter's own value goes before its neutral one") {
    Settings config = translated;
    config[2].second = std::int64_t{32};
    CHECK(today(config) == config);
}

TEST_CASE("what no text declares stays as it was stored") {
    CHECK(today({{"KIND", "odd"}, {"MORE", std::int64_t{1}}}) ==
          Settings{{"KIND", "odd"}, {"AHEAD", std::int64_t{0}}, {"MORE", std::int64_t{1}}});
    CHECK(Formerly().today(stored, parameters) ==
          Settings{{"KIND", "quick"}, {"WIDTH", std::int64_t{16}}});
}

TEST_CASE("an application is told the results of a renamed kernel in today's names") {
    const House house(stored);
    for (const char* what : {"product_tile", "product", "old_product"}) {
        INFO(what);
        const TunedKernel answer = house.told(what);
        CHECK(answer.match == Match::exact);
        CHECK(answer.kernel == "product_tile");
        CHECK(answer.source == "today's text");
        CHECK(answer.config == translated);
        CHECK(answer.stale == "the kernel's source has changed since");
    }
}

TEST_CASE("a config that today's text cannot read is passed over") {
    const House house({{"WIDTH", std::int64_t{16}}, {"KIND", "quick"}, {"MORE", std::int64_t{1}}});
    CHECK(house.told("product").match == Match::defaults);
}

TEST_CASE("a database of an older text merges into one of today's, and both answer") {
    const House house(stored);
    const auto file = house.shared / "new.db";
    {
        Store store(file);
        store_best(store, product_of_today(),
                   {{"TILE", std::int64_t{32}}, {"KIND", "fast"}, {"AHEAD", std::int64_t{32}}},
                   4000);
        merge(store, house.file());
    }
    Tuned tuned({file});
    const TunedKernel fastest = tuned.find("product_tile", gpu(), "f32", cube(256));
    CHECK(fastest.match == Match::exact);
    CHECK(tile_of(fastest) == 32);
    tuned.reject(fastest);
    const TunedKernel older = tuned.find("product_tile", gpu(), "f32", cube(256));
    CHECK(older.match == Match::exact);
    CHECK(older.config == translated);
}
