// SPDX-License-Identifier: MIT
// Launches as an application holds them, on a driver that records its calls: rejected arguments,
// the order of launches on any queue, and answers that are replaced by the next.
#include <array>
#include <catch2/catch.hpp>

#include "db/launch/find_launches.hpp"
#include "db/launch/launches.h"
#include "db/program/loaded_programs.hpp"
#include "tests/db/program/fake_opencl.hpp"
#include "tests/db/tuned_samples.hpp"
#include "tests/environment.hpp"

using namespace hone;
using namespace hone::launch;
using namespace hone::samples;
using test::FakeDriver;

namespace {

TunedKernel gemm(Settings problem = {{"M", 512}, {"N", 256}, {"K", 128}, {"TA", 0}, {"lda", 0}}) {
    TunedKernel kernel;
    kernel.match = Match::exact;
    kernel.kernel = "gemm_tile";
    kernel.routine = "gemm";
    kernel.precision = "f32";
    kernel.problem = std::move(problem);
    kernel.source = "kernel void gemm() {} kernel void finish() {}";
    TunedKernel::Launch first;
    first.entry = "gemm";
    first.arguments = {"M", "alpha", "A", "lda", "beta", "C", "partial"};
    first.dimensions = 2;
    first.local = {8, 8, 1};
    first.global = {64, 32, 1};
    TunedKernel::Launch second;
    second.entry = "finish";
    second.arguments = {"C", "partial", "tile"};
    kernel.launches = {first, second};
    using Kind = TunedKernel::Extra::Kind;
    kernel.extras = {{Kind::scalar, "M", "int", 0, 512},
                     {Kind::scratch, "partial", "", 4096, 0},
                     {Kind::local, "tile", "", 256, 0}};
    return kernel;
}

/// A driver, and a process without other open sequences.
struct Fixture {
    Fixture() { program::LoadedPrograms::of_process().forget(); }
    ~Fixture() { program::LoadedPrograms::of_process().forget(); }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;

    LaunchSequence sequence(const TunedKernel& kernel = gemm()) {
        return {opencl, kernel, nullptr, nullptr};
    }

    test::Variable cache{"HONE_CACHE", "off"};
    FakeDriver& driver = FakeDriver::fresh();
    hone_opencl opencl = test::fake_opencl();
};

struct TwoQueues : Fixture {
    ~TwoQueues() {
        for (const auto queue : queues) driver.release(queue);
    }
    TwoQueues() = default;
    TwoQueues(const TwoQueues&) = delete;
    TwoQueues& operator=(const TwoQueues&) = delete;

