// SPDX-License-Identifier: MIT
// The slots that applications may need on a device, by its features, on devices that are only
// described.
#include "tuner/planning/device_slots.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "tests/tuner/campaigns/made_campaign.hpp"
#include "tests/tuner/h200.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

std::set<std::string> words_of(const std::vector<Slot>& slots) {
    std::set<std::string> words;
    for (const Slot& slot : slots) words.insert(slot.words());
    return words;
}

}  // namespace

TEST_CASE("a device without half and double precision has slots in f32 and i32") {
    MadeCampaign made;
    made.here.device.architecture = "gfx1100";  // for which there are portable kernels alone
    made.here.device.fp64 = false;
    made.here.device.half = false;
    const auto words = words_of(slots_of(made.here, "", 1, made.store));
    CHECK(words == std::set<std::string>{"gemm f32 TA=0 TB=0", "gemm f32 TA=0 TB=1",
                                         "gemm f32 TA=1 TB=0", "gemm f32 TA=1 TB=1",
                                         "reduction f32", "reduction i32"});
    made.here.device.half = true;
    made.here.device.fp64 = true;
    const auto more = words_of(slots_of(made.here, "", 1, made.store));
    for (const char* slot : {"gemm f16 TA=0 TB=0", "gemm f64 TA=1 TB=1", "reduction f64"})
        CHECK(more.contains(slot));
    CHECK(words_of(slots_of(made.here, "f64", 1, made.store)).size() == 5);
    CHECK(slots_of(made.here, "f8", 1, made.store).empty());
}

TEST_CASE("precisions of tensor cores have slots where a kernel for them can run") {
    MadeCampaign made;
    LocalDevice gpu;
    gpu.device = h200();
    gpu.device.name = "NVIDIA H200";
    gpu.device.fp64 = true;
    gpu.device.local_memory = 232320;
    const auto words = words_of(slots_of(gpu, "", 1, made.store));
    for (const char* precision : {"f16", "bf16", "tf32", "f32", "f64"})
        CHECK(words.contains(std::string("gemm ") + precision + " TA=0 TB=0"));
}

TEST_CASE("plain f32 is asked for most often, and every kernel that can run it takes part") {
    MadeCampaign made;
    const auto slots = slots_of(made.here, "", 1, made.store);
    const auto heaviest = std::ranges::max(slots, {}, &Slot::weight);
    CHECK(heaviest.precision == "f32");
    for (const Slot& slot : slots) {
        CHECK(slot.weight > 0);
        CHECK_FALSE(slot.spaces.empty());
        for (const Space& space : slot.spaces) CHECK(space.routine == slot.routine);
    }
}

TEST_CASE("a faster device is tuned for larger sizes") {
    const auto most = [](double flops) {
        MadeCampaign made;
        Probe peak = samples::probe(made.store.add(made.here.device), 0, flops);
        peak.name = probes::fma_f32;
        peak.unit = "flop/s";
        made.store.add(peak);
        for (const Slot& slot : slots_of(made.here, "f32", 1, made.store))
            if (slot.routine == "gemm") return slot.sizes.range.bounds.front().most;
        return std::int64_t{0};
    };
    CHECK(most(1e9) == 256);
    CHECK(most(1e11) == 1024);
    CHECK(most(1e12) == 2048);
    CHECK(most(1e15) == 4096);
}
