// SPDX-License-Identifier: MIT
// The arguments of a launch as the program has set them, and why a launch cannot be replayed.
#include "tuner/layer/describe_arguments.hpp"

#include <catch2/catch.hpp>
#include <cstring>

#include "tests/tuner/layer/made_driver.hpp"
#include "tuner/layer/check_record.hpp"
#include "tuner/layer/objects.hpp"

using namespace hone;
using namespace hone::layer;

namespace {

using Kind = TracedArgument::Kind;

/// A kernel whose arguments a program sets; the objects that it has made are known until the end.
struct Launched {
    Launched(std::initializer_list<made::Argument> arguments)
        : kernel{.entry = "a", .program = nullptr, .arguments = arguments} {}
    ~Launched() {
        objects().kernels.clear();
        objects().memory.clear();
        objects().samplers.clear();
        lost_track() = false;
    }
    Launched(const Launched&) = delete;
    Launched& operator=(const Launched&) = delete;

    KernelState& state() { return objects().state_of(kernel.handle()); }
    template <class Value>
    void set(cl_uint index, const Value& value) {
        keep_argument(state(), index, sizeof value, &value);
    }
    void set_memory(cl_uint index, made::Memory& object) {
        objects().memory.insert(object.handle());
        set(index, object.handle());
    }
    TracedLaunch described() {
        TracedLaunch launch;
        LaunchCall call{};
        call.kernel = kernel.handle();
        memory = describe_arguments(call, launch);
        REQUIRE(launch.arguments.size() == kernel.arguments.size());
        REQUIRE(memory.size() == kernel.arguments.size());
        return launch;
    }

    made::Driver driver_below;
    made::Kernel kernel;
    std::vector<cl_mem> memory;
};

}  // namespace

TEST_CASE("arguments of each kind are described in their order") {
    Launched launched{{"x", "float*", true},
                      {"_cl_n", "int"},
                      {"tile", "float*"},
                      {"picture", "image2d_t", true},
                      {"how", "sampler_t"}};
    made::Memory buffer{.content = "0123456789"};
    made::Memory image{.content = std::string(96, 'p'),
                       .type = CL_MEM_OBJECT_IMAGE2D,
                       .format = {CL_RGBA, CL_FLOAT},
                       .extent = {3, 2}};
    made::Sampler sampler{
        .addressing = CL_ADDRESS_REPEAT, .filter = CL_FILTER_NEAREST, .normalized = CL_TRUE};
    launched.set_memory(0, buffer);
    launched.set(1, std::int32_t{7});
    keep_argument(launched.state(), 2, 256, nullptr);
    launched.set_memory(3, image);
    objects().samplers.insert(sampler.handle());
    launched.set(4, sampler.handle());
    const TracedLaunch launch = launched.described();
    CHECK(launch.why_incomplete.empty());
    const auto& all = launch.arguments;
    CHECK(all[0].kind == Kind::buffer);
    CHECK(all[0].name == "x");
    CHECK(all[0].type == "float");
    CHECK(all[0].size == 10);
    CHECK(all[1].kind == Kind::value);
    CHECK(all[1].name == "n");  // without PoCL's prefix
    std::int32_t value = 0;
    REQUIRE(all[1].bytes.size() == sizeof value);
    std::memcpy(&value, all[1].bytes.data(), sizeof value);
    CHECK(value == 7);
    CHECK(all[2].kind == Kind::local);
    CHECK(all[2].size == 256);
    CHECK(all[3].kind == Kind::image);
    CHECK(all[3].type == "float4");
    CHECK(all[3].extent == std::vector<std::size_t>{3, 2});
    CHECK(all[3].size == 96);
    CHECK(all[4].kind == Kind::sampler);
    CHECK(all[4].addressing == "repeat");
    CHECK(all[4].filter == "nearest");
    CHECK(all[4].normalized);
    CHECK(launched.memory ==
          std::vector<cl_mem>{buffer.handle(), nullptr, nullptr, image.handle(), nullptr});
}

TEST_CASE("an argument is described as it was last set") {
    Launched launched{{"n", "int"}};
    launched.set(0, std::int32_t{1});
    launched.set(0, std::int64_t{2});
    CHECK(launched.described().arguments[0].bytes.size() == 8);
    keep_argument(launched.state(), 0, 64, nullptr);
    CHECK(launched.described().arguments[0].kind == Kind::local);
    keep_argument(launched.state(), 9, 64, nullptr);  // there is none
    launched.set(0, std::int32_t{3});
    const TracedLaunch launch = launched.described();
    CHECK(launch.arguments[0].kind == Kind::value);
    CHECK(launch.arguments[0].size == 0);
}

