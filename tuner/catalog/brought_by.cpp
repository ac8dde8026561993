// SPDX-License-Identifier: MIT
#include "tuner/catalog/brought_by.hpp"

#include "db/program/trusted_texts.hpp"
#include "db/store/kernel_origin.hpp"

namespace hone {

std::string brought_by(Store& store, const std::string& kernel) {
    std::string origin = origin_of(store, kernel);
    if (!origin.empty() || is_trusted_text(TextKind::kernel, kernel)) return origin;
    return store.connection().file().string();
}

}  // namespace hone
