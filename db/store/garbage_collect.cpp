// SPDX-License-Identifier: MIT
// The query selects the trials to remove. A foreign key would prevent the removal of a trial that
// is still referenced.
#include "db/store/garbage_collect.hpp"

#include <string>
#include <vector>

namespace hone {
namespace {

std::int64_t bytes_of(Store& store) {
    return store.connection().integer("PRAGMA page_count") *
           store.connection().integer("PRAGMA page_size");
}

}  // namespace

GarbageCollected garbage_collect(Store& store, std::int64_t keep_per_run, bool dry_run) {
    GarbageCollected result{.bytes_before = bytes_of(store)};
    store.in_transaction([&] {
        const std::vector<std::string> ids =
            store.query("gc_spare").bind(":keep_per_run", keep_per_run).texts();
        result.trials = static_cast<std::int64_t>(ids.size());
        result.kept = store.connection().integer("SELECT count(1) FROM trial") - result.trials;
        for (const std::string& id : ids)
            if (!dry_run) store.query("gc_trial").bind(":id", id).run();
    });
    if (!dry_run) store.connection().run("VACUUM");
    result.bytes_after = bytes_of(store);
    return result;
}

}  // namespace hone
