// SPDX-License-Identifier: MIT
// A product as one call, on a driver that records its calls: what a call leaves for the next, and
// what calls of several queues share.
#include <catch2/catch.hpp>

#include "db/launch/gemm_call.hpp"
#include "db/launch/launches.h"
#include "db/launch/overlap.hpp"
#include "db/launch/reduce_call.hpp"
#include "db/program/loaded_programs.hpp"
#include "tests/db/program/fake_opencl.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tests/environment.hpp"

using namespace hone;
using namespace hone::launch;
using namespace hone::samples;
using test::FakeDriver;

namespace {

// The recipe of the samples, for a kernel with a product's arguments.
Kernel gemm_kernel(const std::string& name = "gemm_sample", const std::string& entry = "product") {
    std::string all(recipe);
    const std::string launch = "launch\tproduct";
    all.replace(all.find(launch), launch.size(), "launch\t" + entry);
    const std::string one = "argument\tC\t\t\n";
    std::string more;
    for (const char* argument : {"alpha", "A", "B", "beta", "C"})
        more += "argument\t" + std::string(argument) + "\t\t\n";
    all.replace(all.find(one), one.size(), more);
    return {name, "gemm", "kernel void " + entry + "() {}", "gemm", all};
}

std::filesystem::path tuned_database(const Folder& folder) {
    Store store(folder / "a.db");
    tune(store, gpu(), gemm_kernel(), size(256, 256, 256), 64, 10);
    return folder / "a.db";
}

/// An application with a database, two queues and three matrices of 256 x 256.
struct Application {
    Application() { program::LoadedPrograms::of_process().forget(); }
    ~Application() {
        program::LoadedPrograms::of_process().forget();
        for (const auto queue : queues) driver.release(queue);
        driver.release(matrix);
        driver.release(result);
    }
    Application(const Application&) = delete;
    Application& operator=(const Application&) = delete;

    void multiply(cl_command_queue queue, cl_event* event = nullptr) {
        multiply(queue, {matrix, 0, 0, 0}, {result, 0, 0, 0}, event);
    }
    void multiply(cl_command_queue queue, hone_matrix a, hone_matrix c, cl_event* event = nullptr) {
        multiply(queue, pool, 256, a, c, event);
    }
    /// M rows, whose kernel has scratch memory of 4 M bytes.
    void multiply(SequencePool& kept, std::size_t m) {
        multiply(queues[0], kept, m, {matrix, 0, 0, 0}, {result, 0, 0, 0});
    }
    void multiply(cl_command_queue queue, SequencePool& kept, std::size_t m, hone_matrix a,
                  hone_matrix c, cl_event* event = nullptr) {
        const hone_matrix b{matrix, 0, 0, 0};
        gemm(call_context(&opencl, queue, {tuned, kept}),
             {HONE_F32, HONE_ROW_MAJOR, m, 256, 256, 1, a, b, 0, c}, {0, nullptr, event});
    }

    const Folder folder;
    test::Variable cache{"HONE_CACHE", "off"};
    FakeDriver& driver = FakeDriver::fresh();
    hone_opencl opencl = test::fake_opencl();
    std::vector<cl_command_queue> queues{driver.make<cl_command_queue>({}),
                                         driver.make<cl_command_queue>({})};
    cl_mem matrix = driver.make<cl_mem>({.bytes = 256 * 256 * sizeof(float)});
    cl_mem result = driver.make<cl_mem>({.bytes = 256 * 256 * sizeof(float)});
    Tuned tuned = trusted({tuned_database(folder)});
    SequencePool pool;
};

}  // namespace

TEST_CASE("the next call of a product builds nothing and makes no event") {
    Application here;
    here.multiply(here.queues[0]);
    const int held = here.driver.alive;
    for (int i = 0; i < 3; ++i) here.multiply(here.queues[0]);
    CHECK(here.driver.alive == held);
    CHECK(here.driver.source_builds == 1);
    REQUIRE(here.driver.launched.size() == 4);
    for (const auto& launched : here.driver.launched) {
        CHECK(launched.event == nullptr);
        CHECK(launched.waits.empty());
    }
    cl_event done = nullptr;
    here.multiply(here.queues[0], &done);
    CHECK(done == here.driver.launched.back().event);
    REQUIRE(done != nullptr);
    here.driver.release(done);
    here.pool.forget();
}

