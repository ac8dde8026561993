// SPDX-License-Identifier: MIT
// The columns of all tables: each list names a struct's fields in the order of its table's columns.
// The same list binds a row to be written, and fills a struct that is read (named_rows.hpp).
#pragma once

#include <concepts>
#include <string_view>
#include <type_traits>

#include "db/model/device.hpp"
#include "db/model/kernel.hpp"
#include "db/model/printable.hpp"
#include "db/model/probe.hpp"
#include "db/model/trial.hpp"
#include "db/sqlite/sqlite.hpp"
#include "db/store/cover_row.hpp"
#include "db/store/sustained_timing.hpp"

namespace hone {

/// T or const T, so that one list serves reading and writing.
template <class Maybe, class T>
concept Same = std::same_as<std::remove_const_t<Maybe>, T>;

template <Same<Device> D, class Visit>
void fields(D& d, Visit& visit) {
    visit("name", d.name), visit("board", d.board), visit("vendor", d.vendor);
    visit("platform", d.platform), visit("platform_version", d.platform_version);
    visit("driver", d.driver), visit("opencl_version", d.opencl_version), visit("type", d.type);
    visit("architecture", d.architecture), visit("vendor_id", d.vendor_id);
    visit("compute_units", d.compute_units), visit("clock_mhz", d.clock_mhz);
    visit("global_memory", d.global_memory), visit("max_allocation", d.max_allocation);
    visit("cache", d.cache), visit("local_memory", d.local_memory);
    visit("local_is_dedicated", d.local_is_dedicated), visit("constant_memory", d.constant_memory);
    visit("max_work_group", d.max_work_group), visit("max_items_x", d.max_items[0]);
    visit("max_items_y", d.max_items[1]), visit("max_items_z", d.max_items[2]);
    visit("preferred_multiple", d.preferred_multiple), visit("warp", d.warp);
    visit("registers", d.registers), visit("timer_resolution_ns", d.timer_resolution_ns);
    visit("half", d.half), visit("fp64", d.fp64), visit("extensions", d.extensions);
}

template <Same<Kernel> K, class Visit>
void fields(K& k, Visit& visit) {
    visit("name", k.name), visit("routine", k.routine), visit("source", k.source);
    visit("space", k.space);
}

template <Same<Probe> P, class Visit>
void fields(P& p, Visit& visit) {
    visit("device_id", p.device), visit("name", p.name), visit("point", p.point);
    visit("value", p.value), visit("unit", p.unit), visit("how", p.how);
    visit("samples", p.samples), visit("tool", p.tool), visit("at", p.at);
    visit("message", p.message);
}

template <Same<CoverRow> C, class Visit>
void fields(C& c, Visit& visit) {
    visit("device_id", c.device), visit("kernel_id", c.kernel), visit("precision", c.precision);
    visit("config", c.config), visit("problem", c.problem), visit("median_ns", c.median_ns);
    visit("best_ns", c.best_ns);
}

template <Same<MeasurementKey> S, class Visit>
void fields(S& s, Visit& visit) {
    visit("device_id", s.device), visit("kernel_id", s.kernel), visit("precision", s.precision);
    visit("problem", s.problem), visit("conditions", s.conditions);
}

template <Same<Run> R, class Visit>
void fields(R& r, Visit& visit) {
    visit("id", r.id), fields(r.key, visit);
    visit("strategy", r.strategy), visit("seed", r.seed), visit("options", r.options);
    visit("candidates", r.candidates), visit("clock", r.clock), visit("tool", r.tool);
    visit("command", r.command), visit("host", r.host), visit("pid", r.pid), visit("pci", r.pci);
    visit("uuid", r.uuid), visit("started", r.started), visit("ended", r.ended);
    visit("state", r.state), visit("source", r.source), visit("origin", r.origin);
}

template <Same<Trial> T, class Visit>
void fields(T& t, Visit& visit) {
    visit("id", t.id), visit("run_id", t.run), visit("ordinal", t.ordinal);
    visit("config", t.config), visit("purpose", t.purpose), visit("outcome", t.outcome);
    visit("started", t.started), visit("work_group", t.work_group), visit("launches", t.launches);
    visit("local_memory", t.local_memory), visit("registers_expected", t.registers_expected);
    visit("flops", t.flops), visit("bytes", t.bytes), visit("build_ms", t.build_ms);
    visit("registers", t.registers), visit("spills", t.spills);
    visit("private_memory", t.private_memory), visit("local_memory_used", t.local_memory_used);
    visit("max_work_group", t.max_work_group), visit("samples", t.samples), visit("", t.time);
    visit("checked_with", t.checked_with), visit("error", t.error);
    visit("wrong_elements", t.wrong_elements), visit("location", t.location);
    visit("nondeterministic", t.nondeterministic);
    visit("reference_at_fault", t.reference_at_fault), visit("message", t.message);
    visit("at_fault", t.at_fault);
}

template <Same<Pruned> P, class Visit>
void fields(P& p, Visit& visit) {
    visit("rule", p.rule), visit("verdict", p.verdict), visit("count", p.count);
    visit("reason", p.reason);
}

template <Same<Finalist> F, class Visit>
void fields(F& f, Visit& visit) {
    visit("trial_id", f.trial), visit("rank", f.rank), visit("tied", f.tied);
}

template <Same<ReferenceTiming> P, class Visit>
void fields(P& p, Visit& visit) {
    visit("run_id", p.run), visit("name", p.name), visit("version", p.version);
    visit("clock", p.clock), visit("at", p.at), visit("samples", p.samples), visit("", p.time);
    visit("message", p.message);
}

template <Same<Sentinel> S, class Visit>
void fields(S& s, Visit& visit) {
    visit("run_id", s.run), visit("at", s.at), visit("config", s.config);
    visit("samples", s.samples), visit("", s.time);
}

template <Same<SizeCheck> P, class Visit>
void fields(P& p, Visit& visit) {
    visit("run_id", p.run), visit("config", p.config), visit("problem", p.problem);
    visit("outcome", p.outcome), visit("message", p.message), visit("at_fault", p.at_fault);
}

template <Same<InFlightConfig> F, class Visit>
void fields(F& f, Visit& visit) {
    visit("run_id", f.run), visit("config", f.config), visit("stage", f.stage);
    visit("since", f.since);
}

template <Same<CutOff> C, class Visit>
void fields(C& c, Visit& visit) {
    visit("config", c.config), visit("times", c.times), visit("longest_ms", c.longest_ms);
}

template <Same<Quarantined> Q, class Visit>
void fields(Q& q, Visit& visit) {
    visit("device_id", q.device), visit("kernel_id", q.kernel), visit("config", q.config);
    visit("kills", q.kills), visit("at", q.at), visit("why", q.why);
}

template <Same<Best> B, class Visit>
void fields(B& b, Visit& visit) {
    visit("device", b.device), visit("driver", b.driver), visit("kernel", b.kernel);
    visit("routine", b.routine), visit("chosen", b.chosen);
    fields(b.key, visit), fields(b.trial, visit);
}

template <Same<SustainedTiming> S, class Visit>
void fields(S& s, Visit& visit) {
    visit("trial_id", s.trial), visit("seconds", s.seconds), visit("run_ns", s.run_ns);
    visit("joules", s.joules), visit("watts", s.watts), visit("clock_mhz", s.clock_mhz);
    visit("meter", s.meter), visit("throttled", s.throttled), visit("message", s.message);
}

constexpr const char* sustained_message = "sustained_message";

template <Same<SustainedBest> B, class Visit>
void fields(B& b, Visit& visit) {
    // Its trial has a message, too.
    auto visit_sustained = [&visit](const char* name, auto& value) {
        visit(std::string_view(name) == "message" ? sustained_message : name, value);
    };
    fields(b.sustained, visit_sustained), fields(b.best, visit);
}

/// Whether the text with this name is printed for people. A kernel's own texts must stay unchanged.
inline bool is_shown(std::string_view name) {
    return name != "source" && name != "space";
}

/// A text made safe to print. A name has one line; a compiler message may have several.
inline std::string shown_text(std::string_view name, std::string text) {
    const bool has_lines =
        name == "message" || name == "why" || name == "reason" || name == sustained_message;
    if (!is_shown(name)) return text;
    return has_lines ? printable(std::move(text)) : one_line(std::move(text));
}

/// The record with all texts made safe to print.
template <class Record>
Record shown(Record record) {
    const auto clean = [](const char* name, auto& value) {
        if constexpr (std::same_as<std::remove_cvref_t<decltype(value)>, std::string>)
            value = shown_text(name, std::move(value));
    };
    fields(record, clean);
    return record;
}

/// Binds each field to the statement's parameter of the same name. An estimate has four columns.
struct Binder {
    Statement& statement;

    template <std::integral Whole>
    void operator()(const char* name, Whole value) {
        statement.bind(at(name).c_str(), static_cast<std::int64_t>(value));
    }
    void operator()(const char* name, double value) { statement.bind(at(name).c_str(), value); }
    void operator()(const char* name, const std::string& value) {
        statement.bind(at(name).c_str(), std::string_view(shown_text(name, value)));
    }
    template <Worded E>
    void operator()(const char* name, E value) {
        statement.bind(at(name).c_str(), word(value));
    }
    void operator()(const char* name, const Samples& samples) {
        statement.bind_blob(at(name).c_str(), pack(samples));
    }
    void operator()(const char* /*name*/, const MedianInterval& time) {
        // An unmeasured time stays NULL, so that averages ignore it.
        if (!time.known()) return;
        statement.bind(":median_ns", time.median).bind(":low_ns", time.low);
        statement.bind(":high_ns", time.high).bind(":coverage", time.coverage);
    }

  private:
    static std::string at(const char* name) { return std::string(":") + name; }
};

/// Binds every field of the row.
template <class T>
Statement& bind(Statement& statement, const T& row) {
    Binder binder{statement};
    fields(row, binder);
    return statement;
}

}  // namespace hone
