// SPDX-License-Identifier: MIT
// Queries of applications: errors that are named, values that are given twice, answers that are
// rejected by a copy, programs that are rewritten, and threads that ask during tuning.
#include <atomic>
#include <catch2/catch.hpp>
#include <future>

#include "db/lookup/fallback.hpp"
#include "db/lookup/read_catalog.hpp"
#include "db/store/row_fields.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tests/environment.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

/// A kernel of the same routine whose built program is rewritten, for the sample's database.
Kernel rewritten_product() {
    return {
        "product_hopper", "product", "kernel void product() { /* rewritten */ }",
        "routine = 'product', rewritten",
        "rewrite\tsm_90a\t\t\ncondition\ta program that is rewritten\t0\t\n" + std::string(recipe)};
}

struct Sample {
    Sample() {
        Store store(folder / "a.db");
        fill(store);
    }
    Folder folder;
    Tuned tuned() const { return trusted({folder / "a.db"}); }
};

}  // namespace

TEST_CASE("what cannot be asked is answered with what can") {
    struct Mistake {
        Settings problem;
        std::string precision, reason;
    };
    const Mistake mistakes[] = {
        {{{"m", 64}}, "f32", "product has no argument 'm'; it has M, N, K, TA, beta, part"},
        {{{"M", 64}}, "f32", "product: N and K are missing"},
        {{}, "f32", "product: M, N and K are missing"},
        {cube(64), "f33", "product has no precision 'f33'; it has f32, f64"},
        {{{"M", "big"}}, "f32", "product takes a number as 'M', not big"},
        {{{"part", 3}}, "f32", "product takes a word as 'part', not 3"},
        {{{"M", 1.5}}, "f32", "product takes a whole number of at least 1 as 'M', not 1.5"},
        {{{"M", 0}}, "f32", "product takes a whole number of at least 1 as 'M', not 0"},
        {{{"M", -4}}, "f32", "product takes a whole number of at least 1 as 'M', not -4"},
        {{{"TA", 0.5}}, "f32", "product takes a whole number of at least 0 as 'TA', not 0.5"}};
    const Sample sample;
    Tuned tuned = sample.tuned();
    for (const Mistake& mistake : mistakes) {
        const TunedKernel& kernel =
            tuned.find("product", gpu(), mistake.precision, mistake.problem);
        CHECK(kernel.match == Match::none);
        CHECK(kernel.reason == mistake.reason);
    }
    CHECK(tuned.find("product", gpu(), "f32", cube(64)).match == Match::exact);
}

TEST_CASE("what one kernel of a routine takes is asked of the kernels that take it") {
    const Folder folder;
    Kernel other = product("kernel void product() { /* by strips */ }");
    other.name = "product_strip";
    const auto by = [&](const std::string& from, const std::string& to) {
        std::string& text = other.recipe;
        for (auto at = text.find(from); at != text.npos; at = text.find(from, at + to.size()))
            text.replace(at, from.size(), to);
    };
    by("problem\tbeta\t{\"beta\":0}", "problem\tgamma\t{\"gamma\":0}");
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 8000);
        tune(store, gpu(), other, size(256, 256, 256), 16, 9000);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const auto told = [&](Settings more) {
        Settings problem = cube(256);
        problem.insert(problem.end(), more.begin(), more.end());
        return tuned.find("product", gpu(), "f32", problem);
    };
    CHECK(told({}).kernel == "product_tile");
    CHECK(told({{"beta", 0}}).kernel == "product_tile");
    CHECK(told({{"gamma", 0}}).kernel == "product_strip");
    const TunedKernel neither = told({{"beta", 0}, {"gamma", 0}});
    CHECK(neither.match == Match::none);
    CHECK_THAT(neither.reason,
               Catch::StartsWith("product: no kernel takes all of M=256 N=256 K=256 "
                                 "beta=0 gamma=0; product_"));
}

TEST_CASE("of a value that is said twice the last counts") {
    const Sample sample;
    Tuned tuned = sample.tuned();
    Settings twice = cube(1024);
    for (const char* extent : {"M", "N", "K"}) twice.emplace_back(extent, 256);
    const TunedKernel& kernel = tuned.find("product", gpu(), "f32", twice);
    CHECK(kernel.match == Match::exact);
    CHECK(tile_of(kernel) == 32);
    CHECK(kernel.query == tuned.find("product", gpu(), "f32", cube(256)).query);
}

