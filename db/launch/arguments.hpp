// SPDX-License-Identifier: MIT
// The kernel arguments that an application may set. Rejects wrong names, types and values before
// they reach the driver.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/tuned_kernel.hpp"

namespace hone::launch {

/// Whether an argument is null: it has no value, or the bytes of a null buffer.
bool is_null(std::size_t size, const void* value);

/// The bytes of a scalar as the kernel expects them.
std::string scalar_bytes(const std::string& type, double value);

class Arguments {
  public:
    /// Throws a Failure if a leading dimension of the problem is shorter than a row.
    explicit Arguments(const TunedKernel& answer);

    /// The scalars that follow from the problem: its extents, and the leading dimensions of a
    /// matrix product.
    struct Scalar {
        std::string type;
        double value = 0;
    };
    const std::map<std::string, Scalar, std::less<>>& of_problem() const { return of_problem_; }

    /// The arguments that the application has to set.
    const std::vector<std::string>& of_application() const { return of_application_; }

    /// Throws a Failure unless the argument exists with this type and size, and the application
    /// sets it or the value is the problem's. An empty type is not checked.
    void check(std::string_view name, std::string_view type, std::size_t size,
               const void* value) const;

  private:
    void check_of_problem(const std::string& name, const Scalar& scalar, std::string_view type,
                          std::size_t size, const void* value) const;
    void add_leading_dimensions(const TunedKernel& answer);

    std::string kernel_;
    std::map<std::string, Scalar, std::less<>> of_problem_;
    std::map<std::string, std::string, std::less<>> types_;  // if known
    std::vector<std::string> of_application_;
};

}  // namespace hone::launch
