// SPDX-License-Identifier: MIT
// A table of requests. An error inside a request becomes its reply; the parent detects a crash of
// the process.
#include "tuner/worker/worker_main.hpp"

#include <array>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "kernels/launch/clock_check.hpp"
#include "kernels/launch/rehearsal.hpp"
#include "kernels/launch/shared_context.hpp"
#include "spaces/base/json_integer.hpp"
#include "tuner/devices/device_facts.hpp"
#include "tuner/measure/bench.hpp"
#include "tuner/measure/command_bench.hpp"
#include "tuner/measure/kept_benches.hpp"
#include "tuner/measure/memory_watch.hpp"
#include "tuner/power/open_meter.hpp"
#include "tuner/probing/run_probe.hpp"
#include "tuner/worker/protocol.hpp"
#include "tuner/worker/sustained_message.hpp"

namespace hone {
namespace {

constexpr std::size_t kept_reference_bytes = std::size_t{512}
                                             << 20U;  // the reference of 4096 squared takes 256 MiB

Config config_in(const Message& said) {
    return checked_ints<Config::value_type>(said);
}

/// A worker that only compiles; it has no inputs.
class BuildOnlyWorker {
  public:
    BuildOnlyWorker(const BenchSetup& setup, bool rehearses)
        : builder_(setup, shared_context(setup.device.handle)) {
        if (rehearses) rehearsal_.emplace(shared_context(setup.device.handle), setup.device.handle);
    }

    BuildResult build(const Plan& plan) const {
        const auto begin = std::chrono::steady_clock::now();
        Compiled program;
        BuildResult result = builder_.build(plan, program);
        if (result.outcome != Outcome::ok || !rehearsal_) return result;
        rehearse(program.program, plan);
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        result.milliseconds = took.count();
        return result;
    }

  private:
    // Errors are ignored: the real run reports them. A launch that does not end is a crash of this process,
    // so that the session builds no more ahead.
    void rehearse(const cl::Program& program, const Plan& plan) const {
        try {
            if (rehearsal_->run(program, plan.prepare) && rehearsal_->run(program, plan.launches))
                return;
        } catch (const cl::Error&) {
            return;
        }
        std::_Exit(EXIT_FAILURE);
    }

    Builder builder_;
    std::optional<Rehearsal> rehearsal_;
};

std::unique_ptr<WorkerBench> make_bench(const BenchSetup& setup, KeptReferences& products,
                                        OnReference on_reference) {
    if (setup.space.program) return std::make_unique<CommandBench>(setup);
    return std::make_unique<Bench>(setup, &products, std::move(on_reference));
}

Message check_clock(const Message& request) {
    const LocalDevice device = device_from(request.at("device"));
    const cl::Context context = shared_context(device.handle);
    const cl::CommandQueue queue = timed_queue(context, device.handle);
    return {{"fault", clock_fault(context, device.handle, queue, OtherWork::little)}};
}

// Tests whether the energy of a device can be measured here.
Message look_for_meter(const Message& request) {
    return {{"fault", open_meter(device_from(request.at("device")).device).why}};
}

Message list_devices(const Message& /*request*/) {
    Message devices = Message::array();
    for (const LocalDevice& device : all_devices()) devices.push_back(facts_message(device));
    return {{"devices", devices}};
}

// Requests about devices, which need no bench.
struct DeviceRequest {
    std::string_view name;
    Message (*answer)(const Message& request);
};
constexpr std::array<DeviceRequest, 3> device_requests{
    {{"clock", check_clock}, {"meter", look_for_meter}, {"list", list_devices}}};

class Worker {
  public:
    explicit Worker(const std::string& seal_key) : channel_(worker_descriptor) {
        if (!seal_key.empty()) channel_.set_seal({seal_key, MessageSeal::End::other_rank});
    }

    Exit serve() {
        Message request;
        while (channel_.receive(request, std::nullopt) == Channel::ReceiveStatus::message)
            serve_request(request);
        return Exit::done;
    }

  private:
    struct RequestHandler {
        std::string_view name;
        Message (Worker::*handle)(const Message& request);
    };
    static constexpr std::size_t requests = 10;
    static const std::array<RequestHandler, requests> table;

    static Message bug(const std::exception& error) {
        return {
            {"failed", error.what()},
            {"hint", "this is a bug in hone; please report it with the output of `hone --version`"},
            {"exit", static_cast<int>(Exit::bug)}};
    }

    void serve_request(const Message& request) {
        Message reply;
        try {
            reply = {{"done", dispatch(request)}};
        } catch (const Error& error) {
            reply = {{"failed", error.what()},
                     {"hint", error.hint()},
                     {"exit", static_cast<int>(error.exit())}};
        } catch (const cl::Error& error) {
            reply = {{"failed", device_ + error_text(error)},
                     {"hint",
                      "the device or its driver fails: it may lack memory, which a smaller "
                      "problem (--size) takes less of; its log may say more"},
                     {"exit", static_cast<int>(Exit::environment)}};
        } catch (const std::logic_error& error) {
            reply = bug(error);
        } catch (const Message::exception& error) {
            reply = bug(error);
        } catch (const std::exception& error) {
            reply = {{"failed", error.what()},
                     {"hint", ""},
                     {"exit", static_cast<int>(Exit::environment)}};
        }
        channel_.send(reply);
    }

