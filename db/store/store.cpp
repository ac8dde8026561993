// SPDX-License-Identifier: MIT
// Devices, kernels and runs, which trials refer to.
#include "db/store/store.hpp"

#include <unistd.h>

#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/sqlite/schema.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/refresh_tuned.hpp"

namespace hone {

Store::Store(const std::filesystem::path& file, Access access,
             std::chrono::milliseconds lock_timeout)
    : connection_(open_database(file, access, lock_timeout)) {
    if (access == Access::write && is_tuned_behind()) in_transaction([&] { refresh_tuned(); });
}

Store Store::another_connection() const {
    connection_.require_unmoved();
    return Store(connection_.file());
}

Statement& Store::query(std::string_view name) {
    auto found = statements_.find(name);
    if (found == statements_.end())
        found = statements_.emplace(name, Statement(connection_, query_text(name))).first;
    found->second.reset();
    return found->second;
}

void Store::in_transaction(const std::function<void()>& work) {
    Transaction transaction(connection_);
    work();
    transaction.commit();
}

std::string Store::add(const Device& device) {
    const Device clean = shown(device);
    std::string id = id_of(clean);
    bind(query("device_add"), clean).bind(":id", id).run();
    return id;
}

std::string Store::add(const Kernel& kernel) {
    const Kernel clean = shown(kernel);
    std::string id = id_of(clean);
    in_transaction([&] {
        bind(query("kernel_add"), clean)
            .bind(":id", id)
            .bind(":source_hash", sha256(clean.source))
            .bind(":space_hash", sha256(clean.space))
            .run();
        if (clean.recipe.empty()) return;
        query("recipe_add")
            .bind(":kernel_id", id)
            .bind(":text", clean.recipe)
            .bind(":at", now_ms())
            .run();
        query("seal_recipe").run();
    });
    return id;
}

std::map<std::string, Device> Store::devices() {
    std::map<std::string, Device> all;
    for (auto& [id, device] : read_all<Identified<Device>>(query("devices")))
        all.emplace(std::move(id), std::move(device));
    return all;
}

std::map<std::string, Kernel> Store::kernels() {
    std::map<std::string, Kernel> all;
    for (auto& [id, kernel] : read_all<Identified<Kernel>>(query("kernels")))
        all.emplace(std::move(id), std::move(kernel));
    return all;
}

Run Store::start(Run run) {
    run = shown(std::move(run));
    const bool local = run.source == Source::local;
    if (local && run.host.empty()) run.host = host_name();
    if (local && run.pid == 0) run.pid = getpid();
    if (local && run.started == 0) run.started = now_ms();
    run.id = id_of(run);
    // If two runs start within one millisecond, the second gets a later start time. A repeated
    // import gets the same id again.
    for (; local && this->run(run.id); run.id = id_of(run)) ++run.started;
    bind(query("run_add"), run).run();
    if (local) bind(query("trial_future"), run.key).bind(":now", now_ms()).run();
    return run;
}

void Store::end(const std::string& run, State state) {
    in_transaction([&] {
        query("run_end")
            .bind(":id", run)
            .bind(":state", word(state))
            .bind(":ended", now_ms())
            .run();
        refresh_after_run(connection_, run);
    });
}

void Store::refresh_tuned() {
    refresh_all(connection_);
    query("tuned_behind_clear").run();
}

void Store::mark_tuned_behind() {
    query("tuned_behind_set").run();
}

bool Store::is_tuned_behind() {
    return query("tuned_behind").number() != 0;
}

std::optional<Run> Store::run(const std::string& id) {
    return first<Run>(query("run").bind(":id", id));
}

std::vector<Run> Store::runs() {
    return read_all<Run>(query("runs"));
}

}  // namespace hone
