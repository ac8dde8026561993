// SPDX-License-Identifier: MIT
// The rows from which a catalog is made, with the names of their columns. Their texts are valid
// until the next row is read.
#pragma once

#include <cstdint>
#include <string_view>

#include "db/store/named_rows.hpp"

namespace hone {

/// The columns that all queries for configs return.
struct KeyFields {
    std::string_view device, kernel, precision, problem, config;
    bool seal_ok = false;  // whether the row matches its seal
};
template <class Visit>
void fields(KeyFields& row, Visit& visit) {
    visit("device_id", row.device), visit("kernel_id", row.kernel);
    visit("precision", row.precision), visit("problem", row.problem), visit("config", row.config);
    visit("seal_ok", row.seal_ok);
}

struct ProvenanceFields {
    std::string_view options, tool, uuid;
};
template <class Visit>
void fields(ProvenanceFields& row, Visit& visit) {
    visit("options", row.options), visit("tool", row.tool), visit("uuid", row.uuid);
}

struct TunedFields {
    KeyFields key;
    ProvenanceFields provenance;
    bool chosen = false;
    double ns = 0;
};
template <class Visit>
void fields(TunedFields& row, Visit& visit) {
    fields(row.key, visit), fields(row.provenance, visit);
    visit("chosen", row.chosen), visit("median_ns", row.ns);
}

struct TimingFields {
    TunedFields tuned;
    bool right_elsewhere = false;
};
template <class Visit>
void fields(TimingFields& row, Visit& visit) {
    fields(row.tuned, visit);
    visit("right_elsewhere", row.right_elsewhere);
}

struct SustainedFields {
    KeyFields key;
    ProvenanceFields provenance;
    double run_ns = 0, joules = 0;
};
template <class Visit>
void fields(SustainedFields& row, Visit& visit) {
    fields(row.key, visit), fields(row.provenance, visit);
    visit("run_ns", row.run_ns), visit("joules", row.joules);
}

struct CoverFields {
    KeyFields key;
    double ns = 0;
};
template <class Visit>
void fields(CoverFields& row, Visit& visit) {
    fields(row.key, visit);
    visit("median_ns", row.ns);
}

struct FailedFields {
    std::string_view kernel, config;
};
template <class Visit>
void fields(FailedFields& row, Visit& visit) {
    visit("kernel_id", row.kernel), visit("config", row.config);
}

struct KernelFields {
    std::string_view id, name, routine, source, recipe, origin;
    std::int64_t at = 0;
    bool seal_ok = false;
};
template <class Visit>
void fields(KernelFields& row, Visit& visit) {
    visit("kernel_id", row.id), visit("name", row.name), visit("routine", row.routine);
    visit("source", row.source), visit("text", row.recipe), visit("origin", row.origin);
    visit("at", row.at), visit("seal_ok", row.seal_ok);
}

}  // namespace hone
