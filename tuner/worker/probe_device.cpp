// SPDX-License-Identifier: MIT
// Sends one request for each probe. A worker that failed is replaced for the next one.
#include "tuner/worker/probe_device.hpp"

#include "db/model/ids.hpp"
#include "tuner/worker/idle_workers.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

std::vector<Probe> answers_in(const Message& message) {
    std::vector<Probe> answers;
    for (const Message& one : message.at("probes")) answers.push_back(probe_from(one));
    return answers;
}

std::vector<Probe> run_apart(const LocalDevice& device, const std::string& name,
                             std::chrono::milliseconds limit) {
    Reply reply =
        ask_worker(location_of(device),
                   {{"do", "probe"}, {"device", to_message(device)}, {"name", name}}, limit);
    Probe none;
    none.name = name;
    if (reply.message.contains("failed")) {
        none.message = reply.message.at("failed").get<std::string>();
        return {none};
    }
    if (auto answers = reply.read(answers_in)) return *answers;
    none.message = reply.why;
    return {none};
}

}  // namespace

std::vector<Probe> probe_device(const LocalDevice& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& on_probe) {
    const std::string id = store.add(device.device);
    std::vector<Probe> all;
    for (const std::string& name : names) {
        if (!on_probe(name)) break;
        for (Probe& answer : run_apart(device, name, limit)) {
            answer.device = id;
            store.add(answer);
            all.push_back(std::move(answer));
        }
    }
    return all;
}

// Runs in a worker, because drivers' libraries may hang or crash.
std::string meter_fault(const LocalDevice& device, std::chrono::milliseconds limit) {
    Reply reply =
        ask_worker(location_of(device), {{"do", "meter"}, {"device", to_message(device)}}, limit);
    if (reply.message.contains("failed")) return reply.message.at("failed").get<std::string>();
    const auto fault =
        reply.read([](const Message& done) { return done.at("fault").get<std::string>(); });
    return fault ? *fault : "while its meter was looked for: " + reply.why;
}

}  // namespace hone
