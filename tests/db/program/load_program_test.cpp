// SPDX-License-Identifier: MIT
// The sources of programs: memory, the cache, the compiler, and the rewriting in between; with a
// driver that counts builds and rejects calls on request.
#include <atomic>
#include <catch2/catch.hpp>
#include <filesystem>
#include <thread>

#include "db/launch/launches.h"
#include "db/program/load_program.hpp"
#include "db/program/loaded_programs.hpp"
#include "db/program/rewrite_probe.hpp"
#include "tests/db/program/fake_opencl.hpp"
#include "tests/folder.hpp"

using namespace hone;
using namespace hone::program;
using test::FakeDriver;
using test::Folder;
namespace fs = std::filesystem;

namespace {

/// A driver and a cache at the start of a process.
struct Process {
    explicit Process(const fs::path& folder) : cache(folder) {
        LoadedPrograms::of_process().forget();
    }
    ~Process() { LoadedPrograms::of_process().forget(); }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    Owned<cl_program> load(const TunedKernel& kernel) { return load_program(here, kernel, cache); }

    hone_opencl opencl = test::fake_opencl();
    BuildContext here{opencl, nullptr, nullptr};
    ProgramCache cache;
};

TunedKernel kernel(const std::string& source = "kernel void gemm() {}",
                   const std::string& options = "-DTILE=8") {
    TunedKernel kernel;
    kernel.source = source;
    kernel.build_options = options;
    return kernel;
}

TunedKernel rewritten_kernel() {
    TunedKernel made = kernel("gemm //sm_90a: wgmma;");
    made.rewrite = "sm_90a";
    return made;
}

std::string text(const Owned<cl_program>& program) {
    return FakeDriver::at(program.get()).text;
}

/// A driver of a version that no other test uses, in a process that has not probed it.
FakeDriver& fresh_version() {
    static int count = 0;
    forget_rewrite_probes();
    FakeDriver& driver = FakeDriver::fresh();
    driver.driver_version = "fresh " + std::to_string(++count);
    return driver;
}

}  // namespace

TEST_CASE("thirty sizes of one config are one build, and none when started again") {
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    {
        Process first(folder / "programs");
        for (int size = 0; size < 30; ++size) CHECK(first.load(kernel()));
        CHECK(driver.source_builds == 1);
        CHECK(driver.binary_builds == 0);
    }
    {
        Process second(folder / "programs");
        for (int size = 0; size < 30; ++size) CHECK(second.load(kernel()));
        CHECK(driver.source_builds == 1);
        CHECK(driver.binary_builds == 1);
    }
    CHECK(driver.alive == 0);
}

TEST_CASE("a driver without memory for a stored program does not cost the program") {
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    Process(folder / "programs").load(kernel());
    for (const bool is_of_binary : {false, true}) {
        driver.takes_binaries = false;
        driver.binary_failure = is_of_binary ? CL_INVALID_BINARY : CL_OUT_OF_HOST_MEMORY;
        driver.build_failure = CL_OUT_OF_HOST_MEMORY;
        driver.compiles = [](const std::string&) { return false; };
        CHECK_THROWS_AS(Process(folder / "programs").load(kernel()), Failure);
        driver.takes_binaries = true;
        driver.compiles = nullptr;
        driver.source_builds = 0;
        CHECK(Process(folder / "programs").load(kernel()));
        CHECK(driver.source_builds == (is_of_binary ? 1 : 0));
    }
}

TEST_CASE("another text, other options, another driver: another program") {
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    Process(folder / "programs").load(kernel());
    Process(folder / "programs").load(kernel("kernel void other() {}"));
    Process(folder / "programs").load(kernel("kernel void gemm() {}", "-DTILE=16"));
    CHECK(driver.source_builds == 3);
    driver.driver_version = "2";
    Process(folder / "programs").load(kernel());
    CHECK(driver.source_builds == 4);
    Process(folder / "programs").load(kernel());
    CHECK(driver.source_builds == 4);
    CHECK(driver.binary_builds == 1);
}

TEST_CASE("a driver that refuses or gives no binaries costs a build, never a failure") {
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    Process(folder / "programs").load(kernel());
    driver.takes_binaries = false;
    CHECK(Process(folder / "programs").load(kernel()));
    CHECK(driver.source_builds == 2);
    driver.gives_binaries = false;
    CHECK(Process(folder / "empty").load(kernel()));
    CHECK_FALSE(fs::exists(folder / "empty"));
    CHECK(driver.source_builds == 3);
    driver.gives_binaries = driver.boasts_of_binaries = true;
    CHECK(Process(folder / "empty").load(kernel()));
    CHECK_FALSE(fs::exists(folder / "empty"));
}

TEST_CASE("threads that want one program build it once, and what failed is built again") {
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    Process process(folder / "programs");
    driver.compiles = [](const std::string&) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return true;
    };
    std::vector<std::thread> threads;
    std::atomic<int> loaded{0};
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&] { loaded += process.load(kernel()) ? 1 : 0; });
    for (std::thread& thread : threads) thread.join();
    CHECK(loaded == 8);
    CHECK(driver.source_builds == 1);

    driver.compiles = [](const std::string&) { return false; };
    for (int i = 0; i < 2; ++i) {
        CHECK_THROWS_WITH(process.load(kernel("broken")), Catch::Contains("line 7: no such thing"));
        CHECK(driver.source_builds == 2 + i);
    }
}

