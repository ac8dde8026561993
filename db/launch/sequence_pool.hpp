// SPDX-License-Identifier: MIT
// Launch sequences between their uses. Who uses one has it alone, so that calls of several threads
// share neither arguments nor scratch memory; nor do calls on several queues, which would wait for
// each other.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "db/launch/launch_sequence.hpp"
#include "db/lookup/tuned.hpp"

namespace hone::launch {

class SequencePool {
  public:
    struct Key {
        cl_context context;
        cl_device_id device;
        cl_command_queue queue;
        std::string routine;
        std::string precision;
        Settings problem;
        bool operator==(const Key&) const = default;
    };
    using Sequence = std::unique_ptr<LaunchSequence>;

    /// Takes a sequence of this key out, or finds one.
    Sequence take(const Key& key, const std::function<LaunchSequence()>& find);
    /// Puts it back; the least recently used go when there are many.
    void give_back(Key key, Sequence sequence);
    /// Releases all that are not in use.
    void forget();

    /// The one of this process, which is never destroyed: a driver may be gone when it ends.
    static SequencePool& of_process();

  private:
    struct Entry {
        Key key;
        Sequence sequence;
    };
    std::list<Entry> idle_;  // the most recently used first
    std::mutex mutex_;
};

/// What is known of tuned kernels, and the devices that asked, for calls that bring neither.
class SharedTuned {
  public:
    static Tuned& tuned();
    Device device(const hone_opencl& opencl, cl_device_id device);
    static SharedTuned& of_process();

  private:
    std::map<cl_device_id, Device> devices_;
    std::mutex mutex_;
};

}  // namespace hone::launch