TEST_CASE("of a value that is said twice the last counts, whoever asks the catalog") {
    const Sample sample;
    const lookup::Catalog catalog =
        lookup::read_catalog({sample.folder / "a.db"}, lookup::Trust::stored);
    lookup::TimesCache times;
    const auto answer = [&](const Settings& problem) {
        const hone::Query query{"product", gpu(), "f32", problem};
        return lookup::answer(catalog, lookup::read_fallback_levels(), query, {}, times);
    };
    Settings twice = cube(1024);
    for (const char* extent : {"M", "N", "K"}) twice.emplace_back(extent, 256);
    CHECK(answer(twice).match == Match::exact);
    CHECK(joined(answer(twice).problem) == joined(answer(cube(256)).problem));
    CHECK(joined(answer(twice).problem).find("1024") == std::string::npos);
}

TEST_CASE("a copy of an answer can be rejected, and reaches whoever asked before") {
    const Sample sample;
    Tuned tuned = sample.tuned();
    CHECK(tile_of(tuned.find("product_tile", gpu(), "f32", cube(256))) == 32);
    const TunedKernel copy = tuned.find("product", gpu(), "f32", cube(256));
    const TunedKernel& next = tuned.reject(copy);
    CHECK(next.query == copy.query);
    CHECK(next.config != copy.config);
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).config == next.config);
    CHECK(tile_of(tuned.find("product_tile", gpu(), "f32", cube(256))) != 32);
    // An answer from another object.
    Tuned other = sample.tuned();
    CHECK(other.reject(copy).config == next.config);
}

TEST_CASE("a program that is rewritten is given to who rewrites it alone") {
    const Sample sample;
    {
        Store store(sample.folder / "a.db");
        tune(store, gpu(), rewritten_product(), size(256, 256, 256), 64, 1000);
    }
    Tuned tuned = sample.tuned();
    const TunedKernel& plain = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(plain.kernel == "product_tile");
    CHECK(plain.rewrite.empty());
    CHECK(plain.expected_ns == 8000);
    const TunedKernel& fast = tuned.find("product", gpu(), "f32", cube(256), Rewriting::yes);
    CHECK(fast.kernel == "product_hopper");
    CHECK(fast.rewrite == "sm_90a");
    CHECK(fast.match == Match::exact);
    CHECK(fast.expected_ns == 1000);
    const TunedKernel& named = tuned.find("product_hopper", gpu(), "f32", cube(256));
    CHECK(named.match == Match::none);
    CHECK_THAT(named.reason, Catch::Contains("rewritten"));
    CHECK(tuned.reject(fast).config != fast.config);
}

TEST_CASE("nobody waits while something is tuned") {
    const Sample sample;
    const test::Variable mode("HONE_MODE", "tune");
    Tuned tuned = sample.tuned();
    std::promise<void> tuning;
    std::promise<void> others_are_done;
    std::atomic<int> tuned_times{0};
    tuned.on_miss([&](std::string_view, const Device&, std::string_view, const Settings&) {
        ++tuned_times;
        tuning.set_value();
        others_are_done.get_future().wait();
        Store store(sample.folder / "a.db");
        tune(store, gpu(), product(), size(512, 512, 512), 128, 5000);
        return true;
    });
    auto asker = std::async(std::launch::async,
                            [&] { return tuned.find("product", gpu(), "f32", cube(512)).match; });
    tuning.get_future().wait();
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
    CHECK(tuned.find("product", gpu(), "f32", cube(512)).match == Match::near);  // as known by now
    others_are_done.set_value();
    CHECK(asker.get() == Match::exact);
    CHECK(tile_of(tuned.find("product", gpu(), "f32", cube(512))) == 128);
    CHECK(tuned_times == 1);
}

TEST_CASE("what is trusted while something is tuned is known from then on") {
    const Sample sample;
    const test::Variable mode("HONE_MODE", "tune");
    Tuned tuned({sample.folder / "a.db"});
    tuned.on_miss([&](std::string_view, const Device&, std::string_view, const Settings&) {
        tuned.trust_databases();
        return true;
    });
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
    CHECK(tuned.find("product", gpu(), "f32", cube(64)).match == Match::exact);
}

