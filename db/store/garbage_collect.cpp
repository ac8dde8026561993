// SPDX-License-Identifier: MIT
// The query says what can go; what refers to it would refuse.
#include "db/store/garbage_collect.hpp"

#include <string>
#include <vector>

namespace hone {
namespace {

std::vector<std::string> spare(Store& store, std::int64_t thin) {
    std::vector<std::string> ids;
    Statement& rows = store.query("gc_spare").bind(":thin", thin);
    while (rows.step()) ids.emplace_back(rows.text(0));
    return ids;
}

std::int64_t bytes_of(Store& store) {
    return store.connection().integer("PRAGMA page_count") *
           store.connection().integer("PRAGMA page_size");
}

}  // namespace

Swept sweep(Store& store, std::int64_t thin, bool dry) {
    Swept swept{.bytes_before = bytes_of(store)};
    store.together([&] {
        const std::vector<std::string> ids = spare(store, thin);
        swept.trials = static_cast<std::int64_t>(ids.size());
        swept.stay = store.connection().integer("SELECT count(*) FROM trial") - swept.trials;
        for (const std::string& id : ids)
            if (!dry) store.query("gc_trial").bind(":id", id).run();
    });
    if (!dry) store.connection().run("VACUUM");
    swept.bytes_after = bytes_of(store);
    return swept;
}

}  // namespace hone