    Message dispatch(const Message& request) {
        const auto name = request.at("do").get<std::string_view>();
        for (const DeviceRequest& known : device_requests)
            if (known.name == name) return known.answer(request);
        for (const RequestHandler& known : table)
            if (known.name == name) return (this->*known.handle)(request);
        throw std::logic_error("unknown request");
    }

    Message open(const Message& request) {
        close(request);
        opened_by_ = request.dump();
        bench_ = kept_.take(opened_by_);
        if (!bench_) {
            const BenchSetup setup = setup_from(request);
            device_ = setup.device.device.name + ": ";
            bench_ = make_bench(setup, products_, reference_callback());
        }
        return {{"fault", bench_->reference_fault()},
                {"lost", bench_->reference_lost_device()},
                {"bytes", bench_->bytes()},
                {"checked_with", bench_->checked_with()}};
    }

    // Opens a builder instead of a bench: this worker runs no configs.
    Message open_builder(const Message& request) {
        build_only_.emplace(setup_from(request), request.at("rehearses"));
        return Message::object();
    }

    // Caches the bench if it is small enough. The driver and its context stay.
    Message close(const Message& /*request*/) {
        if (bench_) kept_.keep(std::move(opened_by_), std::move(bench_));
        build_only_.reset();
        return Message::object();
    }

    Message build(const Message& request) {
        const Plan plan = plan_from(request.at("plan"));
        const MemoryWatch watch;
        return to_message(build_only_ ? build_only_->build(plan) : bench().build(plan));
    }

    Message run(const Message& request) {
        const MemoryWatch watch(run_memory_fault);
        return to_message(bench().run(config_in(request.at("config")),
                                      sampling_limits_from(request), alive_callback()));
    }

    Message time_interleaved(const Message& request) {
        const MemoryWatch watch(run_memory_fault);
        std::vector<Config> configs;
        for (const Message& one : request.at("configs")) configs.push_back(config_in(one));
        Message results = Message::array();
        for (const RunResult& result :
             bench().time_interleaved(configs, CheckedInt(request.at("rounds")),
                                      request.at("max_ns"), alive_callback())) {
            results.push_back(to_message(result));
        }
        return {{"results", results}};
    }

    Message run_size_check(const Message& request) {
        const MemoryWatch watch(run_memory_fault);
        return to_message(bench().run_size_check(plan_from(request.at("plan")),
                                                 problem_from(request.at("problem"))));
    }

    Message reference(const Message& request) {
        Samples samples =
            bench().reference(CheckedInt(request.at("repeats")), request.at("longest"));
        return {{"samples", std::move(samples)},
                {"fault", bench().reference_fault()},
                {"skipped", bench().reference_skipped()}};
    }

    // A probe has its own kernels and buffers, and needs the device alone.
    Message probe(const Message& request) {
        bench_.reset();
        kept_.clear();
        Message found = Message::array();
        const auto name = request.at("name").get<std::string>();
        for (const Probe& one : run_probe(device_from(request.at("device")), name))
            found.push_back(to_message(one));
        return {{"probes", found}};
    }

    Message time_sustained(const Message& request) {
        const MemoryWatch watch(run_memory_fault);
        return to_message(bench().time_sustained(config_in(request.at("config")),
                                                 request.at("seconds"), alive_callback()));
    }

    OnStage alive_callback() {
        return [this] { channel_.send({{"alive", true}}); };
    }

    OnReference reference_callback() {
        return [this](const std::string& name) {
            channel_.send({{"alive", true}, {"reference", name}});
        };
    }

    WorkerBench& bench() {
        if (!bench_) throw std::logic_error("a request came before `open`");
        return *bench_;
    }

    Channel channel_;
    KeptReferences products_{kept_reference_bytes};
    std::string opened_by_;  // the request's text
    std::string device_;     // "NAME: ", after the first bench was requested
    std::unique_ptr<WorkerBench> bench_;
    KeptBenches kept_{KeptBenches::bytes_of_worker};
    std::optional<BuildOnlyWorker> build_only_;
};

const std::array<Worker::RequestHandler, Worker::requests> Worker::table{{
    {"open", &Worker::open},
    {"open builder", &Worker::open_builder},
    {"close", &Worker::close},
    {"build", &Worker::build},
    {"run", &Worker::run},
    {"time_interleaved", &Worker::time_interleaved},
    {"run_size_check", &Worker::run_size_check},
    {"reference", &Worker::reference},
    {"probe", &Worker::probe},
    {"time_sustained", &Worker::time_sustained},
}};

}  // namespace

Exit serve_as_worker(const std::string& seal_key) {
    return Worker(seal_key).serve();
}

}  // namespace hone