TEST_CASE("the table of headers that know fewer calls is taken, a shorter one is not") {
    Application here;
    here.opencl.size = offsetof(hone_opencl, clGetEventInfo);
    here.multiply(here.queues[0]);
    CHECK(here.driver.launched.size() == 1);
    here.opencl.size -= sizeof(void*);
    CHECK_THROWS_WITH(here.multiply(here.queues[0]), "the headers are older than the library");
    here.pool.forget();
}

TEST_CASE("a result in the memory of what is read is refused, beside it is not") {
    Application here;
    const hone_matrix input{here.matrix, 0, 0, 0};
    CHECK_THROWS_WITH(here.multiply(here.queues[0], input, input),
                      "C overlaps with A, which is read while it is written");
    CHECK(here.driver.launched.empty());

    const auto whole = here.driver.make<cl_mem>({.bytes = 0});
    const auto refused = [&](const MatrixView& read, const MatrixView& written) {
        try {
            check_apart(here.opencl, written, read);
        } catch (const Failure& failure) {
            CHECK(failure.status() == HONE_BAD_ARGUMENT);
            return true;
        }
        return false;
    };
    // 256 x 256 floats in rows of 1024.
    const auto at = [&](std::size_t row, std::size_t column, std::size_t stride = 1024) {
        return MatrixView{"M", whole, row * 1024 + column, stride, 256, 256, 4};
    };
    CHECK(refused(at(0, 0), at(0, 0)));
    CHECK(refused(at(0, 0), at(255, 255)));  // one element
    CHECK(refused(at(255, 255), at(0, 0)));
    CHECK(refused(at(0, 0, 256), at(63, 0)));  // rows of other lengths
    CHECK(refused(at(5, 600), at(0, 0, 600)));
    CHECK(!refused(at(0, 0), at(0, 256)));  // the next panel
    CHECK(!refused(at(0, 256), at(0, 0)));
    CHECK(!refused(at(0, 0), at(256, 0)));
    CHECK(!refused(at(0, 0, 256), at(64, 0)));
    CHECK(!refused(at(0, 0), at(0, 256, 2048)));
    const auto part = here.driver.make<cl_mem>({.bytes = 0, .whole = whole, .origin = 4096});
    const auto other = here.driver.make<cl_mem>({.bytes = 0, .whole = whole, .origin = 8192});
    const auto in = [](cl_mem buffer, std::size_t count) {
        return MatrixView{"x", buffer, 0, count, 1, count, 4};
    };
    CHECK(refused(in(part, 1025), in(other, 1)));
    CHECK(!refused(in(part, 1024), in(other, 1)));
    CHECK(refused(in(whole, 1025), in(part, 1)));
    CHECK(!refused(in(whole, 1024), in(part, 1)));
    for (const cl_mem buffer : {part, other, whole}) here.driver.release(buffer);
    here.pool.forget();
}

TEST_CASE("a part of a part is cut, or copied, from the whole buffer") {
    Application here;
    const auto whole = here.driver.make<cl_mem>({.bytes = 65536});
    const auto part = here.driver.make<cl_mem>({.bytes = 8192, .whole = whole, .origin = 4096});
    const program::BuildContext where{here.opencl, nullptr, nullptr};
    const MatrixView stored{"x", part, 256, 100, 1, 100, 4};
    {
        const Operand cut(where, stored);
        CHECK_FALSE(cut.is_copied());
        CHECK(FakeDriver::at(cut.buffer()).whole == whole);
        CHECK(FakeDriver::at(cut.buffer()).origin == 5120);
        here.driver.cuts_buffers = false;
        const Operand copied(where, stored);
        REQUIRE(copied.is_copied());
        copied.copy_in(here.queues[0], {});
        copied.copy_back(here.queues[0], {});
        const auto& copies = here.driver.copies;
        REQUIRE(copies.size() == 2);
        CHECK(copies[0].from == whole);
        CHECK(copies[0].from_begin == 5120);
        CHECK(copies[1].to == whole);
        CHECK(copies[1].to_begin == 5120);
    }
    for (const cl_mem buffer : {part, whole}) here.driver.release(buffer);
}

TEST_CASE("memory of the host that begins anywhere is copied where kernels read it there") {
    Application here;
    const auto over = here.driver.make<cl_mem>({.bytes = 400, .host = 4100});
    const program::BuildContext where{here.opencl, nullptr, nullptr};
    for (const bool own : {false, true}) {
        here.driver.has_own_memory = own;
        CHECK(Operand(where, {"x", over, 0, 100, 1, 100, 4}).is_copied() == !own);
    }
    here.driver.release(over);
}

