// SPDX-License-Identifier: MIT
// One pass over the text; stops at the first bracket that is too deep.
#include "spaces/base/json_depth.hpp"

namespace hone {

bool nests_deeper(std::string_view json, std::size_t most) {
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (c == '"') in_string = !in_string;
        if (in_string) {
            if (c == '\\') ++i;
        } else if (c == '[' || c == '{') {
            if (++depth > most) return true;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
    }
    return false;
}

}  // namespace hone
