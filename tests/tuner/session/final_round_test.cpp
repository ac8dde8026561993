// SPDX-License-Identifier: MIT
// The simpler one of two equally fast configs.
#include "tuner/session/final_round.hpp"

#include <catch2/catch.hpp>

using namespace hone;

namespace {

struct Cost {
    std::int64_t local_memory, registers, registers_expected, work_group;
};

Trial trial(const Cost& cost) {
    Trial trial;
    trial.local_memory = cost.local_memory;
    trial.registers = cost.registers;
    trial.registers_expected = cost.registers_expected;
    trial.work_group = cost.work_group;
    return trial;
}

}  // namespace

TEST_CASE("less local memory is simpler, then fewer registers, then a smaller work-group") {
    // From simple to costly.
    const std::vector<Cost> sorted{{0, 32, 16, 512},   {0, 64, 16, 64},    {0, 0, 65, 64},
                                   {1024, 16, 16, 64}, {1024, 16, 16, 65}, {1024, 17, 16, 1},
                                   {2048, 0, 0, 1}};
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        for (std::size_t j = 0; j < sorted.size(); ++j) {
            CAPTURE(i, j);
            CHECK(simpler(trial(sorted[i]), trial(sorted[j])) == (i < j));
        }
    }
}
