// SPDX-License-Identifier: MIT
// The other ranks' side: a table of requests about worker processes.
#include <array>
#include <string_view>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/cluster/remote_launcher.hpp"

namespace hone {
namespace {

class OutpostServer {
  public:
    OutpostServer(const Message& invitation, const std::string& name, const Message& introduction)
        : invitation_(invitation), line_(call_gate(invitation, name, introduction)) {}

    void serve() {
        Message request;
        while (line_.receive(request, std::nullopt) == Channel::Heard::message) {
            const auto wanted = request.at("do").get<std::string_view>();
            for (const auto& [name, handle] : table)
                if (name == wanted) (this->*handle)(request.at("worker").get<std::string>());
        }
    }

  private:
    struct Request {
        std::string_view name;
        void (OutpostServer::*handle)(const std::string& worker);
    };
    static const std::array<Request, 4> table;

    // The worker's line leads to the first rank; here it is closed once the worker has it.
    void start(const std::string& worker) {
        const Channel line = call_gate(invitation_, worker);
        workers_.try_emplace(worker, own_program(), line.descriptor());
    }

    void kill(const std::string& worker) { workers_.at(worker).kill(); }
    void epitaph(const std::string& worker) {
        line_.send({{"epitaph", workers_.at(worker).epitaph()}});
    }
    void forget(const std::string& worker) { workers_.erase(worker); }

    Message invitation_;
    Channel line_;
    std::map<std::string, LocalProcess> workers_;
};

const std::array<OutpostServer::Request, 4> OutpostServer::table{{
    {"start", &OutpostServer::start},
    {"kill", &OutpostServer::kill},
    {"epitaph", &OutpostServer::epitaph},
    {"forget", &OutpostServer::forget},
}};

}  // namespace

void serve_as_outpost(const Message& invitation, const std::string& name,
                      const Message& introduction) {
    OutpostServer(invitation, name, introduction).serve();
}

}  // namespace hone