    std::array<cl_command_queue, 2> queues{driver.make<cl_command_queue>({}),
                                           driver.make<cl_command_queue>({})};
};

template <class T>
void set(LaunchSequence& sequence, const char* name, const char* type, T value) {
    sequence.set(name, type, sizeof value, &value);
}

const auto a_buffer = reinterpret_cast<cl_mem>(std::uintptr_t{16});
const auto a_queue = reinterpret_cast<cl_command_queue>(std::uintptr_t{0});

void set_all(LaunchSequence& sequence) {
    set(sequence, "A", "buffer", a_buffer);
    set(sequence, "C", "buffer", a_buffer);
    set(sequence, "alpha", "float", 1.0F);
    set(sequence, "beta", "float", 0.0F);
}

/// A product whose program does not compile.
Kernel broken_product(const std::string& name, const std::string& more_of_recipe) {
    return {name, "product", "kernel void broken() {} // " + name, name,
            std::string(recipe) + more_of_recipe};
}

template <class T>
std::string bytes_of(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

template <class Call>
std::pair<hone_status, std::string> failure_of(Call call) {
    try {
        call();
    } catch (const Failure& failure) {
        return {failure.status(), failure.what()};
    }
    return {HONE_OK, ""};
}

}  // namespace

TEST_CASE("what follows from the problem is set, the rest is the application's") {
    Fixture fixture;
    {
        LaunchSequence sequence = fixture.sequence();
        const auto [status, text] = failure_of([&] { sequence.enqueue(a_queue, {}); });
        CHECK(status == CL_INVALID_KERNEL_ARGS);
        CHECK(text == "of the arguments of gemm_tile these were not set: A, C, alpha, beta");
        set_all(sequence);
        CHECK(sequence.enqueue(a_queue, {}).size() == 2);
        REQUIRE(fixture.driver.launched.size() == 2);
        const FakeDriver::Launched& first = fixture.driver.launched[0];
        CHECK(first.entry == "gemm");
        CHECK(first.global == std::vector<std::size_t>{64, 32});
        CHECK(first.local == std::vector<std::size_t>{8, 8});
        CHECK(first.arguments.at(0) == bytes_of(cl_int{512}));  // M
        CHECK(first.arguments.at(1) == bytes_of(1.0F));         // alpha
        CHECK(first.arguments.at(3) == bytes_of(cl_int{128}));  // lda: rows of K without gaps
        const FakeDriver::Launched& second = fixture.driver.launched[1];
        CHECK(second.arguments.at(1) == first.arguments.at(6));  // partial
        CHECK(second.arguments.at(2) == "local 256");
    }
    program::LoadedPrograms::of_process().forget();
    CHECK(fixture.driver.alive == 0);
}

TEST_CASE("a scalar of the problem is handed in as many bytes as its type has") {
    Fixture f;
    TunedKernel kernel = gemm();
    using Kind = TunedKernel::Extra::Kind;
    kernel.extras = {{Kind::scalar, "M", "uint", 0, 3e9},
                     {Kind::scalar, "alpha", "half", 0, 1.5},
                     {Kind::scalar, "beta", "uchar", 0, 200},
                     {Kind::scratch, "partial", "", 4096, 0},
                     {Kind::local, "tile", "", 256, 0}};
    LaunchSequence sequence = f.sequence(kernel);
    set(sequence, "A", "buffer", a_buffer);
    set(sequence, "C", "buffer", a_buffer);
    sequence.enqueue(a_queue, {});
    const auto& handed = f.driver.launched.at(0).arguments;
    CHECK(handed.at(0) == bytes_of(cl_uint{3000000000U}));
    CHECK(handed.at(1) == bytes_of(cl_ushort{0x3e00}));
    CHECK(handed.at(4) == bytes_of(cl_uchar{200}));
}

TEST_CASE("a wrong argument is refused and said in plain words") {
    Fixture fixture;
    LaunchSequence sequence = fixture.sequence();
    const auto refused = [&](auto value, const char* name, const char* type) {
        return failure_of([&] { set(sequence, name, type, value); });
    };
    CHECK(refused(cl_int{1}, "k", "int") ==
          std::pair<hone_status, std::string>(
              CL_INVALID_ARG_INDEX, "gemm_tile has no argument 'k'; it has A, C, alpha, beta"));
    CHECK(refused(cl_int{1}, "alpha", "int").second ==
          "'alpha' of gemm_tile is a float, not a int");
    CHECK(refused(1.0, "alpha", "double").second ==
          "'alpha' of gemm_tile is a float, not a double");
    CHECK(refused(1.0, "alpha", "").second == "'alpha' of gemm_tile is a float");  // as C asks
    CHECK(refused(cl_int{1}, "A", "int").second == "'A' of gemm_tile is a buffer, not a int");
    CHECK(refused(a_buffer, "partial", "buffer").first == CL_INVALID_ARG_INDEX);
    CHECK(refused(cl_int{600}, "lda", "int").second == "'lda' is 128 in the problem; set it there");
    CHECK(refused(cl_int{1}, "M", "int").second == "'M' is 512 in the problem; set it there");
    CHECK(refused(cl_long{512}, "M", "long").second == "'M' of gemm_tile is a scalar of type int");
    CHECK(refused(cl_int{512}, "M", "int").first == HONE_OK);
    CHECK(refused(cl_int{128}, "lda", "int").first == HONE_OK);
}

TEST_CASE("leading dimensions are those of the problem") {
    Fixture fixture;
    const auto lda = [&](Settings problem) {
        LaunchSequence sequence = fixture.sequence(gemm(std::move(problem)));
        set_all(sequence);
        sequence.enqueue(a_queue, {});
        return fixture.driver.launched.end()[-2].arguments.at(3);
    };
    CHECK(lda({{"M", 512}, {"K", 128}, {"TA", 1}, {"lda", 0}}) == bytes_of(cl_int{512}));
    CHECK(lda({{"M", 512}, {"K", 128}, {"TA", 0}, {"lda", 130}}) == bytes_of(cl_int{130}));
    CHECK_THROWS_WITH(lda({{"M", 512}, {"K", 128}, {"TA", 0}, {"lda", 127}}),
                      "'lda' is 127, but rows have 128 elements");
}

TEST_CASE("a work-group that the driver chooses is not said") {
    Fixture fixture;
    TunedKernel kernel = gemm();
    kernel.launches[0].local = {};
    LaunchSequence sequence = fixture.sequence(kernel);
    set_all(sequence);
    (void)sequence.enqueue(a_queue, {});
    REQUIRE(fixture.driver.launched.size() == 2);
    CHECK(fixture.driver.launched[0].local.empty());
    CHECK(fixture.driver.launched[0].global == std::vector<std::size_t>{64, 32});
    CHECK(fixture.driver.launched[1].local == std::vector<std::size_t>{1});
}

TEST_CASE("launches wait for each other on an out-of-order queue, and not in order") {
    Fixture fixture;
    const auto before = fixture.driver.make<cl_event>({});
    const auto waits = [&](bool out_of_order) {
        fixture.driver.launched.clear();
        fixture.driver.out_of_order = out_of_order;
        LaunchSequence sequence = fixture.sequence();
        set_all(sequence);
        const auto once = sequence.enqueue(a_queue, {&before, 1});
        const auto again = sequence.enqueue(a_queue, {});
        std::vector<std::vector<cl_event>> all;
        for (const auto& launched : fixture.driver.launched) all.push_back(launched.waits);
        CHECK(once.size() == 2);
        return std::pair(all, std::vector{once[0].get(), once[1].get(), again[0].get()});
    };
    using Lists = std::vector<std::vector<cl_event>>;
    CHECK(waits(false).first == Lists{{before}, {}, {}, {}});
    const auto [lists, events] = waits(true);
    // The second run uses the scratch memory of the first.
    CHECK(lists == Lists{{before}, {events[0]}, {events[1]}, {events[2]}});
    fixture.driver.release(before);
}

TEST_CASE("a run that failed or is complete is not waited for") {
    TwoQueues fixture;
    fixture.driver.out_of_order = true;
    const auto waits_after = [&](cl_int status, cl_command_queue next) {
        LaunchSequence sequence = fixture.sequence();
        set_all(sequence);
        const auto events = sequence.enqueue(fixture.queues[0], {});
        FakeDriver::at(events.back().get()).status = status;
        sequence.enqueue(next, {});
        return fixture.driver.launched.end()[-2].waits.size();
    };
    for (const auto next : fixture.queues) {
        CHECK(waits_after(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, next) == 0);
        CHECK(waits_after(CL_COMPLETE, next) == 0);
        CHECK(waits_after(CL_RUNNING, next) == 1);
        CHECK(waits_after(CL_QUEUED, next) == 1);
    }
    fixture.opencl.clGetEventInfo = nullptr;  // as in the table of older headers
    CHECK(waits_after(CL_COMPLETE, fixture.queues[0]) == 1);
}

TEST_CASE("two queues do not share scratch memory at once") {
    TwoQueues fixture;
    const auto [first, second] = fixture.queues;
    {
        LaunchSequence sequence = fixture.sequence();
        set_all(sequence);
        const auto events = sequence.enqueue(first, {});
        sequence.enqueue(second, {});
        CHECK(fixture.driver.launched_on(second, "gemm").at(0).waits ==
              std::vector<cl_event>{events[1].get()});
        CHECK(fixture.driver.flushes == 1);
        sequence.enqueue(second, {});
        CHECK(fixture.driver.launched_on(second, "gemm").at(1).waits.empty());
        CHECK(fixture.driver.flushes == 1);
    }
}

TEST_CASE("what was launched before a launch that failed is waited for on another queue") {
    TwoQueues fixture;
    const auto [first, second] = fixture.queues;
    {
        LaunchSequence sequence = fixture.sequence();
        set_all(sequence);
        fixture.driver.entry_that_fails = "finish";
        CHECK_THROWS_AS(sequence.enqueue(first, {}), Failure);
        fixture.driver.entry_that_fails.clear();
        REQUIRE(fixture.driver.launched.size() == 1);  // it is running
        const cl_event under_way = fixture.driver.launched_on(first, "gemm").at(0).event;
        sequence.enqueue(second, {});
        CHECK(fixture.driver.launched_on(second, "gemm").at(0).waits ==
              std::vector<cl_event>{under_way});
        CHECK(fixture.driver.flushes == 1);
    }
}

TEST_CASE("no event is made that nobody wants") {
    Fixture fixture;
    LaunchSequence sequence = fixture.sequence();
    set_all(sequence);
    const auto made = [&](WantedEvents wanted) {
        fixture.driver.launched.clear();
        const std::size_t given = sequence.enqueue(a_queue, {}, wanted).size();
        std::vector<bool> has_event;
        for (const auto& launched : fixture.driver.launched) has_event.push_back(launched.event);
        return std::pair(given, has_event);
    };
    using Made = std::pair<std::size_t, std::vector<bool>>;
    CHECK(made(WantedEvents::all) == Made{2, {true, true}});
    CHECK(made(WantedEvents::last) == Made{1, {false, true}});
    CHECK(made(WantedEvents::none) == Made{0, {false, false}});
    fixture.driver.out_of_order = true;  // launches wait for each other
    CHECK(made(WantedEvents::none) == Made{0, {true, true}});
    CHECK(made(WantedEvents::last) == Made{1, {true, true}});
}

TEST_CASE("without an event another queue waits for all that the first one was given") {
    TwoQueues fixture;
    const auto [first, second] = fixture.queues;
    {
        LaunchSequence sequence = fixture.sequence();
        set_all(sequence);
        sequence.enqueue(first, {}, WantedEvents::all);
        sequence.enqueue(first, {}, WantedEvents::none);  // unordered by that event
        CHECK(fixture.driver.markers.empty());
        sequence.enqueue(second, {}, WantedEvents::none);
        REQUIRE(fixture.driver.markers.size() == 1);
        const auto [queue, marker] = fixture.driver.markers[0];
        CHECK(queue == first);
        CHECK(fixture.driver.launched_on(second, "gemm").at(0).waits ==
              std::vector<cl_event>{marker});
        CHECK(fixture.driver.flushes == 1);
        sequence.enqueue(second, {}, WantedEvents::none);
        CHECK(fixture.driver.launched_on(second, "gemm").at(1).waits.empty());
        CHECK(fixture.driver.markers.size() == 1);
    }
}

TEST_CASE("what was set rightly once is checked when it comes otherwise") {
    Fixture fixture;
    LaunchSequence sequence = fixture.sequence();
    set_all(sequence);
    set_all(sequence);
    const auto refused = [&](auto value, const char* name, const char* type) {
        return failure_of([&] { set(sequence, name, type, value); }).first;
    };
    CHECK(refused(1.0, "alpha", "double") == CL_INVALID_ARG_SIZE);
    CHECK(refused(1.0, "alpha", "float") == CL_INVALID_ARG_SIZE);
    CHECK(refused(cl_int{1}, "A", "int") == CL_INVALID_ARG_SIZE);
    CHECK(refused(cl_int{512}, "M", "int") == HONE_OK);
    CHECK(refused(cl_int{511}, "M", "int") == CL_INVALID_ARG_VALUE);
    CHECK(failure_of([&] { sequence.set("alpha", "float", sizeof(float), nullptr); }).first ==
          CL_INVALID_ARG_SIZE);
}

TEST_CASE("without scratch memory runs need not wait for each other") {
    Fixture fixture;
    fixture.driver.out_of_order = true;
    TunedKernel kernel = gemm();
    kernel.launches = {kernel.launches[0]};
    kernel.launches[0].arguments.pop_back();
    kernel.extras = {kernel.extras[0]};
    LaunchSequence sequence = fixture.sequence(kernel);
    set_all(sequence);
    sequence.enqueue(a_queue, {});
    sequence.enqueue(a_queue, {});
    CHECK(fixture.driver.launched[1].waits.empty());
}

TEST_CASE("an answer that cannot be built gives way to the next") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
        tune(
            store, gpu(),
            {"product_broken", "product", "kernel void broken() {}", "broken", std::string(recipe)},
            size(256, 256, 256), 64, 10);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const Query query{"product", gpu(), "f32", cube(256)};
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).kernel == "product_broken");
    fixture.driver.compiles = [](const std::string& source) {
        return source.find("broken") == std::string::npos;
    };
    const LaunchSequence built = find_launches(fixture.opencl, tuned, query, nullptr, nullptr);
    CHECK(built.answer().kernel == "product_tile");
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).kernel == "product_tile");

    fixture.driver.compiles = [](const std::string&) { return false; };
    program::LoadedPrograms::of_process().forget();
    const auto [status, text] =
        failure_of([&] { find_launches(fixture.opencl, tuned, query, nullptr, nullptr); });
    CHECK(status == HONE_NO_KERNEL);
    CHECK_THAT(text, Catch::Contains("line 7: no such thing"));
}

