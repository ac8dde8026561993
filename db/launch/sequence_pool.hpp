// SPDX-License-Identifier: MIT
// Keeps launch sequences between uses. A user has a sequence exclusively, so calls of several
// threads share neither arguments nor scratch memory. Calls on several queues do not share a
// sequence either, because they would wait for each other.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "db/launch/launch_sequence.hpp"
#include "db/lookup/tuned.hpp"

namespace hone::launch {

class SequencePool {
  public:
    /// What idle sequences may take at most. On a device with much memory, the scratch memory may
    /// take a sixteenth of it.
    struct Limits {
        std::size_t sequences = 1024;
        std::size_t scratch_bytes = std::size_t{256} << 20U;  // of each device
    };
    SequencePool();
    explicit SequencePool(Limits limits);
    ~SequencePool();
    SequencePool(const SequencePool&) = delete;
    SequencePool& operator=(const SequencePool&) = delete;

    struct Key {
        cl_context context;
        cl_device_id device;
        cl_command_queue queue;
        std::string routine;
        std::string precision;
        Settings problem;
        std::size_t generation = 0;  // of the answers
        bool operator==(const Key&) const = default;
    };
    using Sequence = std::unique_ptr<LaunchSequence>;

    /// Takes a sequence of this key out of the pool, or creates one with `find`.
    Sequence take(const Key& key, const std::function<LaunchSequence()>& find);
    /// Puts a sequence back. Drops the least recently used ones if there are too many, or if they
    /// have too much scratch memory; never the one that was put back.
    void give_back(Key key, Sequence sequence);
    /// Releases all sequences that are not in use.
    void forget();
    /// Releases those of all pools of this process.
    static void forget_all();

    /// The pool of this process. It is never destroyed, because the driver may be unloaded before
    /// it.
    static SequencePool& of_process();

  private:
    struct Entry {
        Key key;
        std::size_t hash;
        Sequence sequence;
    };
    using Entries = std::list<Entry>;

    void move(Entries::iterator entry, Entries& to);
    void move_surplus(Entries& to);

    Limits limits_;
    Entries idle_;                                                   // the most recently used first
    std::unordered_multimap<std::size_t, Entries::iterator> index_;  // by the hash of the key
    std::map<cl_device_id, std::size_t> scratch_bytes_;
    std::mutex mutex_;
    // All pools of the process are a list.
    static inline SequencePool* newest = nullptr;
    SequencePool* next_ = nullptr;
    SequencePool* previous_ = nullptr;
};

/// The tuned results and the devices read so far, for calls that pass neither.
class SharedTuned {
  public:
    static Tuned& tuned();
    Device device(const hone_opencl& opencl, cl_device_id device);
    /// Another device may get the handle of a sub-device that was released.
    void forget_devices();
    static SharedTuned& of_process();

  private:
    std::map<cl_device_id, Device> devices_;
    std::mutex mutex_;
};

}  // namespace hone::launch