TEST_CASE("a reduction of x alone takes memory for one copy of it") {
    Application here;
    here.driver.cuts_buffers = false;
    here.driver.most_memory = here.driver.memory + 400;
    const auto status_of = [&](hone_operation operation) -> hone_status {
        try {
            reduce(call_context(&here.opencl, here.queues[0], {here.tuned, here.pool}),
                   {HONE_F32, operation, 100, {here.matrix, 1}, {here.matrix, 1}, {here.result, 0}},
                   {0, nullptr, nullptr});
            return CL_SUCCESS;
        } catch (const Failure& failure) {
            return failure.status();
        }
    };
    CHECK(status_of(HONE_DOT) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
    CHECK(status_of(HONE_SUM) == HONE_NO_KERNEL);  // the database has none
}

TEST_CASE("products of two queues have scratch memory of their own, and do not wait") {
    Application here;
    for (int i = 0; i < 2; ++i)
        for (const auto queue : here.queues) here.multiply(queue);
    REQUIRE(here.driver.launched.size() == 4);
    const cl_uint scratch = 6;  // after M and the application's arguments
    const auto scratch_of = [&](cl_command_queue queue, std::size_t run) {
        return here.driver.launched_on(queue).at(run).arguments.at(scratch);
    };
    for (const auto queue : here.queues) CHECK(scratch_of(queue, 0) == scratch_of(queue, 1));
    CHECK(scratch_of(here.queues[0], 0) != scratch_of(here.queues[1], 0));
    for (const auto& each : here.driver.launched) CHECK(each.waits.empty());
    CHECK(here.driver.markers.empty());
    CHECK(here.driver.flushes == 0);
    CHECK(here.driver.source_builds == 1);
    here.pool.forget();
}

TEST_CASE("an empty product has an event where there is nothing to wait for") {
    Application here;
    const cl_event nothing[1] = {nullptr};
    for (const cl_event* list : {static_cast<const cl_event*>(nullptr), nothing}) {
        cl_event done = nullptr;
        const hone_matrix input{here.matrix, 0, 0, 0};
        gemm(call_context(&here.opencl, here.queues[0], {here.tuned, here.pool}),
             {HONE_F32, HONE_ROW_MAJOR, 0, 256, 256, 1, input, input, 0, {here.result, 0, 0, 0}},
             {0, list, &done});
        REQUIRE(done != nullptr);
        here.driver.release(done);
    }
    CHECK(here.driver.launched.empty());
}

TEST_CASE("a program that cannot be launched costs one launch, a config what it costs itself") {
    for (const bool is_of_program : {true, false}) {
        const Folder folder;
        {
            Store store(folder / "a.db");
            Kernel shared = gemm_kernel("gemm_shared", "wide");
            shared.recipe += "built_with\tTILE\t1\t\n";
            for (std::int64_t i = 0; i < 20; ++i)
                tune(store, gpu(), shared, size(256, 256, 256), 8 + 4 * i, 1000 + i);
            tune(store, gpu(), gemm_kernel("gemm_sample", "product"), size(256, 256, 256), 64,
                 90'000);
        }
        Application here;
        here.tuned = trusted({folder / "a.db"});
        here.driver.entry_that_fails = "wide";
        here.driver.launch_failure =
            is_of_program ? CL_OUT_OF_RESOURCES : CL_INVALID_WORK_GROUP_SIZE;
        here.multiply(here.queues[0]);
        REQUIRE(here.driver.launched.size() == 1);
        CHECK(here.driver.launched[0].entry == "product");
        CHECK(here.driver.refused_launches == (is_of_program ? 1 : 20));
        CHECK(here.driver.source_builds == 2);
        here.pool.forget();
    }
}

TEST_CASE("a launch that fails after it has run rejects no answer") {
    Application here;
    here.multiply(here.queues[0]);
    here.driver.entry_that_fails = "product";
    for (int i = 0; i < 3; ++i) CHECK_THROWS_AS(here.multiply(here.queues[0]), Failure);
    CHECK(here.tuned.find("gemm_sample", gpu(), "f32", cube(256)).match == Match::exact);
    here.driver.entry_that_fails.clear();
    here.multiply(here.queues[0]);
    REQUIRE(here.driver.launched.size() == 2);
    CHECK(here.driver.launched[1].local == here.driver.launched[0].local);
    here.pool.forget();
}

TEST_CASE("a device on which nothing can be launched rejects no answer") {
    Application here;
    for (const cl_int failure : {CL_OUT_OF_RESOURCES, CL_INVALID_WORK_GROUP_SIZE}) {
        here.driver.entry_that_fails = "product";
        here.driver.launch_failure = failure;
        here.driver.launched.clear();
        CHECK_THROWS_AS(here.multiply(here.queues[0]), Failure);
        here.driver.entry_that_fails.clear();
        here.multiply(here.queues[0]);
        REQUIRE(here.driver.launched.size() == 1);
        CHECK(here.driver.launched[0].local == std::vector<std::size_t>{16, 16});  // tiles of 64
        here.pool.forget();
    }
}

TEST_CASE("an application with many sizes makes no kernel twice") {
    Application here;
    for (int round = 0; round < 2; ++round)
        for (std::size_t m = 1; m <= 200; ++m) here.multiply(here.pool, m);
    CHECK(here.driver.launched.size() == 400);
    CHECK(here.driver.kernels == 200);
    SequencePool three({.sequences = 3});
    here.driver.kernels = 0;
    for (const std::size_t m : {1U, 2U, 3U, 1U, 4U, 1U, 3U, 4U, 2U}) here.multiply(three, m);
    CHECK(here.driver.kernels == 5);  // 2 was used least recently when 4 came
    here.pool.forget();
}

TEST_CASE("the best config is not given up for memory that idle scratch memory takes") {
    Application here;
    here.driver.most_memory = 1100;
    here.multiply(here.pool, 100);
    here.multiply(here.pool, 256);
    here.multiply(here.pool, 100);
    REQUIRE(here.driver.launched.size() == 3);
    for (const auto& launched : here.driver.launched)
        CHECK(launched.local == std::vector<std::size_t>{16, 16});  // tiles of 64
    CHECK(here.tuned.find("gemm", gpu(), "f32", cube(256)).match == Match::exact);
    here.pool.forget();
    here.driver.most_memory = 1000;
    CHECK_THROWS_AS(here.multiply(here.pool, 256), Failure);  // all configs need 1024
}

TEST_CASE("scratch memory that the driver lacks at a launch excludes the config for the problem") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), gemm_kernel("gemm_wide", "wide"), size(256, 256, 256), 64, 10);
        tune(store, gpu(), gemm_kernel(), size(256, 256, 256), 64, 90'000);
    }
    Application here;
    here.tuned = trusted({folder / "a.db"});
    here.driver.entry_that_fails = "wide";
    here.driver.launch_failure = CL_MEM_OBJECT_ALLOCATION_FAILURE;
    here.multiply(here.queues[0]);
    REQUIRE(here.driver.launched.size() == 1);
    CHECK(here.driver.launched[0].entry == "product");
    CHECK(here.driver.refused_launches == 2);  // once more after idle memory was released
    here.driver.entry_that_fails.clear();
    here.multiply(here.pool, 100);
    CHECK(here.driver.launched.back().entry == "wide");
    here.pool.forget();
}