TEST_CASE("without a compiler nothing is built, and no answer is rejected") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const Query query{"product", gpu(), "f32", cube(256)};
    fixture.driver.compiles = [](const std::string&) { return false; };
    fixture.driver.build_failure = CL_COMPILER_NOT_AVAILABLE;
    const auto status =
        failure_of([&] { find_launches(fixture.opencl, tuned, query, nullptr, nullptr); }).first;
    CHECK(status == CL_COMPILER_NOT_AVAILABLE);
    CHECK(fixture.driver.source_builds == 1);
    CHECK(tuned.find("product", gpu(), "f32", cube(256)).match == Match::exact);
}

TEST_CASE(
    "what shares a program that cannot be built is not tried again, and programs are counted") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        tune(store, gpu(), product(), size(256, 256, 256), 32, 90'000);
        // 20 configs share one program, and 12 have a program each; all are faster.
        for (std::int64_t i = 0; i < 20; ++i)
            tune(store, gpu(), broken_product("product_shared", "built_with\tTILE\t1\t\n"),
                 size(256, 256, 256), 8 + 4 * i, 1000 + i);
        for (std::int64_t i = 0; i < 12; ++i)
            tune(store, gpu(), broken_product("product_many", ""), size(256, 256, 256), 8 + 4 * i,
                 2000 + i);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const Query query{"product", gpu(), "f32", cube(256)};
    fixture.driver.compiles = [](const std::string& source) {
        return source.find("broken") == std::string::npos;
    };
    const LaunchSequence built = find_launches(fixture.opencl, tuned, query, nullptr, nullptr);
    CHECK(built.answer().kernel == "product_tile");
    CHECK(fixture.driver.source_builds == 1 + 12 + 1);
    // The configs are rejected for other sizes, too, but not for other devices: their compilers
    // differ.
    CHECK(tuned.find("product_shared", gpu(), "f32", cube(200)).match == Match::defaults);
    Device other = gpu();
    other.driver = "6.0";
    CHECK(tuned.find("product_shared", other, "f32", cube(200)).match == Match::driver);
}

