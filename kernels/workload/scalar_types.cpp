// SPDX-License-Identifier: MIT
// Types with names of the program's own are not compared.
#include "kernels/workload/scalar_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "kernels/launch/element.hpp"

namespace hone {
namespace {

using namespace std::string_view_literals;

constexpr std::array whole_types{"char"sv, "uchar"sv, "short"sv, "ushort"sv,
                                 "int"sv,  "uint"sv,  "long"sv,  "ulong"sv};
constexpr std::array real_types{"half"sv, "float"sv, "double"sv};

// Of a vector by its elements; nothing for any other type.
std::optional<bool> is_real(std::string_view type) {
    const auto end = type.find_last_not_of("0123456789");
    const std::string_view element = type.substr(0, end == type.npos ? 0 : end + 1);
    if (std::ranges::find(real_types, element) != real_types.end()) return true;
    if (std::ranges::find(whole_types, element) != whole_types.end()) return false;
    return std::nullopt;
}

// What the compiler calls it; empty where it does not say.
std::string type_in_kernel(const cl::Kernel& kernel, cl_uint index) {
    try {
        const std::string type = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index);
        return type.substr(0, type.find('\0'));
    } catch (const cl::Error&) {
        return {};
    }
}

const Argument* declared_scalar(const Space& space, const std::string& name) {
    const auto found = std::ranges::find(space.arguments, name, &Argument::name);
    const bool is_scalar = found != space.arguments.end() &&
                           found->kind == Argument::Kind::scalar && found->members.empty();
    return is_scalar ? &*found : nullptr;
}

std::vector<std::string> names_of_arguments(const Space& space, const Launch& launch) {
    if (!launch.arguments.empty()) return launch.arguments;
    std::vector<std::string> names;
    for (const Argument& each : space.arguments) names.push_back(each.name);
    return names;
}

std::string misfit_of(const Space& space, std::string_view precision, const cl::Kernel& kernel,
                      const Launch& launch) {
    cl_uint index = 0;
    for (const std::string& name : names_of_arguments(space, launch)) {
        const Argument* declared = declared_scalar(space, name);
        const cl_uint place = index++;
        if (declared == nullptr) continue;
        const std::string_view type =
            declared->type == "real" ? stored_type(precision) : std::string_view(declared->type);
        const std::string taken = type_in_kernel(kernel, place);
        const auto given = is_real(type);
        if (!given || !is_real(taken) || given == is_real(taken)) continue;
        return fmt::format(
            "kernel '{}', argument {} '{}': the space hands it '{}'; the kernel "
            "has '{}'",
            launch.entry, place + 1, name, type, taken);
    }
    return {};
}

}  // namespace

std::string scalar_misfit(const Space& space, std::string_view precision, const Launcher& launcher,
                          const std::vector<Launch>& launches) {
    for (std::size_t i = 0; i < launcher.kernels().size() && i < launches.size(); ++i) {
        std::string misfit = misfit_of(space, precision, launcher.kernels()[i], launches[i]);
        if (!misfit.empty()) return misfit;
    }
    return {};
}

}  // namespace hone
