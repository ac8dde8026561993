// SPDX-License-Identifier: MIT
// Configs in flight, configs that crashed a worker, and configs in quarantine.
#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/run_process.hpp"
#include "db/store/store.hpp"

namespace hone {

void Store::mark_started(const std::string& run, const std::string& config, Stage stage) {
    bind(query("in_flight_add"), InFlightConfig{run, config, stage, now_ms()}).run();
}

void Store::mark_finished(const std::string& run, const std::string& config) {
    query("in_flight_end").bind(":run_id", run).bind(":config", config).run();
}

std::vector<InFlightConfig> Store::in_flight(const std::string& run) {
    return read_all<InFlightConfig>(query("in_flight").bind(":run_id", run));
}

std::vector<CutOff> Store::cut_off(const MeasurementKey& key) {
    return read_all<CutOff>(bind(query("cut_off"), key));
}

bool Store::kill(const std::string& run, const std::string& config, Cause cause,
                 const std::string& why, AtFault at_fault) {
    const std::optional<Run> of = this->run(run);
    if (!of) throw StoreError("no run " + run + " in " + connection_.file().string());
    in_transaction([&] {
        const std::int64_t before =
            query("kills").bind(":run_id", run).bind(":config", config).number();
        const std::int64_t now = now_ms();
        // The count alone is not unique: an earlier kill may have been withdrawn.
        const std::string id = Fingerprint().add(run).add(config).add(before).add(now).id();
        query("kill_add")
            .bind(":id", id)
            .bind(":run_id", run)
            .bind(":config", config)
            .bind(":cause", word(cause))
            .bind(":why", why)
            .bind(":at", now)
            .bind(":at_fault", word(at_fault))
            .run();
    });
    return quarantined(of->key.device, of->key.kernel, config);
}

bool Store::quarantined(const std::string& device, const std::string& kernel,
                        const std::string& config) {
    Statement& kills = query("quarantined");
    kills.bind(":device_id", device).bind(":kernel_id", kernel).bind(":config", config);
    return kills.number() > 0;
}

bool Store::known_wrong(const std::string& device, const std::string& kernel,
                        const std::string& config) {
    Statement& faults = query("known_wrong");
    faults.bind(":device_id", device).bind(":kernel_id", kernel).bind(":config", config);
    return faults.number() > 0;
}

std::vector<Quarantined> Store::quarantine(const std::string& device, const std::string& kernel) {
    return read_all<Quarantined>(
        query("quarantine").bind(":device_id", device).bind(":kernel_id", kernel));
}

std::vector<InFlightConfig> Store::recover() {
    std::vector<InFlightConfig> orphaned;
    in_transaction([&] {
        const std::vector<Run> open = read_all<Run>(query("runs_open").bind(":host", host_name()));
        for (const Run& run : open) {
            if (!ended_early(run)) continue;
            for (const InFlightConfig& started : in_flight(run.id)) {
                kill(run.id, started.config, Cause::orphaned,
                     "hone died while it tried this config");
                orphaned.push_back(started);
            }
            query("in_flight_clear").bind(":run_id", run.id).run();
            end(run.id, State::interrupted);
        }
    });
    return orphaned;
}

}  // namespace hone