TEST_CASE("what is rejected while something is tuned is not told when nothing was found") {
    const Sample sample;
    const test::Variable mode("HONE_MODE", "tune");
    Tuned tuned = sample.tuned();
    TunedKernel rejected;
    tuned.on_miss([&](std::string_view, const Device&, std::string_view, const Settings&) {
        rejected = tuned.find("product", gpu(), "f32", cube(512));
        tuned.reject(rejected);
        return false;
    });
    const TunedKernel told = tuned.find("product", gpu(), "f32", cube(512));
    REQUIRE(rejected);
    CHECK(told.config != rejected.config);
    CHECK(tuned.find("product", gpu(), "f32", cube(512)).config == told.config);
}

TEST_CASE("a tuner that throws is a tuner that stored nothing, and a mistake is not tuned") {
    const Sample sample;
    const test::Variable mode("HONE_MODE", "tune");
    Tuned tuned = sample.tuned();
    int called = 0;
    tuned.on_miss([&](std::string_view, const Device&, std::string_view, const Settings&) -> bool {
        ++called;
        throw std::runtime_error("no device");
    });
    CHECK(tuned.find("product", gpu(), "f32", {{"M", 512}}).match == Match::none);
    CHECK(called == 0);
    CHECK(tuned.find("product", gpu(), "f32", cube(512)).match == Match::near);
    CHECK(called == 1);
}

namespace {

/// Changes each field of a device in turn.
struct FieldChange {
    Device base;
    Device device = base;
    int wanted = 0, at = 0;

    template <class Field>
    void operator()(std::string_view /*name*/, Field& field) {
        if (at++ != wanted) return;
        if constexpr (std::is_same_v<Field, std::string>)
            field += "x";
        else
            field = static_cast<Field>(!field);
    }
};

}  // namespace

TEST_CASE("devices are equal where all of their fields are") {
    CHECK(gpu() == gpu());
    int fields_of_device = 0;
    for (int wanted = 0;; ++wanted) {
        FieldChange change{gpu(), gpu(), wanted};
        fields(change.device, change);
        if (change.at <= wanted) break;
        ++fields_of_device;
        INFO(wanted);
        CHECK(change.device != gpu());
    }
    CHECK(fields_of_device > 20);
    Device other = gpu();
    other.pci += "1";
    CHECK(other != gpu());
    other = gpu();
    other.uuid += "1";
    CHECK(other != gpu());
}

TEST_CASE("rows of a product are not shorter than those of its matrices") {
    Kernel kernel = product();
    kernel.routine = "gemm";
    std::string more = "problem\tTB\t{\"TB\":0}\t\n";
    for (const char* rows : {"lda", "ldb", "ldc"})
        more += std::string("problem\t") + rows + "\t{\"" + rows + "\":0}\t\n";
    kernel.recipe.insert(kernel.recipe.find("precision\tf32"), more);
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), kernel, size(256, 256, 256), 16);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const auto told = [&](const Settings& layout) {
        Settings problem{{"M", 64}, {"N", 128}, {"K", 256}};
        problem.insert(problem.end(), layout.begin(), layout.end());
        const TunedKernel answer = tuned.find("gemm", gpu(), "f32", problem);
        return answer ? "" : answer.reason;
    };
    CHECK(told({{"lda", 255}}) == "gemm takes at least 256 as 'lda', a row of the matrix, not 255");
    CHECK(told({{"ldb", 127}}) == "gemm takes at least 128 as 'ldb', a row of the matrix, not 127");
    CHECK(told({{"ldc", 100}}) == "gemm takes at least 128 as 'ldc', a row of the matrix, not 100");
    for (const Settings& fits : {Settings{{"lda", 256}}, Settings{{"lda", 64}, {"TA", 1}},
                                 Settings{{"ldb", 0}}, Settings{{"ldc", 128}}})
        CHECK(told(fits) == "");
    CHECK(told({{"ldb", 255}, {"TB", 1}}) ==
          "gemm takes at least 256 as 'ldb', a row of the matrix, not 255");
    CHECK(told({{"TA", 2}}) == "gemm takes 0 or 1 as 'TA', not 2");
}
