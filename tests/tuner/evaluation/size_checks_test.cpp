// SPDX-License-Identifier: MIT
// The number of other sizes on which a config is checked: all, unless that takes long. The time is
// simulated.
#include "tuner/evaluation/size_checks.hpp"

#include <catch2/catch.hpp>

#include "spaces/formats/read_space.hpp"
#include "tests/db/samples.hpp"

using namespace hone;

namespace {

/// Seconds of a check of a problem with n elements.
using CheckCost = std::function<double(std::int64_t n)>;

class OwnKernel {
  public:
    explicit OwnKernel(std::int64_t n, const std::string& sizes = "",
                       const std::string& constraints = "") {
        setup_.space = read_space("problem = { n = " + std::to_string(n) +
                                      " }\nparameters = { WG = [1] }\n"
                                      "launch = [{ entry = 'k', local = [1], global = ['n'] }]\n"
                                      "arguments = [{ name = 'y', type = 'float', count = 'n', "
                                      "fill = 'output' }]\n" +
                                      constraints +
                                      "\n[check]\nreference = 'k'\nlocal = [1]\n"
                                      "global = ['n']\n" +
                                      sizes,
                                  "own.toml");
        setup_.problem = make_problem(setup_.space, "f32", {});
        setup_.device.device = samples::device();
    }

    /// The checked sizes, in order.
    std::vector<std::int64_t> checked(const CheckCost& cost) {
        double seconds = 0;
        std::vector<std::int64_t> all;
        SizeChecks checks(setup_, "here", passed_, [&] { return seconds; });
        const bool right = checks.all_pass({0}, [&](const Problem& problem) {
            all.push_back(std::get<Number>(problem.arguments.at("n")).numerator());
            seconds += cost(all.back());
            return true;
        });
        CHECK(right);
        CHECK(checks.has_passed({0}));
        return all;
    }

    /// With the checks that this kernel has passed so far.
    SizeChecks with_memory(const std::string& built) { return {setup_, built, passed_}; }

  private:
    BenchSetup setup_;
    std::shared_ptr<PassedChecks> passed_ = std::make_shared<PassedChecks>();
};

using Sizes = std::vector<std::int64_t>;

CheckCost per_element(double seconds) {
    return [seconds](std::int64_t n) { return seconds * static_cast<double>(n); };
}

}  // namespace

TEST_CASE("a quick kernel is checked on every size, each of them once") {
    for (const std::int64_t n : {2, 1024, 1 << 20}) {
        const Sizes all = OwnKernel(n).checked(per_element(1e-7));
        CHECK(all.size() >= 19);
        CHECK(std::set<std::int64_t>(all.begin(), all.end()).size() == all.size());
        CHECK(std::ranges::count(all, n) == 0);
    }
}

TEST_CASE("a kernel that takes as long for one element as for all is checked on a few sizes") {
    CHECK(OwnKernel(1024).checked([](auto) { return 2.0; }) == Sizes{1023, 1025, 1, 3});
    CHECK(OwnKernel(2).checked([](auto) { return 2.0; }) == Sizes{1, 3});
}

TEST_CASE("a kernel is not checked at sizes that it does not take") {
    const Sizes all = OwnKernel(64, "", "requires = 'n <= 64'").checked(per_element(1e-7));
    CHECK(all.size() >= 6);
    CHECK(std::ranges::max(all) == 63);
    CHECK(OwnKernel(8, "sizes = [{ n = 7 }, { n = 16 }]", "requires = 'n % 8 == 0'")
              .checked(per_element(1e-7)) == Sizes{16});
}

TEST_CASE("sizes that are larger than the tuned one take no minutes") {
    const Sizes all = OwnKernel(2).checked(per_element(0.05));
    CHECK(all == Sizes{1, 3, 31});
    CHECK(OwnKernel(1 << 20).checked(per_element(1e-6)).size() >= 20);
}

