// SPDX-License-Identifier: MIT
// The speed of building spaces, and of enumerating, sampling and neighborhood moves of candidates:
// one table over the known spaces, or over the named files. Each figure is the best of several
// rounds; a build is timed from the file's text to the first possible query.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <vector>

#include "reports/text/quantity.hpp"
#include "reports/text/table.hpp"
#include "spaces/candidates/candidates.hpp"
#include "spaces/candidates/rejections.hpp"
#include "spaces/formats/read_space.hpp"

using namespace hone;

namespace {

using Time = std::chrono::steady_clock;

double nanoseconds_since(Time::time_point start) {
    return std::chrono::duration<double, std::nano>(Time::now() - start).count();
}

// The best of some rounds, in nanoseconds per call.
template <class Work>
double best_times(int rounds, int calls, const Work& work) {
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const auto start = Time::now();
        for (int call = 0; call < calls; ++call) work();
        best = std::min(best, nanoseconds_since(start) / calls);
    }
    return best;
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

// A sum of the results, so that no compiler removes the work.
volatile std::size_t witness = 0;
void look_at(const Config& config) {
    witness = witness + config.front();
}

Row measure(const std::filesystem::path& file) {
    const std::string text = text_of(file);
    const double build =
        best_times(20, 1, [&] { witness = witness + Candidates(read_space(text, file)).nodes(); });
    const Space space = read_space(text, file);
    const Candidates candidates(space);
    Random random(1);
    constexpr int rounds = 10;
    constexpr int calls = 20000;
    const double at = best_times(
        rounds, calls, [&] { look_at(candidates.at(random.below(*candidates.count()))); });
    const double draw = best_times(rounds, calls, [&] { look_at(candidates.draw(random)); });
    const auto neighbors = [&](Neighborhood near) {
        const Config from = candidates.draw(random);
        const auto found =
            static_cast<double>(std::max<std::size_t>(candidates.neighbors(from, near).size(), 1));
        return best_times(rounds, 20,
                          [&] { witness = witness + candidates.neighbors(from, near).size(); }) /
               found;
    };
    const auto whole = [](Index index) {
        return Cell::digits(hone::text(index), human::count(hone::text(index)));
    };
    const auto time = [](double ns) { return Cell(human::time(ns), ns); };
    return {space.name,
            whole(product(space).value_or(0)),
            whole(*candidates.count()),
            time(build),
            Cell(human::bytes(static_cast<double>(candidates.bytes())), candidates.bytes()),
            time(at),
            time(draw),
            time(neighbors(Neighborhood::adjacent)),
            time(neighbors(Neighborhood::repaired))};
}

std::vector<std::filesystem::path> files(int count, char** words) {
    std::vector<std::filesystem::path> all(words + 1, words + count);
    if (!all.empty()) return all;
    for (const auto& entry :
         std::filesystem::directory_iterator(HONE_SOURCE_DIR "/tests/spaces/known")) {
        if (entry.path().extension() == ".json") all.push_back(entry.path());
    }
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

int main(int count, char** words) {
    Table table{{{"space"},
                 {"product", Align::right},
                 {"valid", Align::right},
                 {"build", Align::right, "ns"},
                 {"memory", Align::right, "bytes"},
                 {"at", Align::right, "ns"},
                 {"sample", Align::right, "ns"},
                 {"neighbor", Align::right, "ns"},
                 {"repaired", Align::right, "ns"}}};
    for (const auto& file : files(count, words)) table.rows.push_back(measure(file));
    fmt::print("{}", as_text(table));
}
