// SPDX-License-Identifier: MIT
// The other ranks' side: a table of requests about worker processes.
#include <array>
#include <string_view>

#include "tuner/catalog/install_paths.hpp"
#include "tuner/cluster/remote_launcher.hpp"

namespace hone {
namespace {

class RemoteLauncherServer {
  public:
    RemoteLauncherServer(const Message& connect_info, const std::string& name, const Message& hello)
        : connect_info_(connect_info), channel_(connect_to_rendezvous(connect_info, name, hello)) {}

    void serve() {
        Message request;
        while (channel_.receive(request, std::nullopt) == Channel::ReceiveStatus::message) {
            const auto wanted = request.at("do").get<std::string_view>();
            for (const auto& [name, handle] : table)
                if (name == wanted) (this->*handle)(request.at("worker").get<std::string>());
        }
    }

  private:
    struct RequestHandler {
        std::string_view name;
        void (RemoteLauncherServer::*handle)(const std::string& worker);
    };
    static const std::array<RequestHandler, 4> table;

    // The worker's channel leads to rank 0; this process closes its copy once the worker has it.
    void start(const std::string& worker) {
        const Channel channel = connect_to_rendezvous(connect_info_, worker);
        workers_.try_emplace(worker, hone_program(), channel.descriptor(), channel.seal_key());
    }

    void kill(const std::string& worker) { workers_.at(worker).kill(); }
    void exit_description(const std::string& worker) {
        channel_.send(
            {{"exit_description", workers_.at(worker).exit_description()}, {"worker", worker}});
    }
    void forget(const std::string& worker) { workers_.erase(worker); }

    Message connect_info_;
    Channel channel_;
    std::map<std::string, LocalProcess> workers_;
};

const std::array<RemoteLauncherServer::RequestHandler, 4> RemoteLauncherServer::table{{
    {"start", &RemoteLauncherServer::start},
    {"kill", &RemoteLauncherServer::kill},
    {"exit_description", &RemoteLauncherServer::exit_description},
    {"forget", &RemoteLauncherServer::forget},
}};

}  // namespace

void serve_as_remote_launcher(const Message& connect_info, const std::string& name,
                              const Message& hello) {
    RemoteLauncherServer(connect_info, name, hello).serve();
}

}  // namespace hone
