// SPDX-License-Identifier: MIT
// A new kernel is stored as chosen by the user; a file's kernel gets its origin right afterwards.
#include "db/store/kernel_origin.hpp"

#include "db/store/row_fields.hpp"

namespace hone {
namespace {

std::optional<std::string> known_origin(Store& store, const std::string& kernel) {
    const auto origins = store.query("kernel_origin").bind(":id", kernel).texts();
    return origins.empty() ? std::nullopt : std::optional(origins.front());
}

}  // namespace

std::string origin_of(Store& store, const std::string& kernel) {
    return known_origin(store, kernel).value_or("");
}

std::string add_from(Store& store, const Kernel& kernel, const std::string& origin) {
    std::string id = id_of(shown(kernel));
    store.in_transaction([&] {
        const auto known = known_origin(store, id);
        store.add(kernel);
        set_origin(store, id, known.value_or(origin));
    });
    return id;
}

void set_origin(Store& store, const std::string& kernel, const std::string& origin) {
    store.query("kernel_origin_set").bind(":id", kernel).bind(":origin", origin).run();
}

}  // namespace hone
