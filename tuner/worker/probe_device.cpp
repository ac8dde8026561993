// SPDX-License-Identifier: MIT
// One request for each probe; a worker that died is replaced for the next.
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

class Asker {
  public:
    Asker(const Found& device, std::chrono::milliseconds limit) : device_(device), limit_(limit) {}

    std::vector<Probe> ask(const std::string& name) {
        if (!child_) child_ = start_worker(device_.seat, own_program());
        child_->channel().send({{"do", "probe"},
                                {"platform", device_.platform},
                                {"place", device_.place},
                                {"name", name}});
        Answer answer = listen(*child_, limit_);
        if (!answer.message.contains("failed"))
            if (auto answers = answer.read(answers_in)) return *answers;
        if (answer.outcome != Outcome::ok) child_.reset();
        Probe none;
        none.name = name;
        none.message = answer.outcome == Outcome::ok
                           ? answer.message.at("failed").get<std::string>()
                           : answer.why;
        return {none};
    }

  private:
    const Found& device_;
    std::chrono::milliseconds limit_;
    std::unique_ptr<Child> child_;
};

}  // namespace

std::vector<Probe> probe_device(const Found& device, const std::vector<std::string>& names,
                                std::chrono::milliseconds limit, Store& store,
                                const std::function<bool(const std::string&)>& watch) {
    const std::string id = store.add(device.device);
    Asker asker(device, limit);
    std::vector<Probe> all;
    for (const std::string& name : names) {
        if (!watch(name)) break;
        for (Probe& answer : asker.ask(name)) {
            answer.device = id;
            store.add(answer);
            all.push_back(std::move(answer));
        }
    }
    return all;
}

}  // namespace hone
