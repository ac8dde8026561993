// SPDX-License-Identifier: MIT
// What a report is made of: everything in a store that is about the same device, kernel and problem
// brought together, read once and without samples. The sections only look at this.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "db/store/store.hpp"

namespace hone {

/// What devices are compared by.
struct Case {
    std::string routine, precision, problem, conditions;

    // clang-tidy takes the zero inside of it for a pointer.
    auto operator<=>(const Case&) const = default;  // NOLINT(modernize-use-nullptr)
    /// "gemm f32 K=1024 M=1024 N=1024", with the conditions where they are out of the ordinary.
    std::string words() const;
    /// "gemm f32".
    std::string family() const { return routine + " " + precision; }
    /// The geometric mean of the problem's extents: 1024 of M, N and K.
    double size() const;
};

/// A trial without its samples.
struct Shot {
    std::string config;
    Purpose purpose = Purpose::search;
    Outcome outcome = Outcome::ok;
    Estimate time;
    double flops = 0, bytes = 0;
    std::int64_t started = 0;
    bool checked = false;
    std::size_t run = 0;      // in its account's runs
    std::size_t ordinal = 0;  // in its run: in a database that was thinned some are missing

    bool ok() const { return outcome == Outcome::ok; }
};

/// Everything about one kernel for one case on one device.
struct Account {
    std::string device, kernel;  // ids; the kernel's newest version, the others are in it, too
    std::string kernel_name;
    Case about;
    std::vector<Run> runs;    // the oldest first
    std::vector<Shot> shots;  // in order
    std::optional<Shot> best;
    bool proven = false;                       // measured and checked by hone, not only imported
    std::optional<Shot> defaults;              // the kernel's own defaults
    std::optional<ReferenceTiming> reference;  // somebody else's time for the same

    /// The shots that ran and were right.
    std::vector<const Shot*> good() const;
};

/// How a rule did in an audit of one run.
struct AuditedRule {
    std::string rule;
    std::size_t timed = 0, failed = 0;
    std::vector<double> times_ns;
};

struct Evidence {
    std::map<std::string, Device> devices;
    std::map<std::string, std::string> labels;  // of devices: short, and no two alike
    std::map<std::string, Kernel> kernels;
    std::vector<Account> accounts;  // by case, device and kernel
    std::map<std::string, std::vector<Probe>> probes;
    std::map<std::string, std::vector<AuditedRule>> audits;  // by run
    std::map<std::string, std::vector<Pruned>> pruned;       // by run
    std::map<std::string, std::size_t> ties;                 // by run: how many finalists tied

    /// For each case and device its fastest kernel's account, where there is a time.
    std::vector<const Account*> winners() const;
    /// The devices of any account or probe, by label.
    std::vector<std::string> devices_in_order() const;
    const std::string& label(const Account& account) const { return labels.at(account.device); }
};

/// What of a store is wanted; an empty word leaves open what it would narrow.
struct Scope {
    std::string routine;
    std::vector<std::string> devices;  // parts of names, drivers or ids
};

Evidence gather(Store& store, const Scope& scope);

/// Whether a device is meant: each blank-parted word is a part of its names or driver, or all of it
/// begins its id.
bool is_meant(const std::string& id, const Device& device, const std::string& words);

}  // namespace hone
