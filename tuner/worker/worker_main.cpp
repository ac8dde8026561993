// SPDX-License-Identifier: MIT
// One table of requests. What goes wrong inside one is answered with its reason; what takes the
// whole process with it, the parent sees for itself.
#include "tuner/worker/worker_main.hpp"

#include <array>
#include <functional>
#include <optional>
#include <string_view>

#include "spaces/base/json_integer.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/probing/run_probe.hpp"
#include "tuner/worker/protocol.hpp"

namespace hone {
namespace {

Config config_in(const Message& said) {
    return whole_numbers<Config::value_type>(said);
}

/// What a worker that only builds needs: no queue, no inputs.
class Workshop {
  public:
    Workshop(BenchSetup setup, const std::string& defines)
        : setup_(std::move(setup)),
          known_(device_names(setup_.device.device)),
          builder_(setup_, cl::Context(setup_.device.handle), defines) {
        known_.merge(names_of(setup_.problem));
    }

    BuildResult build(const Config& config) const {
        Compiled program;
        return builder_.build(make_plan(setup_.space, config, known_), program);
    }

  private:
    BenchSetup setup_;
    Names known_;
    Builder builder_;
};

class Worker {
  public:
    Worker() : line_(worker_descriptor) {}

    Exit serve() {
        Message request;
        while (line_.receive(request, std::nullopt) == Channel::Heard::message) answer(request);
        return Exit::done;
    }

  private:
    struct Request {
        std::string_view name;
        Message (Worker::*handle)(const Message& request);
    };
    static constexpr std::size_t requests = 8;
    static const std::array<Request, requests> table;

    void answer(const Message& request) {
        Message reply;
        try {
            reply = {{"done", dispatch(request)}};
        } catch (const Error& error) {
            reply = {{"failed", error.what()},
                     {"hint", error.hint()},
                     {"exit", static_cast<int>(error.exit())}};
        } catch (const std::exception& error) {
            reply = {{"failed", error.what()},
                     {"hint", ""},
                     {"exit", static_cast<int>(Exit::environment)}};
        }
        line_.send(reply);
    }

    Message dispatch(const Message& request) {
        const auto name = request.at("do").get<std::string_view>();
        for (const Request& known : table) {
            if (known.name == name) return (this->*known.handle)(request);
        }
        throw std::logic_error("unknown request");
    }

    Message open(const Message& request) {
        bench_.reset();
        bench_.emplace(setup_from(request));
        return {{"fault", bench_->reference_fault()}, {"defines", bench_->defines()}};
    }

    // Instead of a bench: nothing will be run here.
    Message open_builder(const Message& request) {
        workshop_.emplace(setup_from(request), request.at("defines"));
        return Message::object();
    }

    Message build(const Message& request) {
        const Config config = config_in(request.at("config"));
        return to_message(workshop_ ? workshop_->build(config) : bench().build(config));
    }

    Message run(const Message& request) {
        return to_message(
            bench().run(config_in(request.at("config")), patience_from(request), say_alive()));
    }

    Message duel(const Message& request) {
        std::vector<Config> configs;
        for (const Message& one : request.at("configs")) configs.push_back(config_in(one));
        Message results = Message::array();
        for (const RunResult& result : bench().duel(configs, Whole(request.at("rounds")),
                                                    request.at("most_ns"), say_alive())) {
            results.push_back(to_message(result));
        }
        return {{"results", results}};
    }

    Message prove(const Message& request) {
        return to_message(
            bench().prove(config_in(request.at("config")), problem_from(request.at("problem"))));
    }

    Message reference(const Message& request) {
        return {{"samples", bench().reference(Whole(request.at("repeats")))},
                {"fault", bench().reference_fault()}};
    }

    // A probe brings its own kernels and buffers, and wants the device to itself.
    Message probe(const Message& request) {
        bench_.reset();
        Message found = Message::array();
        const auto name = request.at("name").get<std::string>();
        for (const Probe& one : ask_device(device_from(request), name))
            found.push_back(to_message(one));
        return {{"probes", found}};
    }

    std::function<void()> say_alive() {
        return [this] { line_.send({{"alive", true}}); };
    }

    Bench& bench() {
        if (!bench_) throw std::logic_error("a request came before `open`");
        return *bench_;
    }

    Channel line_;
    std::optional<Bench> bench_;
    std::optional<Workshop> workshop_;
};

const std::array<Worker::Request, Worker::requests> Worker::table{{
    {"open", &Worker::open},
    {"open builder", &Worker::open_builder},
    {"build", &Worker::build},
    {"run", &Worker::run},
    {"duel", &Worker::duel},
    {"prove", &Worker::prove},
    {"reference", &Worker::reference},
    {"probe", &Worker::probe},
}};

}  // namespace

Exit serve_as_worker() {
    return Worker().serve();
}

}  // namespace hone
