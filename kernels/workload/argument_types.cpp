// SPDX-License-Identifier: MIT
// Types that the program defines itself are not compared.
#include "kernels/workload/argument_types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "kernels/launch/element.hpp"
#include "spaces/base/number_types.hpp"

namespace hone {
namespace {

// The element type of a vector type.
std::string_view element_in(std::string_view type) {
    const auto end = type.find_last_not_of("0123456789");
    return type.substr(0, end == type.npos ? 0 : end + 1);
}

// Empty for a type that OpenCL does not define.
std::optional<bool> is_real(std::string_view type) {
    const NumberType* const found = number_type(element_in(type));
    return found ? std::optional(found->is_real) : std::nullopt;
}

// The type as the compiler reports it; empty if it is not reported.
std::string type_in_kernel(const cl::Kernel& kernel, cl_uint index) {
    try {
        const std::string type = kernel.getArgInfo<CL_KERNEL_ARG_TYPE_NAME>(index);
        return type.substr(0, type.find('\0'));
    } catch (const cl::Error&) {
        return {};
    }
}

// The storage type of an element: signedness is ignored, and a half is two bytes. Empty for a type
// that OpenCL does not define.
std::string_view stored_as(std::string_view type) {
    using Pair = std::pair<std::string_view, std::string_view>;
    constexpr std::array alike{Pair{"uchar", "char"},    Pair{"ushort", "short"},
                               Pair{"uint", "int"},      Pair{"ulong", "long"},
                               Pair{"half", "short"},    Pair{"bfloat16", "short"},
                               Pair{"tfloat32", "float"}};
    const std::string_view element = element_in(type);
    const auto* const found = std::ranges::find(alike, element, &Pair::first);
    if (found != alike.end()) return found->second;
    return is_real(element) ? element : std::string_view();
}

// The declared argument with a comparable type: neither a struct nor scratch memory.
const Argument* declared(const Space& space, const std::string& name) {
    const auto found = std::ranges::find(space.arguments, name, &Argument::name);
    if (found == space.arguments.end() || !found->members.empty()) return nullptr;
    const bool is_buffer =
        found->kind == Argument::Kind::buffer && found->fill != Argument::Fill::scratch;
    return is_buffer || found->kind == Argument::Kind::scalar ? &*found : nullptr;
}

bool is_scalar_misfit(std::string_view given, std::string_view taken) {
    return is_real(given) && is_real(taken) && is_real(given) != is_real(taken);
}

// A kernel may read any buffer as bytes, and bytes from a file as any type.
bool is_buffer_misfit(const Argument& buffer, std::string_view given, std::string_view taken) {
    const auto star = taken.find_first_of(" *");
    if (star == taken.npos || taken.find('*') != taken.rfind('*')) return false;
    const std::string_view kernels = stored_as(taken.substr(0, star));
    const std::string_view own = stored_as(given);
    if (kernels.empty() || own.empty() || kernels == "char") return false;
    return kernels != own && !(own == "char" && buffer.fill == Argument::Fill::file);
}

std::string given_type(const Argument& argument, std::string_view precision) {
    const std::string_view element = element_in(argument.type);
    if (element != "real") return argument.type;
    return std::string(stored_type(precision)) + argument.type.substr(element.size());
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
        const Argument* argument = declared(space, name);
        const cl_uint place = index++;
        if (argument == nullptr) continue;
        const std::string type = given_type(*argument, precision);
        const std::string taken = type_in_kernel(kernel, place);
        const bool fits = argument->kind == Argument::Kind::scalar
                              ? !is_scalar_misfit(type, taken)
                              : !is_buffer_misfit(*argument, type, taken);
        if (fits) continue;
        return fmt::format(
            "kernel '{}', argument {} '{}': the space hands it '{}'; the kernel "
            "has '{}'",
            launch.entry, place + 1, name, type, taken);
    }
    return {};
}

}  // namespace

std::string argument_misfit(const Space& space, std::string_view precision,
                            const std::vector<cl::Kernel>& kernels,
                            const std::vector<Launch>& launches) {
    for (std::size_t i = 0; i < kernels.size() && i < launches.size(); ++i) {
        std::string misfit = misfit_of(space, precision, kernels[i], launches[i]);
        if (!misfit.empty()) return misfit;
    }
    return {};
}

}  // namespace hone
