// SPDX-License-Identifier: MIT
// Any words, one per line, are a call that hone understands, or a usage error; nothing is run. The
// text after an equals sign is also read as each kind of figure that options take.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "spaces/formats/read_space.hpp"
#include "spaces/space/problem.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/options/quantities.hpp"
#include "tuner/cli/options/sizes.hpp"

using namespace hone;
using namespace hone::cli;

namespace {

void must(bool holds) {
    if (!holds) std::abort();
}

template <class Read>
void understood(Read read) try {
    read();
} catch (const Error& error) {
    must(error.exit() == Exit::usage && *error.what() != '\0');
}

std::vector<std::string> lines(std::string_view text) {
    std::vector<std::string> all;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        all.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return all;
}

const Space& product() {
    static const Space space = read_space(
        "routine = \"gemm\"\n[problem]\nM = 1024\nN = 1024\nK = 1024\n[parameters]\nA = [1, 2]\n",
        "product.toml");
    return space;
}

void read_figures(const std::string& text) {
    understood([&] { must(read_duration(text, "time").count() >= 0); });
    understood([&] { must(read_count(text, "count") >= 0); });
    understood([&] { must(read_share(text, "share") <= 1); });
    understood([&] { must(read_percentage(text, "percentage") >= 0); });
    understood([&] { read_names(text, "size"); });
    understood([&] {
        for (const Names& size : read_sizes(text, product())) make_problem(product(), "f32", size);
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    const auto words = lines({reinterpret_cast<const char*>(bytes), size});
    if (words.empty()) return -1;
    understood([&] {
        const Command& command = find_command(words[0]);
        parse(command, std::span(words).subspan(1));
    });
    for (const std::string& word : words)
        if (const auto sign = word.find('='); sign != word.npos)
            read_figures(word.substr(sign + 1));
    return 0;
}
