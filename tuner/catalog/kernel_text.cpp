// SPDX-License-Identifier: MIT
// Reads the files of a kernel.
#include "tuner/catalog/kernel_text.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "kernels/launch/kernel_source.hpp"
#include "tuner/catalog/recipe_writer.hpp"

namespace hone {
namespace {

std::string read_file(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    if (!in)
        throw Error(Exit::environment, fmt::format("cannot read {}", file.string()),
                    "check that the file exists and may be read");
    return text.str();
}

}  // namespace

Kernel kernel_of(const Space& space) {
    std::string source = kernel_source(space.source);
    std::string recipe = recipe_of(space, source);
    return {.name = space.name,
            .routine = space.routine.empty() ? space.name : space.routine,
            .source = std::move(source),
            .space = read_file(space.file),
            .recipe = std::move(recipe)};
}

}  // namespace hone
