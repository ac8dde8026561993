// SPDX-License-Identifier: MIT
// Reading happens in a few passes over whole tables: a report of a hundred thousand trials must not
// ask a hundred thousand times.
#include "reports/evidence/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>

#include "db/device/name_match.hpp"
#include "db/store/row_fields.hpp"
#include "reports/text/describe.hpp"

namespace hone {
namespace {

Shot shot_at(const Statement& row) {
    Shot shot;
    shot.config = row.text(1);
    shot.purpose = from_word<Purpose>(row.text(2));
    shot.outcome = from_word<Outcome>(row.text(3));
    shot.time.median = row.real(4);
    shot.time.low = row.real(5);
    shot.time.high = row.real(6);
    shot.time.coverage = row.real(7);
    shot.time.count = static_cast<std::size_t>(row.integer(8));
    shot.flops = row.real(9);
    shot.bytes = row.real(10);
    shot.started = row.integer(11);
    shot.checked = row.integer(12) != 0;
    shot.ordinal = static_cast<std::size_t>(row.integer(13));
    return shot;
}

Shot shot_of(const Trial& trial) {
    Shot shot;
    shot.config = trial.config;
    shot.purpose = trial.purpose;
    shot.outcome = trial.outcome;
    shot.time = trial.time;
    shot.flops = trial.flops;
    shot.bytes = trial.bytes;
    shot.started = trial.started;
    shot.checked = !trial.checked_with.empty();
    return shot;
}

using Key = std::tuple<std::string, std::string, std::string, std::string, std::string>;

// Versions of one kernel go together, by its name: what was found with either is known of it.
Key key_of(const MeasurementKey& s, const std::string& kernel) {
    return {s.device, kernel, s.precision, s.problem, s.conditions};
}

class Gathering {
  public:
    Gathering(Store& store, const Scope& scope) : store_(store), scope_(scope) {
        all_.kernels = store.kernels();
        for (auto& [id, device] : store.devices())
            if (wanted(id, device)) all_.devices.emplace(id, device);
    }

    Evidence gather() {
        take_runs();
        take_shots();
        take_bests();
        take_around();
        drop_devices_without_anything();
        name_devices();
        std::ranges::sort(all_.accounts, {}, [&](const Account& account) {
            return std::tuple(account.about.routine, account.about.precision, account.about.size(),
                              account.about.problem, account.about.conditions, all_.label(account),
                              account.kernel_name, account.kernel);
        });
        return std::move(all_);
    }

  private:
    bool wanted(const std::string& id, const Device& device) const {
        return scope_.devices.empty() || std::ranges::any_of(scope_.devices, [&](auto& words) {
                   return is_meant(id, device, words);
               });
    }

    void take_runs() {
        std::vector<Run> runs = store_.runs();
        std::ranges::reverse(runs);
        for (Run& run : runs) {
            const MeasurementKey& key = run.key;
            const Kernel& kernel = all_.kernels.at(key.kernel);
            const bool other = !scope_.routine.empty() && kernel.routine != scope_.routine &&
                               kernel.name != scope_.routine;
            if (other || !all_.devices.contains(key.device)) continue;
            const auto [at, is_new] =
                places_.try_emplace(key_of(key, kernel.name), all_.accounts.size());
            if (is_new) all_.accounts.push_back(account_of(key, kernel));
            Account& account = all_.accounts[at->second];
            account.kernel = key.kernel;  // of the newest run
            where_[run.id] = {at->second, account.runs.size()};
            account.runs.push_back(std::move(run));
        }
    }

    static Account account_of(const MeasurementKey& key, const Kernel& kernel) {
        Account account;
        account.device = key.device;
        account.kernel = key.kernel;
        account.kernel_name = kernel.name;
        account.about = {kernel.routine, key.precision, key.problem, key.conditions};
        return account;
    }

    void take_shots() {
        Statement& rows = store_.query("trial_summaries");
        while (rows.step()) {
            const auto at = where_.find(std::string(rows.text(0)));
            if (at == where_.end()) continue;
            Shot shot = shot_at(rows);
            shot.run = at->second.second;
            Account& account = all_.accounts[at->second.first];
            if (shot.purpose == Purpose::default_config && shot.ok()) account.defaults = shot;
            account.shots.push_back(std::move(shot));
        }
    }

    // What the store holds to be the best; of what is only imported, the fastest.
    void take_bests() {
        for (const Best& best : store_.bests()) {
            const auto at = places_.find(key_of(best.key, best.kernel));
            if (at == places_.end()) continue;
            Account& account = all_.accounts[at->second];
            if (account.best && account.best->time.median <= best.trial.time.median) continue;
            account.best = shot_of(best.trial);
            account.proven = true;
        }
        for (Account& account : all_.accounts) {
            if (account.best) continue;
            for (const Shot* shot : account.good())
                if (!account.best || shot->time.median < account.best->time.median)
                    account.best = *shot;
        }
        // Where nothing beats the defaults they are the best, and no faster than that.
        for (Account& account : all_.accounts)
            if (account.best && account.defaults &&
                account.best->config == account.defaults->config)
                account.defaults = account.best;
    }

