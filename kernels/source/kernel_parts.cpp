// SPDX-License-Identifier: MIT
#include "kernels/source/kernel_parts.hpp"

#include "kernels/embedded.hpp"

namespace hone {

std::string_view kernel_part(std::string_view name) {
    return embedded::kernels::find(name);
}

}  // namespace hone