TEST_CASE("a quick kernel is checked on more than 16 bits count, and at a multiple of its size") {
    for (const std::int64_t n : {100, 10000}) {
        const Sizes all = OwnKernel(n).checked(per_element(1e-7));
        CHECK(std::ranges::count_if(all, [](auto each) { return each > 65536; }) == 2);
        CHECK(std::ranges::max(all) % n == 0);
        const Sizes aligned =
            OwnKernel(n, "", "requires = 'n % 100 == 0'").checked(per_element(1e-7));
        CHECK(std::ranges::max(aligned) > 65536);
        CHECK(std::ranges::max(aligned) < 65539 + n);
    }
}

TEST_CASE("a size that is far larger than the tuned one is checked where it takes no minutes") {
    const CheckCost squared = [](std::int64_t n) {
        return 1e-3 + 1e-8 * static_cast<double>(n) * static_cast<double>(n);
    };
    double seconds = 0;
    for (const std::int64_t n : OwnKernel(100).checked(squared)) seconds += squared(n);
    CHECK(seconds < 3);
}

TEST_CASE("a device may refuse a launch that is far larger, and only such a one") {
    OwnKernel own(100);
    SizeChecks checks = own.with_memory("here");
    Sizes refused;
    checks.all_pass({0}, [&](const Problem& problem) {
        CHECK_FALSE(checks.may_refuse(problem, Outcome::wrong));
        CHECK(checks.may_refuse(problem, Outcome::rejected));
        if (checks.may_refuse(problem, Outcome::launch))
            refused.push_back(std::get<Number>(problem.arguments.at("n")).numerator());
        return true;
    });
    CHECK(refused.size() == 4);
    CHECK(std::ranges::min(refused) == 4099);
}

TEST_CASE("what every check takes, such as a build, keeps no larger size from being checked") {
    const CheckCost with_build = [](std::int64_t n) { return 0.1 + 1e-5 * static_cast<double>(n); };
    CHECK(OwnKernel(1024).checked(with_build).size() >= 19);
}

TEST_CASE("sizes that the space names are checked however long they take") {
    CHECK(OwnKernel(8, "sizes = [{ n = 5 }, { n = 900 }, { n = 901 }]").checked(per_element(1)) ==
          Sizes{5, 900, 901});
}

TEST_CASE(
    "what was passed is not asked again of the same config, as it was built, at the same size") {
    OwnKernel own(8, "sizes = [{ n = 5 }, { n = 900 }]");
    Sizes asked;
    std::int64_t wrong_at = 900;
    const auto check = [&](const Problem& problem) {
        asked.push_back(std::get<Number>(problem.arguments.at("n")).numerator());
        return asked.back() != wrong_at;
    };
    const auto asked_of = [&](const std::string& built, const Config& config) {
        asked.clear();
        own.with_memory(built).all_pass(config, check);
        return asked;
    };
    CHECK(asked_of("here", {0}) == Sizes{5, 900});
    CHECK(asked_of("here", {0}) == Sizes{900});  // which was not passed
    CHECK(asked_of("here", {0}) == Sizes{900});
    wrong_at = 0;
    CHECK(asked_of("here", {0}) == Sizes{900});
    CHECK(asked_of("here", {0}).empty());
    CHECK(asked_of("there", {0}) == Sizes{5, 900});
}

TEST_CASE("a config is checked where it would only be slow, not where it may not run") {
    const auto checked = [](const std::string& rule) {
        return OwnKernel(1024, "sizes = [{ n = 5 }, { n = 900 }]",
                         "[constraints]\n\"large enough\" = " + rule)
            .checked(per_element(0));
    };
    CHECK(checked("{ kind = \"performance\", holds = \"n >= 100\" }") == Sizes{5, 900});
    CHECK(checked("{ kind = \"legality\", holds = \"n >= 100\" }") == Sizes{900});
    CHECK(checked("\"n >= 100\"") == Sizes{900});
}
