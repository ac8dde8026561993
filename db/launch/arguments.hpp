// SPDX-License-Identifier: MIT
// What an application may set of a kernel's arguments: names, types and values that cannot be right
// are refused before the driver sees them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "db/lookup/tuned_kernel.hpp"

namespace hone::launch {

/// A scalar in the bytes that a kernel takes.
std::string scalar_bytes(const std::string& type, double value);

class Arguments {
  public:
    /// Throws a Failure where the problem's leading dimensions are shorter than its rows.
    explicit Arguments(const TunedKernel& answer);

    /// The scalars that follow from the problem: its extents, and the leading dimensions of a
    /// matrix product.
    struct Scalar {
        std::string type;
        double value = 0;
    };
    const std::map<std::string, Scalar, std::less<>>& of_problem() const { return of_problem_; }

    /// Those that the application has to set.
    const std::vector<std::string>& of_application() const { return of_application_; }

    /// Throws a Failure unless the argument exists, is the application's or what the problem says,
    /// and has that type and so many bytes. An empty type is not compared.
    void check(std::string_view name, std::string_view type, std::size_t size,
               const void* value) const;

  private:
    void check_of_problem(const std::string& name, const Scalar& scalar, std::string_view type,
                          std::size_t size, const void* value) const;
    void add_leading_dimensions(const TunedKernel& answer);

    std::string kernel_;
    std::map<std::string, Scalar, std::less<>> of_problem_;
    std::map<std::string, std::string, std::less<>> types_;  // where they are known
    std::vector<std::string> of_application_;
};

}  // namespace hone::launch
