// SPDX-License-Identifier: MIT
// Kernels that compute get_global_id themselves, as kernels ported from CUDA do.
#pragma once

#include <string>

namespace hone {

/// The text with each get_group_id(d) * get_local_size(d) + get_local_id(d) replaced by
/// get_global_id(d). The value is the same if work-groups are uniform and the launch has no offset.
/// The operands may be in any order, with parentheses and casts to wide integers. Directives stay
/// unchanged, and so do arguments of macros, which may take them apart. The text must have no
/// comments.
std::string with_global_ids(const std::string& text);

}  // namespace hone