TEST_CASE("a question that cannot be is a bad argument, one that nobody can answer is not") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    Tuned tuned = trusted({folder / "a.db"});
    const auto status_of = [&](const std::string& what, const std::string& precision,
                               const Settings& problem, const Device& device = gpu()) {
        return failure_of([&] {
                   find_launches(fixture.opencl, tuned, {what, device, precision, problem}, nullptr,
                                 nullptr);
               })
            .first;
    };
    CHECK(status_of("product", "f32", {{"M", 64}, {"N", 64}}) == HONE_BAD_ARGUMENT);
    CHECK(status_of("product", "f32", {{"M", 64}, {"N", 64}, {"K", 0}}) == HONE_BAD_ARGUMENT);
    CHECK(status_of("product", "f32", {{"M", 64}, {"N", 64}, {"K", 64}, {"Q", 1}}) ==
          HONE_BAD_ARGUMENT);
    CHECK(status_of("product", "f16", cube(64)) == HONE_BAD_ARGUMENT);
    CHECK(status_of("nothing", "f32", cube(64)) == HONE_NO_KERNEL);
    Device small = gpu();
    small.local_memory = 16;
    small.uuid.clear();
    CHECK(status_of("product", "f32", cube(64), small) == HONE_NO_KERNEL);
}

TEST_CASE("an answer whose work-group is too large for the built kernel gives way to the next") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
        tune(store, gpu(), product(), size(256, 256, 256), 128, 10);  // 1024 work-items
    }
    Tuned tuned = trusted({folder / "a.db"});
    const Query query{"product", gpu(), "f32", cube(256)};
    const auto tile_for = [&](std::size_t most, std::size_t required) {
        fixture.driver.most_items = most;
        fixture.driver.required_items = required;
        return tile_of(find_launches(fixture.opencl, tuned, query, nullptr, nullptr).answer());
    };
    CHECK(tile_for(0, 0) == 128);  // a driver that does not report the limit
    CHECK(tile_for(1024, 0) == 128);
    CHECK(tile_for(256, 1024) == 128);  // the device supports the required group
    const TunedKernel wide = tuned.find("product", gpu(), "f32", cube(256));
    CHECK(tile_for(256, 0) == 64);  // 256 work-items

    const auto [status, text] = failure_of([&] { fixture.sequence(wide); });
    CHECK(status == CL_INVALID_WORK_GROUP_SIZE);
    CHECK(text ==
          "a work-group of 'product' has 1024 work-items, this device runs 256 of it at most");
    fixture.opencl.clGetKernelWorkGroupInfo = nullptr;  // as in the table of older headers
    CHECK(fixture.sequence(wide).kernels().size() == 1);
}

