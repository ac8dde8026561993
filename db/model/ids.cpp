// SPDX-License-Identifier: MIT
// The parts of the ids: rows with equal parts are the same.
#include <bit>

#include "db/model/ids.hpp"
#include "db/model/kernel.hpp"
#include "db/model/probe.hpp"
#include "db/model/sha256.hpp"
#include "db/model/trial.hpp"

namespace hone {

std::string id_of(const Device& d) {
    Fingerprint print;
    print.add(d.name).add(d.board).add(d.vendor).add(d.vendor_id).add(d.type).add(d.architecture);
    print.add(d.platform).add(d.platform_version).add(d.driver);
    print.add(d.compute_units).add(d.local_memory).add(d.local_is_dedicated).add(d.max_work_group);
    for (const std::int64_t items : d.max_items) print.add(items);
    return print.id();
}

std::string id_of(const Kernel& kernel) {
    Fingerprint print;
    print.add(kernel.name).add(kernel.routine).add(kernel.source).add(kernel.space);
    return print.id();
}

std::string id_of(const Run& run) {
    const MeasurementKey& s = run.key;
    Fingerprint print;
    print.add(s.device).add(s.kernel).add(s.precision).add(s.problem).add(s.conditions);
    print.add(run.strategy).add(run.seed).add(run.options).add(run.tool);
    print.add(run.host).add(run.pid).add(run.started);
    return print.id();
}

std::string id_of(const Trial& trial) {
    Fingerprint print;
    print.add(trial.run).add(trial.ordinal).add(trial.config).add(word(trial.outcome));
    return print.add(pack(trial.samples)).add(trial.message).id();
}

std::string id_of(const Probe& probe) {
    Fingerprint print;
    print.add(probe.device).add(probe.name).add(std::bit_cast<std::int64_t>(probe.point));
    print.add(std::bit_cast<std::int64_t>(probe.value)).add(probe.unit).add(pack(probe.samples));
    return print.add(probe.at).add(probe.message).id();
}

}  // namespace hone