TEST_CASE("a launch cannot be replayed if an argument cannot be stored, which is named") {
    const auto why = [](const auto& set) {
        Launched launched{{"n", "int"}, {"x", "float*", true}};
        launched.set(0, std::int32_t{1});
        set(launched);
        const TracedLaunch launch = launched.described();
        CHECK(launch.arguments[0].kind == Kind::value);
        CHECK(launch.arguments[1].kind == Kind::other);
        CHECK(launched.memory[1] == nullptr);
        return launch.why_incomplete;
    };
    CHECK(why([](Launched& /*all*/) {}) == "argument 2 was set in a way that is not followed");
    CHECK(why([](Launched& all) { all.state().arguments[1].kind = SetArgument::Kind::pointer; }) ==
          "argument 2 is a pointer to shared virtual memory");
    made::Memory unknown{.content = "x"};
    CHECK(why([&](Launched& all) { all.set(1, unknown.handle()); }) ==
          "argument 2 is memory that was made in a way that is not followed");
    made::Memory layers{.content = "x", .type = CL_MEM_OBJECT_IMAGE2D_ARRAY};
    CHECK_THAT(why([&](Launched& all) { all.set_memory(1, layers); }),
               Catch::StartsWith("argument 2 is an image of a layout that"));
    made::Memory order{
        .content = "x", .type = CL_MEM_OBJECT_IMAGE2D, .format = {CL_BGRA, CL_FLOAT}};
    CHECK_THAT(why([&](Launched& all) { all.set_memory(1, order); }),
               Catch::StartsWith("argument 2 is an image of a layout that"));
}

TEST_CASE(
    "a launch cannot be replayed if it uses memory beside its arguments, or was not followed") {
    Launched launched{{"n", "int"}};
    launched.set(0, std::int32_t{1});
    REQUIRE(launched.described().why_incomplete.empty());
    launched.state().follows_pointers = true;
    CHECK_THAT(launched.described().why_incomplete, Catch::Contains("shared virtual memory"));
    launched.state().follows_pointers = false;
    lost_track() = true;
    CHECK_THAT(launched.described().why_incomplete, Catch::Contains("no memory to note"));
}

TEST_CASE("contents are those of a buffer or of all pixels, or are missing") {
    Launched launched{{"x", "float*", true}, {"picture", "image2d_t", true}};
    made::Memory buffer{.content = "0123456789"};
    made::Memory image{.content = "01234567",
                       .type = CL_MEM_OBJECT_IMAGE2D,
                       .format = {CL_RG, CL_UNORM_INT8},
                       .extent = {2, 2}};
    launched.set_memory(0, buffer);
    launched.set_memory(1, image);
    const TracedLaunch launch = launched.described();
    CHECK(launch.arguments[1].type == "uchar2");
    CHECK(launch.arguments[1].normalized);
    CHECK(content_of_argument(nullptr, buffer.handle(), launch.arguments[0]) == "0123456789");
    CHECK(content_of_argument(nullptr, image.handle(), launch.arguments[1]) == "01234567");
    buffer.content.resize(4);  // the driver refuses to read ten bytes
    CHECK_FALSE(content_of_argument(nullptr, buffer.handle(), launch.arguments[0]));
}

TEST_CASE("a launch is passed on to the driver as the program requested it") {
    static LaunchCall seen{};
    const made::Driver driver_below;
    driver.clEnqueueNDRangeKernel = [](cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                       const std::size_t* offset, const std::size_t* global,
                                       const std::size_t* local, cl_uint waits,
                                       const cl_event* list, cl_event* event) -> cl_int {
        seen = {queue, kernel, dimensions, offset, global, local, waits, list, event};
        return CL_OUT_OF_RESOURCES;
    };
    int queue = 0;
    int kernel = 0;
    const std::size_t offset = 1;
    const std::size_t global = 64;
    const std::size_t local = 8;
    const cl_event waited = nullptr;
    cl_event event = nullptr;
    const LaunchCall call{reinterpret_cast<cl_command_queue>(&queue),
                          reinterpret_cast<cl_kernel>(&kernel),
                          1,
                          &offset,
                          &global,
                          &local,
                          1,
                          &waited,
                          &event};
    CHECK(call.enqueue() == CL_OUT_OF_RESOURCES);
    CHECK(seen.queue == call.queue);
    CHECK(seen.kernel == call.kernel);
    CHECK(seen.dimensions == 1);
    CHECK(seen.offset == &offset);
    CHECK(seen.global == &global);
    CHECK(seen.local == &local);
    CHECK(seen.waits == 1);
    CHECK(seen.list == &waited);
    CHECK(seen.event == &event);
}

TEST_CASE("kernels that a program makes anew share the checks of their kind") {
    const std::lock_guard lock(objects().mutex);
    CheckRecord& first = record_of("a on this device");
    CHECK(first.checks == 0);
    first.checks = 2;
    record_of("b on this device").is_doubted = true;
    for (int i = 0; i < 100; ++i) record_of("kind " + std::to_string(i));
    CHECK(&record_of("a on this device") == &first);  // a decision keeps its address
    CHECK(record_of("a on this device").checks == 2);
    CHECK_FALSE(record_of("a on this device").is_doubted);
    CHECK(record_of("b on this device").is_doubted);
}
