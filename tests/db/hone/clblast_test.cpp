// SPDX-License-Identifier: MIT
// CLBlast with tuned parameters, as an application gives them to it when it starts.
#include <catch2/catch.hpp>

#include "db/hone/clblast.hpp"
#include "tests/db/tuned_samples.hpp"

using namespace hone;
using namespace hone::samples;

namespace {

using Parameters = std::unordered_map<std::string, std::size_t>;

Parameters parameters_of(const cl::Device& device, const std::string& kernel) {
    Parameters all;
    REQUIRE(clblast::RetrieveParameters(device(), kernel, clblast::Precision::kSingle, all) ==
            clblast::StatusCode::kSuccess);
    return all;
}

/// Stores CLBlast's own parameters as the tuned config of one of its kernels.
void tune_clblast(Store& store, const cl::Device& device, const std::string& kernel,
                  const std::string& in_clblast, std::int64_t ns) {
    Settings config;
    std::string recipe;
    for (const auto& [name, value] : parameters_of(device, in_clblast)) {
        config.emplace_back(name, static_cast<std::int64_t>(value));
        recipe += "parameter\t" + name + "\t\t\n";
    }
    for (const char* extent : {"M", "N", "K"})
        recipe += "problem\t" + std::string(extent) + "\t{\"" + extent + "\":256}\t\n";
    recipe +=
        "precision\tf32\t4\t-DPRECISION=32\n"
        "launch\tproduct\t\t\n"
        "local\t\t1\t\n"
        "global\t\tM\t\n"
        "argument\tM\t\t\n"
        "extent\tM\t\t\n"
        "extent\tN\t\t\n"
        "extent\tK\t\t\n"
        "extra\tM\tM\tscalar int\n";
    const Kernel product{kernel, "clblast_gemm", "kernel void product() {}", kernel, recipe};
    const MeasurementKey measured{store.add(device_of(device)), store.add(product), "f32",
                                  canonical(cube(256)), "{}"};
    const Run started = store.start(run(measured));
    Trial tried = trial(started.id, 1, ns);
    tried.config = canonical(config);
    tried = store.add(tried);
    store.add(started.id, Finalist{.trial = tried.id, .rank = 1, .tied = false});
    store.end(started.id, State::finished);
}

}  // namespace

TEST_CASE("CLBlast's threshold between its two products follows two known times", "[device]") {
    const cl::Device device = cl::Device::getDefault();
    const char* const from = "XGEMM_MIN_INDIRECT_SIZE";
    const auto own = parameters_of(device, "GemmRoutine");
    const auto threshold = [&](std::int64_t indirect_ns, std::int64_t direct_ns) {
        clblast::OverrideParameters(device(), "GemmRoutine", clblast::Precision::kSingle, own);
        const Folder folder;
        {
            Store store(folder / "a.db");
            if (indirect_ns > 0) tune_clblast(store, device, "clblast_xgemm", "Xgemm", indirect_ns);
            if (direct_ns > 0)
                tune_clblast(store, device, "clblast_xgemm_direct", "XgemmDirect", direct_ns);
        }
        Tuned tuned = trusted({folder / "a.db"});
        CHECK(speed_up_clblast(tuned, device, cube(256)) == (indirect_ns > 0) + (direct_ns > 0));
        return parameters_of(device, "GemmRoutine").at(from);
    };
    CHECK(threshold(1000, 500) >= 258);
    CHECK(threshold(500, 1000) <= 256);
    CHECK(threshold(0, 1000) == own.at(from));
    CHECK(threshold(1000, 0) == own.at(from));
    clblast::OverrideParameters(device(), "GemmRoutine", clblast::Precision::kSingle, own);
}
