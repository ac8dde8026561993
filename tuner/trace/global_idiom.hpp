// SPDX-License-Identifier: MIT
// Kernels that compute get_global_id themselves, as those that come from CUDA do.
#pragma once

#include <string>

namespace hone {

/// The text with get_global_id(d) in the place of each get_group_id(d) * get_local_size(d) +
/// get_local_id(d), whose value is the same where groups are uniform and the launch has no offset.
/// In any order, with parentheses and casts to wide integers; not in a directive, and not as an
/// argument of a macro, which may take it apart. The text is without comments.
std::string with_global_ids(const std::string& text);

}  // namespace hone
