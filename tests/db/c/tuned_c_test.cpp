// SPDX-License-Identifier: MIT
// The C interface, used by a program in C; and a device as OpenCL describes it.
#include <catch2/catch.hpp>
#include <cstring>
#include <map>

#include "db/device/opencl_device.hpp"
#include "db/lookup/tuned.h"
#include "tests/db/tuned_samples.hpp"

extern "C" const char* use_every_call(const char* file);
extern "C" const char* read_local_sizes(const char* file);

using namespace hone;
using namespace hone::samples;

namespace {

template <class T>
std::string bytes_of(T value) {
    return {reinterpret_cast<const char*>(&value), sizeof value};
}

/// A driver's answers to queries by the numbers of CL/cl.h.
const std::map<unsigned, std::string> told{{0x102B, std::string(" Test Board \0", 13)},
                                           {0x102C, "ACME"},
                                           {0x102D, "1.2"},
                                           {0x1030, "cl_khr_fp64 cl_nv_device_attribute_query"},
                                           {0x1000, bytes_of(std::uint64_t{4})},
                                           {0x1002, bytes_of(std::uint32_t{132})},
                                           {0x1004, bytes_of(std::size_t{1024})},
                                           {0x1023, bytes_of(std::uint64_t{49152})},
                                           {0x1022, bytes_of(std::uint32_t{1})},
                                           {0x4000, bytes_of(std::uint32_t{9})},
                                           {0x4001, bytes_of(std::uint32_t{0})},
                                           {0x4003, bytes_of(std::uint32_t{32})},
                                           {0x0902, "ACME OpenCL"},
                                           {0x4008, bytes_of(std::uint32_t{1})}};

int tell(void* /*handle*/, unsigned what, std::size_t size, void* value, std::size_t* actual) {
    const auto found = told.find(what);
    if (found == told.end()) return -30;
    if (actual) *actual = found->second.size();
    if (value && size >= found->second.size())
        std::memcpy(value, found->second.data(), found->second.size());
    return 0;
}

}  // namespace

TEST_CASE("C gets no local size where the driver chooses it") {
    const Folder folder;
    Kernel kernel = product();
    const std::string local = "local\t\tTILE 4 //\t\n";
    kernel.recipe.insert(kernel.recipe.rfind(local) + local.size(),
                         "driver_local\t\tTILE 32 ==\t\n");
    {
        Store store(folder / "a.db");
        tune(store, gpu(), kernel, size(256, 256, 256), 32);
        tune(store, gpu(), kernel, size(512, 512, 512), 64);
    }
    const char* wrong = read_local_sizes((folder / "a.db").c_str());
    INFO((wrong ? wrong : ""));
    CHECK(wrong == nullptr);
}

TEST_CASE("a program in C has every call") {
    const Folder folder;
    {
        Store store(folder / "a.db");
        fill(store);
    }
    const char* wrong = use_every_call((folder / "a.db").c_str());
    INFO((wrong ? wrong : ""));
    CHECK(wrong == nullptr);
}

TEST_CASE("a device is read by the functions that are handed in") {
    const Device device = read_device(nullptr, {tell, tell});
    CHECK(device.name == "Test Board");
    CHECK(device.platform == "ACME OpenCL");
    CHECK(device.type == "gpu");
    CHECK(device.architecture == "sm_90");
    CHECK(device.compute_units == 132);
    CHECK(device.local_memory == 49152);
    CHECK(device.local_is_dedicated);
    CHECK(device.warp == 32);
    CHECK(device.fp64);
    CHECK(device.pci == "0000:01:00.0");
    CHECK(device.clock_mhz == 0);  // not reported
    CHECK(device.uuid.empty());
}

TEST_CASE("the words of C are those of C++") {
    CHECK(static_cast<int>(Objective::sustained) == HONE_SUSTAINED);
    CHECK(static_cast<int>(Objective::edp) == HONE_EDP);
    for (int match = HONE_EXACT; match <= HONE_NONE; ++match)
        CHECK(hone_match_text(static_cast<hone_match>(match)) == text(static_cast<Match>(match)));
}
