// SPDX-License-Identifier: MIT
// One request for each probe; a worker that crashed is replaced for the next.
#include "tuner/worker/probe_device.hpp"

#include <memory>

#include "db/model/ids.hpp"
#include "tuner/catalog/install_paths.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/reply.hpp"

namespace hone {
namespace {

std::vector<Probe> answers_in(const Message& message) {
    std::vector<Probe> answers;
    for (const Message& one : message.at("probes")) answers.push_back(probe_from(one));
    return answers;
}

class ProbeClient {
  public:
    ProbeClient(const LocalDevice& device, std::chrono::milliseconds limit)
        : device_(device), limit_(limit) {}

    std::vector<Probe> probe(const std::string& name) {
        if (!worker_) worker_ = start_worker(device_.placement, hone_program());
        worker_->channel().send({{"do", "probe"}, {"device", to_message(device_)}, {"name", name}});
        Reply reply = wait_for_reply(*worker_, limit_);
        if (!reply.message.contains("failed"))
            if (auto answers = reply.read(answers_in)) return *answers;
        if (reply.outcome != Outcome::ok) worker_.reset();
        Probe none;
        none.name = name;
        none.message = reply.outcome == Outcome::ok ? reply.message.at("failed").get<std::string>()
                                                    : reply.why;
        return {none};
    }

  private:
    const LocalDevice& device_;
    std::chrono::milliseconds limit_;
    std::unique_ptr<WorkerHandle> worker_;
};

}  // namespace

std::vector<Probe> probe_device(const LocalDevice& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& on_probe) {
    const std::string id = store.add(device.device);
    ProbeClient client(device, limit);
    std::vector<Probe> all;
    for (const std::string& name : names) {
        if (!on_probe(name)) break;
        for (Probe& answer : client.probe(name)) {
            answer.device = id;
            store.add(answer);
            all.push_back(std::move(answer));
        }
    }
    return all;
}

// The libraries of drivers hang and crash.
std::string meter_fault(const LocalDevice& device, std::chrono::milliseconds limit) {
    const auto worker = start_worker(device.placement, hone_program());
    worker->channel().send({{"do", "meter"}, {"device", to_message(device)}});
    Reply reply = wait_for_reply(*worker, limit);
    if (reply.message.contains("failed")) return reply.message.at("failed").get<std::string>();
    const auto fault =
        reply.read([](const Message& done) { return done.at("fault").get<std::string>(); });
    return fault ? *fault : "while its meter was looked for: " + reply.why;
}

}  // namespace hone
