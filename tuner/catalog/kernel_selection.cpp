// SPDX-License-Identifier: MIT
// Every kernel whose space names the routine is a candidate; these kernels compete.
#include "tuner/catalog/kernel_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>

#include "kernels/launch/clblast_kernel.hpp"
#include "kernels/workload/empty_problem.hpp"
#include "kernels/workload/size_limits.hpp"
#include "spaces/base/did_you_mean.hpp"
#include "spaces/candidates/rejections.hpp"
#include "spaces/formats/read_space.hpp"
#include "spaces/space/requirement.hpp"
#include "tuner/catalog/find_space.hpp"
#include "tuner/catalog/store_text.hpp"
#include "tuner/devices/device_facts.hpp"

namespace hone {
namespace {

// Reads each file once.
std::vector<Space> all_shipped() {
    static std::mutex mutex;
    static std::map<std::filesystem::path, Space> read;
    const std::lock_guard lock(mutex);
    std::vector<Space> spaces;
    for (const std::string& name : shipped_spaces()) {
        const std::filesystem::path file = find_space(name);
        if (!read.contains(file)) read.emplace(file, read_space(file));
        spaces.push_back(read.at(file));
    }
    return spaces;
}

}  // namespace

std::vector<Space> spaces_named(const std::string& word) {
    std::vector<Space> spaces = all_shipped();
    // CLBlast's own kernels are tuned only when named.
    std::erase_if(spaces, [&](const Space& space) {
        const bool is_clblast = !space.launch.empty() && is_clblast_kernel(space.launch[0].entry);
        return space.routine != word || is_clblast;
    });
    if (!spaces.empty()) return spaces;
    const std::vector<std::string> words = known_words();
    const bool is_space = std::find(words.begin(), words.end(), word) != words.end();
    if (is_space || std::filesystem::exists(word)) return {read_space(find_space(word))};
    for (Space& space : all_shipped())
        if (is_named(space, word)) return {std::move(space)};
    throw Error(
        Exit::usage,
        fmt::format("unknown routine, kernel or file '{}'{}", word, did_you_mean(word, words)),
        words.empty()
            ? "nothing that comes with hone was found: install it anew, or name its folder "
              "share/hone by HONE_SHARE"
            : fmt::format("available: {}; or the path of your own .toml", fmt::join(words, ", ")));
}

std::string stored_name(const std::string& word) {
    return is_path_of_file(word) ? read_space(word).name : word;
}

std::vector<std::string> known_words() {
    std::set<std::string> routines;
    for (const Space& space : all_shipped()) routines.insert(space.routine);
    std::vector<std::string> words(routines.begin(), routines.end());
    for (const std::string& name : shipped_spaces()) words.push_back(name);
    return words;
}

std::string sizes_past_device(const Space& space, const Problem& problem, const Names& known) {
    if (space.program) return {};
    std::string fault = empty_problem(space, problem, known);
    return fault.empty() ? size_fault(space, problem, known) : fault;
}

std::optional<std::string> unmet_requirement(const Space& space, const LocalDevice& device,
                                             const Problem& problem) {
    const auto& precisions = space.precisions;
    if (!precisions.empty() &&
        std::find(precisions.begin(), precisions.end(), problem.precision) == precisions.end()) {
        return fmt::format("it does not compute in {}", problem.precision);
    }
    const Names known = known_names(device.device, problem);
    const Requirement requirement = requirement_of(space, known);
    if (!requirement.holds) return fmt::format("it requires {}", requirement.text);
    if (std::string fault = sizes_past_device(space, problem, known); !fault.empty()) return fault;
    if (!first_candidate(space, known))
        return "no candidate is legal for this problem on this device: " +
               why_no_candidate(space, known);
    return std::nullopt;
}

bool is_memory_bound(const Plan& plan) {
    constexpr double flops_per_byte =
        8;  // FLOP per byte, below the machine balance of every device of the last twenty years
    return plan.bytes > 0 && plan.flops < flops_per_byte * plan.bytes;
}

}  // namespace hone
