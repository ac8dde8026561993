// SPDX-License-Identifier: MIT
// The shard of a call: explicit, or from a launcher's variables.
#include "tuner/cli/options/shard_option.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <map>
#include <string>

#include "spaces/base/error.hpp"

using namespace hone;
using namespace hone::cli;

namespace {

/// Sets these variables for its lifetime, and hides those of a launcher that runs the tests.
class Environment {
  public:
    explicit Environment(const std::map<std::string, std::string>& said) {
        for (const char* name :
             {"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN",
              "SLURM_ARRAY_TASK_STEP", "SLURM_PROCID", "SLURM_STEP_NUM_TASKS",
              "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE"})
            unsetenv(name);
        for (const auto& [name, value] : said) setenv(name.c_str(), value.c_str(), 1);
    }
};

std::string asked(const std::map<std::string, std::string>& said) {
    const Environment environment(said);
    return text(read_shard("auto"));
}

}  // namespace

TEST_CASE("a shard is said as one of so many") {
    CHECK(read_shard("1/4").which == 0);
    CHECK(read_shard("4/4").which == 3);
    CHECK(text(read_shard("3/1000")) == "3/1000");
    for (const char* wrong : {"", "0/4", "5/4", "1", "1/", "/4", "-1/4", "1/4/5", "one/two"})
        CHECK_THROWS_AS(read_shard(wrong), Error);
}

TEST_CASE("launchers say the shard") {
    const std::map<std::string, std::string> array{{"SLURM_ARRAY_TASK_ID", "14"},
                                                   {"SLURM_ARRAY_TASK_COUNT", "4"},
                                                   {"SLURM_ARRAY_TASK_MIN", "10"},
                                                   {"SLURM_ARRAY_TASK_STEP", "2"}};
    CHECK(asked(array) == "3/4");
    CHECK(asked({{"SLURM_PROCID", "1"}, {"SLURM_STEP_NUM_TASKS", "2"}}) == "2/2");
    CHECK(asked({{"PMI_RANK", "0"}, {"PMI_SIZE", "8"}}) == "1/8");
    // Open MPI under Slurm: its ranks count, not the Slurm tasks that started them.
    CHECK(asked({{"OMPI_COMM_WORLD_RANK", "6"},
                 {"OMPI_COMM_WORLD_SIZE", "8"},
                 {"SLURM_PROCID", "1"},
                 {"SLURM_STEP_NUM_TASKS", "2"}}) == "7/8");
    CHECK_THROWS_AS(asked({}), Error);
    CHECK_THROWS_AS(asked({{"SLURM_PROCID", "0"}}), Error);
}

TEST_CASE("an array of jobs of several tasks has as many shards as both multiplied") {
    CHECK(asked({{"SLURM_ARRAY_TASK_ID", "1"},
                 {"SLURM_ARRAY_TASK_COUNT", "3"},
                 {"SLURM_ARRAY_TASK_MIN", "0"},
                 {"SLURM_PROCID", "1"},
                 {"SLURM_STEP_NUM_TASKS", "2"}}) == "4/6");
}