TEST_CASE("threads that want one program that cannot be built do not build it in turn") {
    constexpr int threads = 8;
    FakeDriver& driver = FakeDriver::fresh();
    const Folder folder;
    Process process(folder / "programs");
    std::atomic<int> asking{0};
    std::atomic<int> failed{0};
    driver.compiles = [&](const std::string&) {
        while (asking < threads) std::this_thread::yield();
        for (int i = 0; i < 1000; ++i) std::this_thread::yield();  // most of them wait by then
        return false;
    };
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i)
        all.emplace_back([&] {
            ++asking;
            try {
                process.load(kernel("broken"));
            } catch (const Failure& failure) {
                failed += failure.status() == CL_BUILD_PROGRAM_FAILURE ? 1 : 0;
            }
        });
    for (std::thread& thread : all) thread.join();
    CHECK(failed == threads);
    CHECK(driver.source_builds < threads);
}

TEST_CASE("memory is bounded") {
    FakeDriver::fresh();
    const hone_opencl opencl = test::fake_opencl();
    LoadedPrograms few(2);
    const BuildContext here{opencl, nullptr, nullptr};
    int built = 0;
    const auto get = [&](const std::string& name) {
        few.get({nullptr, nullptr, name}, opencl, [&] {
            ++built;
            return build_source(here, name, "");
        });
    };
    for (const char* name : {"a", "b", "a", "c", "a"}) get(name);
    CHECK(built == 3);
    get("b");  // which was used the longest ago
    CHECK(built == 4);
    CHECK(FakeDriver::of_test().alive == 2);
    few.forget();
    CHECK(FakeDriver::of_test().alive == 0);
}

TEST_CASE("a program is rewritten once, and its binary is what the cache keeps") {
    FakeDriver& driver = fresh_version();
    const Folder folder;
    const auto program = Process(folder / "programs").load(rewritten_kernel());
    CHECK_THAT(text(program), Catch::Contains(".target sm_90a,") && Catch::Contains("gemm wgmma;"));
    CHECK(driver.source_builds == 2);  // of the probe and of the kernel
    CHECK(driver.binary_builds == 2);
    const auto again = Process(folder / "programs").load(rewritten_kernel());
    CHECK(text(again) == text(program));
    CHECK(driver.source_builds == 2);
    CHECK(driver.binary_builds == 3);
}

TEST_CASE("a driver that does not take rewritten programs is asked once") {
    const Folder folder;
    const auto fails = [&] {
        CHECK_THROWS_WITH(Process(folder / "programs").load(rewritten_kernel()),
                          "the driver takes no programs that were rewritten for sm_90a");
    };
    // Its binaries are not text; it returns none; it accepts none; they do not run.
    const auto lacks = GENERATE(&FakeDriver::gives_ptx, &FakeDriver::gives_binaries,
                                &FakeDriver::takes_binaries, &FakeDriver::runs_rewritten);
    fresh_version().*lacks = false;
    fails();
    const int before = FakeDriver::of_test().source_builds;
    CHECK(before == 1);  // the probe
    fails();
    CHECK(FakeDriver::of_test().source_builds == before);
    CHECK(Process(folder / "programs").load(kernel()));  // what needs no rewriting is built
}

TEST_CASE("what fails for want of memory or of a queue is asked again, and stored nowhere") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    const hone_opencl opencl = test::fake_opencl();
    const BuildContext here{opencl, nullptr, nullptr};
    FakeDriver& driver = fresh_version();
    const std::string lacks = GENERATE("a queue", "room for a launch", "memory for the compiler");
    INFO(lacks);
    if (lacks == "a queue") driver.queue_failure = CL_OUT_OF_HOST_MEMORY;
    if (lacks == "room for a launch") driver.entry_that_fails = "probe";
    if (lacks == "memory for the compiler") {
        driver.compiles = [](const std::string&) { return false; };
        driver.build_failure = CL_OUT_OF_HOST_MEMORY;
    }
    CHECK_FALSE(takes_rewritten(here, "sm_90a", cache));
    CHECK_FALSE(fs::exists(folder / "programs"));
    driver.queue_failure = CL_SUCCESS;
    driver.entry_that_fails.clear();
    driver.compiles = nullptr;
    CHECK(takes_rewritten(here, "sm_90a", cache));
    CHECK(driver.alive == 0);
}

TEST_CASE("whether a driver takes rewritten programs is remembered on disk, for that driver") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    const hone_opencl opencl = test::fake_opencl();
    const BuildContext here{opencl, nullptr, nullptr};
    fresh_version().runs_rewritten = false;
    CHECK_FALSE(takes_rewritten(here, "sm_90a", cache));
    CHECK(std::distance(fs::directory_iterator(folder / "programs"), {}) == 1);
    FakeDriver& newer = fresh_version();
    CHECK(takes_rewritten(here, "sm_90a", cache));
    CHECK(newer.source_builds == 1);
    CHECK(takes_rewritten(here, "sm_90a", cache));
    CHECK(newer.source_builds == 1);
    CHECK(std::distance(fs::directory_iterator(folder / "programs"), {}) == 2);
}

TEST_CASE("a device that was probed is not asked again before its programs are forgotten") {
    const Folder folder;
    const ProgramCache cache(folder / "programs");
    const hone_opencl opencl = test::fake_opencl();
    const BuildContext here{opencl, nullptr, nullptr};
    FakeDriver& driver = fresh_version();
    CHECK(takes_rewritten(here, "sm_90a", cache));
    const int queries = driver.device_queries;
    CHECK(queries > 0);
    CHECK(takes_rewritten(here, "sm_90a", cache));
    CHECK(driver.device_queries == queries);
    hone_forget_programs();
    driver.driver_version += ", updated";
    driver.runs_rewritten = false;
    CHECK_FALSE(takes_rewritten(here, "sm_90a", cache));
}
