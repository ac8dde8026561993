// SPDX-License-Identifier: MIT
// Measured properties of devices. All measurements are kept; probes() returns the fastest value, or
// the newest if it is not a speed.
#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/named_rows.hpp"
#include "db/store/store.hpp"

namespace hone {

void Store::add(Probe probe) {
    if (probe.at == 0) probe.at = now_ms();
    probe = shown(std::move(probe));
    bind(query("probe_add"), probe).bind(":id", id_of(probe)).run();
}

std::vector<Probe> Store::probes(const std::string& device) {
    return probes(device, "");
}

std::vector<Probe> Store::probes(const std::string& device, std::string_view name) {
    return read_all<Probe>(query("probes").bind(":device_id", device).bind(":name", name));
}

std::vector<Probe> Store::probe_repeats(const std::string& device) {
    return read_all<Probe>(query("probe_repeats").bind(":device_id", device));
}

std::optional<Probe> Store::probe(const std::string& device, std::string_view name) {
    return first<Probe>(query("probes").bind(":device_id", device).bind(":name", name));
}

}  // namespace hone
