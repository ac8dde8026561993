// SPDX-License-Identifier: MIT
// The input of a report: all runs, trials and probes of a store, grouped by device, kernel and
// problem. It is read once and without samples; sections read nothing else.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store/store.hpp"
#include "reports/evidence/load_point.hpp"
#include "reports/evidence/probe_spread.hpp"

namespace hone {

/// The problem and the conditions under which devices are compared. The problem is JSON, with its
/// arguments in their declared order.
struct ProblemKey {
    std::string routine, precision, problem, conditions;

    // clang-tidy takes the zero inside of it for a pointer.
    auto operator<=>(const ProblemKey&) const = default;  // NOLINT(modernize-use-nullptr)
    /// "gemm f32 M=1024 N=1024 K=1024", with conditions that are not the default.
    std::string words() const;
    /// "gemm f32".
    std::string family() const { return routine + " " + precision; }
    /// The geometric mean of the problem's extents: 1024 for M = N = K = 1024.
    double size() const;
};

/// A trial without its samples.
struct TrialSummary {
    std::string config;
    Purpose purpose = Purpose::search;
    Outcome outcome = Outcome::ok;
    MedianInterval time;
    double flops = 0, bytes = 0;
    std::int64_t started = 0;
    bool checked = false;
    std::size_t run = 0;      // index in its results' runs
    std::size_t ordinal = 0;  // in its run; numbers are missing after garbage collection

    bool ok() const { return outcome == Outcome::ok; }
};

/// All results of one kernel for one problem on one device.
struct KernelResults {
    std::string device, kernel;  // ids; the kernel's newest version
    std::string kernel_name;
    ProblemKey key;
    std::vector<Run> runs;             // the oldest first
    std::vector<TrialSummary> trials;  // in order
    std::optional<TrialSummary> best;
    bool verified = false;                     // measured and checked by hone, not only imported
    std::optional<TrialSummary> defaults;      // of the kernel's default config
    std::optional<ReferenceTiming> reference;  // CLBlast's time for the same problem
    std::map<std::string, ReferenceTiming> references;  // of all other libraries, by name
    std::vector<LoadPoint> under_load;                  // the fastest under load first

    /// The trials that ran and were right.
    std::vector<const TrialSummary*> successful() const;
    /// The number of trials that its runs measured, including those that were not kept.
    std::size_t measured_trials() const;
};

/// The audit of one rule in one run.
struct AuditedRule {
    std::string rule;
    std::size_t timed = 0, failed = 0;
    std::vector<double> times_ns;
};

struct Evidence {
    std::map<std::string, Device> devices;
    std::map<std::string, std::string> labels;  // of devices: short and unique
    std::map<std::string, Kernel> kernels;
    std::vector<KernelResults> kernel_results;               // sorted by key, device and kernel
    std::map<std::string, std::vector<Probe>> probes;        // by device
    std::map<std::string, ProbeSpreads> spreads;             // over all repeats, by device
    std::map<std::string, std::vector<AuditedRule>> audits;  // by run
    std::map<std::string, std::vector<Pruned>> pruned;       // by run
    std::map<std::string, std::size_t> ties;                 // tied finalists, by run

    /// For each problem and device the results of the fastest kernel, if there is a time.
    std::vector<const KernelResults*> fastest_results() const;
    /// The number of trials of all results: all that were measured, and those that are kept.
    std::size_t measured_trials() const;
    std::size_t kept_trials() const;
    /// The devices with any results or probes, by label.
    std::vector<std::string> devices_in_order() const;
    const std::string& label(const KernelResults& results) const {
        return labels.at(results.device);
    }
};

/// Filters for reading a store; an empty member filters nothing.
struct EvidenceFilter {
    std::string routine;
    std::vector<std::string> devices;  // parts of names, drivers or ids, or labels
    std::string kernel_text = {};      // a prefix of the id of a kernel text
    std::string hone_version = {};     // "0.1.0"
};

Evidence load_evidence(Store& store, const EvidenceFilter& filter);

/// True if the words select a device: each is a part of its names or driver, or all together are a
/// prefix of its id.
bool matches_device(const std::string& id, const Device& device, const std::string& words);

}  // namespace hone