    void take_around() {
        for (Account& account : all_.accounts)
            for (const Run& run : account.runs) {
                for (const ReferenceTiming& reference : store_.reference_timings(run.id))
                    if (reference.time.known()) account.reference = reference;
                if (auto pruned = store_.pruned(run.id); !pruned.empty())
                    all_.pruned.emplace(run.id, std::move(pruned));
                std::size_t tied = 0;
                for (const Finalist& finalist : store_.finalists(run.id)) tied += finalist.tied;
                if (tied > 1) all_.ties.emplace(run.id, tied);
            }
        for (const auto& [id, device] : all_.devices)
            if (auto probes = store_.probes(id); !probes.empty())
                all_.probes.emplace(id, std::move(probes));
        take_audits();
    }

    void take_audits() {
        Statement& rows = store_.query("audits");
        while (rows.step()) {
            const std::string run(rows.text(0));
            if (!where_.contains(run)) continue;
            std::vector<AuditedRule>& rules = all_.audits[run];
            if (rules.empty() || rules.back().rule != rows.text(1))
                rules.push_back({std::string(rows.text(1)), 0, 0, {}});
            AuditedRule& rule = rules.back();
            ++rule.timed;
            if (rows.text(2) == word(Outcome::ok))
                rule.times_ns.push_back(rows.real(3));
            else
                ++rule.failed;
        }
    }

    void drop_devices_without_anything() {
        std::set<std::string> used;
        for (const Account& account : all_.accounts) used.insert(account.device);
        for (const auto& [id, probes] : all_.probes) used.insert(id);
        std::erase_if(all_.devices, [&](const auto& one) { return !used.contains(one.first); });
    }

    // Short names, made longer where two devices would share one.
    void name_devices() {
        const auto name = [&](const auto& words) {
            std::map<std::string, int> times;
            for (const auto& [id, device] : all_.devices) ++times[all_.labels[id]];
            for (const auto& [id, device] : all_.devices)
                if (times.at(all_.labels[id]) > 1) all_.labels[id] += words(id, device);
        };
        for (const auto& [id, device] : all_.devices) all_.labels[id] = short_name(device);
        name([](const auto&, const Device& device) { return ", " + shortened(device.driver, 24); });
        name([](const auto&, const Device& device) {
            return ", " + shortened(device.platform, 24);
        });
        name([](const std::string& id, const auto&) { return ", " + id.substr(0, 6); });
    }

    Store& store_;
    const Scope& scope_;
    Evidence all_;
    std::map<Key, std::size_t> places_;                                 // of accounts, by subject
    std::map<std::string, std::pair<std::size_t, std::size_t>> where_;  // a run's account and place
};

}  // namespace

std::string Case::words() const {
    const std::string more = condition_words(conditions);
    const bool ordinary = more.empty() || more == "warm cache";
    return problem_words(routine, precision, problem) + (ordinary ? "" : ", " + more);
}

double Case::size() const {
    const auto arguments = stored_json(problem);
    if (!arguments.is_object()) return 0;
    double sum = 0;
    int count = 0;
    for (const auto& [name, value] : arguments.items()) {
        if (!value.is_number() || value.template get<double>() <= 1) continue;
        sum += std::log(value.template get<double>());
        ++count;
    }
    // Rounded, so that the mean of equal extents is that extent.
    return count == 0 ? 0 : std::round(std::exp(sum / count) * 1e6) / 1e6;
}

std::vector<const Shot*> Account::good() const {
    std::vector<const Shot*> all;
    for (const Shot& shot : shots)
        if (shot.ok() && shot.time.median > 0) all.push_back(&shot);
    return all;
}

std::vector<const Account*> Evidence::winners() const {
    std::vector<const Account*> all;
    for (const Account& account : accounts) {
        if (!account.best) continue;
        const bool same = !all.empty() && all.back()->about == account.about &&
                          all.back()->device == account.device;
        if (!same)
            all.push_back(&account);
        else if (account.best->time.median < all.back()->best->time.median)
            all.back() = &account;
    }
    return all;
}

std::vector<std::string> Evidence::devices_in_order() const {
    std::vector<std::string> ids;
    for (const auto& [id, device] : devices) ids.push_back(id);
    std::ranges::sort(ids, {}, [&](const std::string& id) { return labels.at(id); });
    return ids;
}

bool is_meant(const std::string& id, const Device& device, const std::string& words) {
    if (words.size() >= 4 && id.starts_with(words)) return true;
    const std::string driver = lower(device.driver);
    std::istringstream parts(words);
    for (std::string part; parts >> part;)
        if (!name_matches(device, part) && driver.find(lower(part)) == std::string::npos)
            return false;
    return true;
}

Evidence gather(Store& store, const Scope& scope) {
    return Gathering(store, scope).gather();
}

}  // namespace hone