TEST_CASE("idle scratch memory has a limit in bytes") {
    Application here;
    SequencePool pool({.scratch_bytes = 1200});
    here.multiply(pool, 100);
    here.multiply(pool, 200);
    CHECK(here.driver.memory == 1200);
    here.multiply(pool, 100);
    here.multiply(pool, 50);
    CHECK(here.driver.memory == 600);  // without that of 200 rows
    here.multiply(pool, 256);
    here.multiply(pool, 256);
    CHECK(here.driver.memory == 1024);
    const int kernels = here.driver.kernels;
    SequencePool none({.scratch_bytes = 0});  // the last one stays, whatever it has
    for (int i = 0; i < 3; ++i) here.multiply(none, 256);
    CHECK(here.driver.kernels == kernels + 1);
}

TEST_CASE("forget_programs releases what the calls with every handle have kept") {
    Application here;
    const int before = here.driver.alive;
    SequencePool another;
    here.multiply(here.pool, 256);
    here.multiply(another, 256);
    CHECK(here.driver.alive > before);
    hone_forget_programs();
    CHECK(here.driver.alive == before);
    here.multiply(another, 256);
    CHECK(here.driver.launched.size() == 3);
}

TEST_CASE("a call runs what was tuned since the last call, once the databases are read again") {
    Application here;
    here.multiply(here.queues[0]);
    {
        Store store(here.folder / "a.db");
        tune(store, gpu(), gemm_kernel(), size(256, 256, 256), 32, 5);
    }
    here.multiply(here.queues[0]);
    here.tuned.trust_databases();
    here.multiply(here.queues[0]);
    REQUIRE(here.driver.launched.size() == 3);
    using Sizes = std::vector<std::size_t>;
    CHECK(here.driver.launched[1].local == Sizes{16, 16});
    CHECK(here.driver.launched[2].local == Sizes{8, 8});
    here.pool.forget();
}