TEST_CASE("a driver that takes no rewritten programs gets the fastest that needs none") {
    Fixture fixture;
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
        tune(store, gpu(),
             {"product_hopper", "product", "kernel void product() { /*new*/ }", "new",
              "rewrite\tsm_90a\t\t\n" + std::string(recipe)},
             size(256, 256, 256), 64, 10);
    }
    const auto kernel_for = [&](const char* version, bool runs) {
        fixture.driver.driver_version = version;
        fixture.driver.runs_rewritten = runs;
        hone_forget_programs();
        Tuned tuned = trusted({folder / "a.db"});
        const Query query{"product", gpu(), "f32", cube(256)};
        return find_launches(fixture.opencl, tuned, query, nullptr, nullptr).answer().kernel;
    };
    CHECK(kernel_for("launches 1", true) == "product_hopper");
    CHECK(kernel_for("launches 2", false) == "product_tile");
    CHECK(fixture.driver.source_builds == 4);  // two probes, two programs
}

TEST_CASE("a device that is not of the context is refused before its driver is asked") {
    Fixture fixture;
    fixture.driver.is_of_context = false;
    const auto [status, text] = failure_of([&] { fixture.sequence(); });
    CHECK(status == CL_INVALID_DEVICE);
    CHECK(text == "the device is not one of the context");
    CHECK(fixture.driver.source_builds == 0);
    fixture.opencl.clGetContextInfo = nullptr;  // as with older headers
    CHECK(fixture.sequence().kernels().size() == 2);
}

TEST_CASE("an answer without a kernel is said with its reason") {
    Fixture fixture;
    TunedKernel none;
    none.reason = "no database has a kernel 'x'";
    const auto [status, text] = failure_of([&] { fixture.sequence(none); });
    CHECK(status == HONE_NO_KERNEL);
    CHECK(text == "no database has a kernel 'x'");
}

TEST_CASE("an answer without launches is a bad argument") {
    Fixture fixture;
    TunedKernel none = gemm();
    none.launches.clear();
    CHECK(failure_of([&] { fixture.sequence(none); }).first == HONE_BAD_ARGUMENT);
}
