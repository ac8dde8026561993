// SPDX-License-Identifier: MIT
// Trials and what stands around them in a run. Samples come in raw and are judged here, by the one
// judgment that there is.
#include <cmath>
#include <limits>

#include "db/model/sha256.hpp"
#include "db/sqlite/host_clock.hpp"
#include "db/store/row_fields.hpp"
#include "db/store/store.hpp"

namespace hone {
namespace {

// A compiler's complaint can be megabytes long; its first lines are what helps.
constexpr std::size_t longest_message = 4096;

template <class T>
std::vector<T> of_run(Statement& statement, const std::string& run) {
    return read_all<T>(statement.bind(":run_id", run));
}

}  // namespace

Trial Store::add(Trial trial) {
    trial.time = estimate(trial.samples);
    if (trial.started == 0) trial.started = now_ms();
    if (std::isnan(trial.error)) trial.error = std::numeric_limits<double>::infinity();
    if (trial.message.size() > longest_message) trial.message.resize(longest_message);
    trial = shown(std::move(trial));
    together([&] {
        trial.ordinal = query("trial_next").bind(":run_id", trial.run).number();
        trial.id = id_of(trial);
        bind(query("trial_add"), trial).run();
        land(trial.run, trial.config);
    });
    return trial;
}

std::vector<Trial> Store::trials(const std::string& run) {
    return of_run<Trial>(query("trials_of_run"), run);
}

std::vector<Trial> Store::trials(const Subject& subject) {
    return read_all<Trial>(bind(query("trials_of_subject"), subject));
}

std::optional<Best> Store::best(const Subject& subject) {
    return first<Best>(bind(query("best"), subject));
}

std::vector<Best> Store::bests(const Wanted& wanted) {
    return read_all<Best>(query("bests")
                              .bind(":device_id", wanted.device)
                              .bind(":kernel", wanted.kernel)
                              .bind(":routine", wanted.routine)
                              .bind(":precision", wanted.precision));
}

void Store::add(const std::string& run, const Finalist& finalist) {
    bind(query("finalist_add"), finalist).bind(":run_id", run).run();
}

std::vector<Finalist> Store::finalists(const std::string& run) {
    return of_run<Finalist>(query("finalists"), run);
}

void Store::add(const Proof& proof) {
    const std::int64_t at = now_ms();
    const std::string id =
        Fingerprint().add(proof.run).add(proof.config).add(proof.problem).add(at).id();
    bind(query("proof_add"), proof).bind(":id", id).bind(":at", at).run();
}

std::vector<Proof> Store::proofs(const std::string& run) {
    return of_run<Proof>(query("proofs"), run);
}

void Store::add_audit(const std::string& trial, const std::string& rule) {
    query("audit_add").bind(":trial_id", trial).bind(":rule", rule).run();
}

std::vector<Trial> Store::audited(const std::string& run, const std::string& rule) {
    return of_run<Trial>(query("audited").bind(":rule", rule), run);
}

void Store::set(const std::string& run, const Pruned& pruned) {
    bind(query("pruned_set"), pruned).bind(":run_id", run).run();
}

std::vector<Pruned> Store::pruned(const std::string& run) {
    return of_run<Pruned>(query("pruned"), run);
}

void Store::add(Peer peer) {
    peer.time = estimate(peer.samples);
    if (peer.at == 0) peer.at = now_ms();
    const std::string id = Fingerprint().add(peer.run).add(peer.name).add(peer.at).id();
    bind(query("peer_add"), peer).bind(":id", id).run();
}

std::vector<Peer> Store::peers(const std::string& run) {
    return of_run<Peer>(query("peers"), run);
}

void Store::add(Sentinel sentinel) {
    sentinel.time = estimate(sentinel.samples);
    if (sentinel.at == 0) sentinel.at = now_ms();
    const std::string samples = pack(sentinel.samples);
    const std::string id = Fingerprint().add(sentinel.run).add(sentinel.at).add(samples).id();
    bind(query("sentinel_add"), sentinel).bind(":id", id).run();
}

std::vector<Sentinel> Store::sentinels(const std::string& run) {
    return of_run<Sentinel>(query("sentinels"), run);
}

}  // namespace hone
