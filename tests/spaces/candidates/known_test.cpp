// SPDX-License-Identifier: MIT
// Published spaces with a known number of candidates: CLBlast's and CLTune's GEMM, KTT's, ATF's and
// the benchmark collection of Kernel Tuner's. If every combination can be tried, the candidates are
// exactly those that this finds.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "spaces/candidates/candidates.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/space/space.hpp"
#include "tests/spaces/candidates/brute_force.hpp"

using namespace hone;

namespace {

constexpr double too_many_to_try = 25e6;

std::vector<std::filesystem::path> known_files() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(HONE_SOURCE_DIR "/tests/spaces/known")) {
        files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::uint64_t known_count(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return nlohmann::json::parse(stream)["truth"]["valid"];
}

// The input of the brute force, read without the tested readers.
struct Trial {
    std::vector<std::string> names;
    std::vector<std::vector<double>> values;
    std::vector<brute_force::Program> constraints;
    double product = 1;

    explicit Trial(const std::filesystem::path& file) {
        std::ifstream stream(file);
        const auto json = nlohmann::json::parse(stream);
        for (const auto& parameter : json["params"]) {
            names.push_back(parameter["name"]);
            values.push_back(parameter["values"]);
            product *= static_cast<double>(values.back().size());
        }
        for (const auto* key : {"constraints", "implicit_constraints"}) {
            for (const std::string text : json[key]) constraints.emplace_back(text, names);
        }
    }
};

}  // namespace

TEST_CASE("there are as many candidates as are known", "[known]") {
    const auto files = known_files();
    CHECK(files.size() == 21);
    for (const auto& file : files) {
        INFO(file.filename());
        const Candidates candidates(read_space(file));
        CHECK(text(candidates.count().value()) == std::to_string(known_count(file)));
    }
}

TEST_CASE("the candidates are those that trying every combination finds", "[known][slow]") {
    for (const auto& file : known_files()) {
        const Trial trial(file);
        if (trial.product > too_many_to_try) continue;
        INFO(file.filename());
        const Candidates candidates(read_space(file));
        // Each combination found has a different number, and there are as many numbers, so all are
        // covered.
        std::uint64_t found = 0;
        std::uint64_t misnumbered = 0;
        brute_force::each_legal(trial.values, trial.constraints, [&](const Config& config) {
            ++found;
            const auto index = candidates.index_of(config);
            if (!index || *index >= *candidates.count() || candidates.at(*index) != config) {
                ++misnumbered;
            }
        });
        CHECK(found == known_count(file));
        CHECK(text(candidates.count().value()) == std::to_string(found));
        CHECK(misnumbered == 0);
    }
}
