// SPDX-License-Identifier: MIT
// The types of the arguments of matrix products and reductions follow from the routine; the driver
// reports those of other kernels.
#include "db/launch/arguments.hpp"

#include <CL/cl.h>

#include <algorithm>
#include <cstring>

#include "db/api/status.hpp"
#include "db/lookup/query_check.hpp"
#include "db/lookup/scalar_type.hpp"

namespace hone::launch {
namespace {

std::string number(double value) {
    const auto whole = static_cast<std::int64_t>(value);
    return static_cast<double>(whole) == value ? std::to_string(whole) : std::to_string(value);
}

bool is_named(const TunedKernel& answer, const std::string& name) {
    return std::ranges::any_of(answer.launches, [&](const TunedKernel::Launch& launch) {
        return std::ranges::find(launch.arguments, name) != launch.arguments.end();
    });
}

std::vector<std::string> application_arguments(const TunedKernel& answer) {
    std::vector<std::string> names;
    for (const auto& launch : answer.launches)
        for (const std::string& name : launch.arguments) {
            const bool extra = std::ranges::find(answer.extras, name, &TunedKernel::Extra::name) !=
                               answer.extras.end();
            if (!extra && std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    std::ranges::sort(names);
    return names;
}

}  // namespace

bool is_null(std::size_t size, const void* value) {
    constexpr void* null = nullptr;
    return value == nullptr || (size == sizeof null && std::memcmp(value, &null, size) == 0);
}

std::string scalar_bytes(const std::string& type, double value) {
    const ScalarType* known = scalar_type(type);
    if (known == nullptr) throw Failure(HONE_NO_KERNEL, "no scalar can be of type '" + type + "'");
    return known->bytes(value);
}

Arguments::Arguments(const TunedKernel& answer)
    : kernel_(answer.kernel), of_application_(application_arguments(answer)) {
    for (const auto& extra : answer.extras)
        if (extra.kind == TunedKernel::Extra::Kind::scalar)
            of_problem_[extra.name] = {extra.type, extra.value};
    if (answer.routine == "gemm") {
        add_leading_dimensions(answer);
        for (const char* factor : {"alpha", "beta"})
            types_[factor] = answer.precision == "f64" ? "double" : "float";
        for (const char* matrix : {"A", "B", "C"}) types_[matrix] = "buffer";
    }
    if (answer.routine == "reduction")
        for (const char* vector : {"x", "y", "result"}) types_[vector] = "buffer";
}

// A leading dimension of 0 means rows without gaps.
void Arguments::add_leading_dimensions(const TunedKernel& answer) {
    for (const lookup::StoredRows& rows : lookup::gemm_rows) {
        const std::string name(rows.leading);
        if (!is_named(answer, name)) continue;
        const lookup::GivenRows given = lookup::given_rows(rows, answer.problem);
        if (given.are_too_close())
            throw Failure(HONE_BAD_ARGUMENT, "'" + name + "' is " + std::to_string(given.leading) +
                                                 ", but rows have " +
                                                 std::to_string(given.columns) + " elements");
        of_problem_[name] = {
            "int", static_cast<double>(given.leading == 0 ? given.columns : given.leading)};
        std::erase(of_application_, name);
    }
}

void Arguments::check_of_problem(const std::string& name, const Scalar& scalar,
                                 std::string_view type, std::size_t size, const void* value) const {
    const std::string wanted = scalar_bytes(scalar.type, scalar.value);
    if ((!type.empty() && type != scalar.type) || size != wanted.size() || value == nullptr)
        throw Failure(CL_INVALID_ARG_SIZE,
                      "'" + name + "' of " + kernel_ + " is a scalar of type " + scalar.type);
    if (std::memcmp(value, wanted.data(), size) != 0)
        throw Failure(CL_INVALID_ARG_VALUE, "'" + name + "' is " + number(scalar.value) +
                                                " in the problem; set it there");
}

void Arguments::check(std::string_view name, std::string_view type, std::size_t size,
                      const void* value) const {
    const std::string said(name);
    if (const auto fixed = of_problem_.find(name); fixed != of_problem_.end())
        return check_of_problem(said, fixed->second, type, size, value);
    if (std::ranges::find(of_application_, name) == of_application_.end())
        throw Failure(CL_INVALID_ARG_INDEX, kernel_ + " has no argument '" + said + "'; it has " +
                                                lookup::listed(of_application_));
    const auto known = types_.find(name);
    if (known == types_.end()) return;
    const std::size_t wanted =
        known->second == "buffer" ? sizeof(cl_mem) : scalar_bytes(known->second, 0).size();
    if ((!type.empty() && type != known->second) || size != wanted || value == nullptr)
        throw Failure(CL_INVALID_ARG_SIZE,
                      "'" + said + "' of " + kernel_ + " is a " + known->second +
                          (type.empty() ? "" : ", not a " + std::string(type)));
    if (known->second == "buffer" && is_null(size, value))
        throw Failure(CL_INVALID_ARG_VALUE, "'" + said + "' of " + kernel_ + " has no buffer");
}

}  // namespace hone::launch
