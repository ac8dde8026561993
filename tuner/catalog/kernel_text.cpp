// SPDX-License-Identifier: MIT
// Reads the files of a kernel.
#include "tuner/catalog/kernel_text.hpp"

#include "kernels/launch/kernel_source.hpp"
#include "tuner/catalog/recipe_writer.hpp"

namespace hone {
Kernel kernel_of(const Space& space) {
    std::string source = space.program ? space.program->text : source_of(space);
    std::string recipe = space.program ? "" : recipe_of(space, source);
    return {.name = space.name,
            .routine = space.routine.empty() ? space.name : space.routine,
            .source = std::move(source),
            .space = space.text,
            .recipe = std::move(recipe)};
}

}  // namespace hone
