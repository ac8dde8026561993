// SPDX-License-Identifier: MIT
// The bests of another device are timed here: a faster one is adopted, a slower one is not, and one
// that cannot run gets a reason.
#include "tuner/campaigns/transfer_check.hpp"

#include <catch2/catch.hpp>

#include "tests/tuner/campaigns/made_campaign.hpp"

using namespace hone;
using namespace hone::made_campaign;

namespace {

/// The kernel wide is best with TILE=32 on either device, tall with 16 here and 32 there.
struct TwoDevices : MadeCampaign {
    TwoDevices() {
        know_local_memory(there);
        time = [](const MadeCase& one) {
            const bool small = one.kernel == "tall" && one.device == "Test GPU";
            return around(one, small ? 16 : 32, 128, one.kernel == "tall" ? 3000 : 1000);
        };
    }

    std::vector<TransferredConfig> transfer(const std::vector<Problem>& problems = {}) {
        return check_transfer({.measure = measure_options(),
                               .precision = "f32",
                               .problems = problems,
                               .command = command()},
                              {here}, spaces, campaign());
    }

    LocalDevice there = described("Other GPU");
};

}  // namespace

TEST_CASE("a transferred config that is faster is the best from then on") {
    TwoDevices made;
    const Problem problem = made.problem(256);
    made.tune(made.there, made.spaces, problem);
    made.tune(made.here, made.only("wide"), problem, "TILE == 8");
    made.tune(made.here, made.only("tall"), problem, "TILE == 16");
    made.check_best(made.here, problem, "wide TILE=8 WG=128");
    const auto transferred = made.transfer();
    REQUIRE(transferred.size() == 2);
    for (const TransferredConfig& config : transferred) {
        CHECK(config.from == "Other GPU");
        CHECK(config.trial.outcome == Outcome::ok);
        CHECK(config.adopted == (config.kernel == "wide"));
        const double share = config.own_best_ns / config.trial.time.median;
        CHECK(share == Approx(config.kernel == "wide" ? 2 : 0.5).epsilon(0.02));
    }
    made.check_best(made.here, problem, "wide TILE=32 WG=128");
    CHECK(made.answer(made.here, problem, "tall") == "tall TILE=16 WG=128");
    CHECK(made.transfer().empty());  // all were tried
}

TEST_CASE("a transferred config that is wrong at other sizes is not adopted") {
    TwoDevices made;
    const Problem problem = made.problem(256);
    made.tune(made.there, made.only("wide"), problem);
    made.tune(made.here, made.only("wide"), problem, "TILE == 8");
    made.behavior.size_check = [](const Config& config) {
        const bool is_transferred = config[0] == 2;  // TILE=32
        return is_transferred ? Outcome::wrong : Outcome::ok;
    };
    const auto transferred = made.transfer();
    REQUIRE(transferred.size() == 1);
    CHECK_FALSE(transferred[0].adopted);
    made.check_best(made.here, problem, "wide TILE=8 WG=128");
}

TEST_CASE("where the device has no best of its own, what is transferred is its first") {
    TwoDevices made;
    made.tune(made.there, made.spaces, made.problem(256));
    const auto transferred = made.transfer();
    REQUIRE(transferred.size() == 2);
    CHECK(transferred[0].own_best_ns == 0);
    made.check_best(made.here, made.problem(256), "wide TILE=32 WG=128");
}

TEST_CASE("only the problems that are wanted are transferred") {
    TwoDevices made;
    for (const std::int64_t m : {64, 256, 512})
        made.tune(made.there, made.only("wide"), made.problem(m));
    const auto transferred = made.transfer({made.problem(64), made.problem(512)});
    REQUIRE(transferred.size() == 2);
    CHECK(transferred[0].problem.arguments != made.problem(256).arguments);
    CHECK(transferred[1].problem.arguments != made.problem(256).arguments);
}

TEST_CASE("a config that this device cannot run is stored with the reason") {
    TwoDevices made;
    made.tune(made.there, made.only("wide"), made.problem(256));
    made.here.device.local_memory = 16384;
    made.know_local_memory(made.here);
    const auto transferred = made.transfer();
    REQUIRE(transferred.size() == 1);
    CHECK(transferred[0].trial.outcome == Outcome::rejected);
    CHECK(transferred[0].trial.message.find("local_memory") != std::string::npos);
    CHECK_FALSE(transferred[0].adopted);
}
