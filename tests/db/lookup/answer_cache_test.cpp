// SPDX-License-Identifier: MIT
// An application that asks for another size every time: the memory it takes, and the answers.
#include "db/lookup/answer_cache.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <fstream>
#include <memory>
#include <thread>

#include "db/lookup/tuned.h"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

constexpr std::size_t text_bytes = std::size_t{20} << 10U;  // as long as hone's kernels
constexpr std::int64_t asked_sizes = 20'000;
constexpr std::int64_t asking_threads = 4;

/// A database with one kernel that has a long text.
struct LongTextSample {
    LongTextSample() {
        Store store(folder / "a.db");
        tune(store, gpu(), product(text), size(256, 256, 256), 32, 8000);
    }
    std::string text = "/*" + std::string(text_bytes, '-') + "*/ kernel void product() {}";
    Folder folder;
};

/// Bytes of this process that are in memory.
std::size_t resident_bytes() {
    std::ifstream file("/proc/self/statm");
    std::size_t all = 0;
    std::size_t resident = 0;
    file >> all >> resident;
    return resident * 4096;
}

/// Calls `ask` for every size, in several threads; returns the memory taken.
template <class Ask>
std::size_t growth_while(Ask ask) {
    const std::size_t before = resident_bytes();
    std::vector<std::thread> all;
    for (std::int64_t t = 0; t < asking_threads; ++t)
        all.emplace_back([=] {
            for (std::int64_t n = 1 + t; n <= asked_sizes; n += asking_threads) ask(n);
        });
    for (std::thread& thread : all) thread.join();
    const std::size_t after = resident_bytes();
    return after > before ? after - before : 0;
}

// GCC and clang announce a sanitizer in different ways. A header may define clang's way for GCC.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define HONE_IS_WATCHED 1
#elif defined(__has_feature)
#define HONE_IS_WATCHED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define HONE_IS_WATCHED 0
#endif
#if HONE_IS_WATCHED
constexpr std::size_t of_sanitizer = 20;  // times the memory
#else
constexpr std::size_t of_sanitizer = 1;
#endif
constexpr std::size_t few_megabytes = of_sanitizer * (std::size_t{32} << 20U);

/// An application in C.
struct AskerInC {
    explicit AskerInC(const LongTextSample& sample) {
        const std::string file = sample.folder / "a.db";
        const char* const files[] = {file.c_str()};
        tuned.reset(hone_open_files(files, 1));
        REQUIRE(hone_trust_databases(tuned.get()) == HONE_OK);
        hone_device_set_text(device.get(), "name", gpu().name.c_str());
        hone_device_set_text(device.get(), "type", "gpu");
    }

    const hone_kernel* find(std::int64_t n) const {
        hone_problem* problem = hone_problem_new();
        for (const char* extent : {"M", "N", "K"}) hone_problem_set(problem, extent, n);
        const hone_kernel* told = hone_find(tuned.get(), "product", device.get(), "f32", problem);
        hone_problem_free(problem);
        return told;
    }

    std::unique_ptr<hone_tuned, void (*)(hone_tuned*)> tuned{nullptr, hone_close};
    std::unique_ptr<hone_device, void (*)(hone_device*)> device{hone_device_new(),
                                                                hone_device_free};
};

}  // namespace

TEST_CASE("20,000 sizes take little memory, and each is told what fits it", "[slow]") {
    const LongTextSample sample;
    Tuned tuned = trusted({sample.folder / "a.db"});
    const TunedKernel first = tuned.find("product", gpu(), "f32", cube(1));
    std::atomic<std::int64_t> wrong = 0;
    const std::size_t grown = growth_while([&](std::int64_t n) {
        const TunedKernel told = tuned.find("product", gpu(), "f32", cube(n));
        const auto tiles = static_cast<std::size_t>((n + 31) / 32);
        const bool right = told && told.launches.at(0).global[0] == tiles * 8 &&
                           told.source == sample.text && told.query.problem == cube(n);
        wrong += right ? 0 : 1;
    });
    CHECK(wrong == 0);
    CHECK(grown < few_megabytes);
    CHECK(tuned.find("product", gpu(), "f32", cube(1)).reason == first.reason);
    CHECK(first.source.c_str() == tuned.find("product", gpu(), "f32", cube(7)).source.c_str());
}

TEST_CASE("what C was given stays as it is, however much is asked, and takes little memory") {
    const LongTextSample sample;
    const AskerInC asker(sample);
    const auto find = [&](std::int64_t n) { return asker.find(n); };
    std::vector<const hone_kernel*> given(asked_sizes + 1);
    const std::size_t grown =
        growth_while([&](std::int64_t n) { given[static_cast<std::size_t>(n)] = find(n); });
    CHECK(grown < 3 * few_megabytes);  // each answer is kept, without its text
    std::int64_t wrong = 0;
    for (std::int64_t n = 1; n <= asked_sizes; ++n) {
        const hone_kernel* told = given[static_cast<std::size_t>(n)];
        const auto tiles = static_cast<std::size_t>((n + 31) / 32);
        wrong += hone_launch_global(told, 0)[0] == tiles * 8 && told == find(n) ? 0 : 1;
    }
    CHECK(wrong == 0);
    CHECK(hone_kernel_source(given[1]) == hone_kernel_source(given[2]));
    CHECK(sample.text == hone_kernel_source(given[asked_sizes]));
}

TEST_CASE(
    "what C gives back takes no memory, and what it was given twice stays until both are back") {
    const LongTextSample sample;
    const AskerInC asker(sample);
    hone_tuned* const tuned = asker.tuned.get();
    const hone_kernel* const kept = asker.find(7);
    const std::size_t grown = growth_while([&](std::int64_t n) {
        hone_kernel_free(tuned, asker.find(n));  // including 7
        hone_kernel_free(tuned, nullptr);
    });
    CHECK(grown < few_megabytes / 2);
    CHECK(asker.find(7) == kept);
    CHECK(sample.text == hone_kernel_source(kept));
    hone_kernel_free(tuned, kept);
    hone_kernel_free(tuned, kept);
    const hone_kernel* const again = asker.find(7);
    CHECK(sample.text == hone_kernel_source(again));
    hone_kernel_free(nullptr, again);  // is kept until hone_close
}

TEST_CASE("the oldest answers are forgotten first, and those with a rejected config") {
    lookup::AnswerCache cache;
    const auto answer = [](std::int64_t n) {
        TunedKernel given;
        given.query = {"product", gpu(), "f32", cube(n)};
        given.config = {{"TILE", n % 2 ? 8 : 16}};
        return given;
    };
    const auto known = [&](std::int64_t n) {
        const Query query = answer(n).query;
        const lookup::Question question = lookup::question_of(query);
        return cache.find(question, question.hash()) != nullptr;
    };
    constexpr std::int64_t many = lookup::AnswerCache::most_answers + 1;
    for (std::int64_t n = 1; n <= many; ++n)
        cache.keep(lookup::question_of(answer(n).query).hash(), answer(n));
    CHECK_FALSE(known(1));
    CHECK((known(2) && known(many)));
    cache.forget(answer(2));
    CHECK_FALSE((known(2) || known(4)));
    CHECK((known(3) && known(many)));
    cache.clear();
    CHECK_FALSE(known(3));
}
