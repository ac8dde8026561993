// SPDX-License-Identifier: MIT
// A disk in memory for SQLite that can lose its power: unsynced writes are lost partly, completely,
// or in the middle of a write. The idea is that of SQLite's own crash tests.
#pragma once

#include <sqlite3.h>

#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace hone {

class LosingDisk {
  public:
    /// Its files, by path.
    using Files = std::map<std::string, std::string>;

    /// How much of the unsynced data is lost.
    enum class Loss { all, later, some, sectors };

    /// Replaces the real disk for databases opened during its lifetime. Without shared memory
    /// SQLite cannot use its write-ahead log, as on a network file system.
    explicit LosingDisk(Files files = {}, bool shared_memory = true);
    ~LosingDisk();
    LosingDisk(const LosingDisk&) = delete;
    LosingDisk& operator=(const LosingDisk&) = delete;

    /// Called before each sync.
    void on_sync(std::function<void()> look) { look_ = std::move(look); }
    /// The disk's possible content if the power failed at this moment.
    Files after(Loss loss, std::mt19937& random) const;

    /// A write at an offset; without bytes, a truncation to that size.
    struct Change {
        std::size_t offset = 0;
        std::string bytes;
        bool cuts = false;
    };
    struct Node {
        bool there = false;
        std::string now;
        bool synced_there = false;
        bool syncs_folder = false;  // with its next sync, as for a new journal
        std::string synced;
        std::vector<Change> changes;  // since the last sync
        std::vector<std::unique_ptr<std::vector<char>>> shared;
    };
    Node& node(const std::string& path) { return nodes_[path]; }
    bool has(const std::string& path) const;
    void sync(Node& node);
    void sync_folder();
    bool shares_memory() const { return shared_memory_; }

  private:
    std::map<std::string, Node> nodes_;
    std::function<void()> look_;
    bool shared_memory_;
    sqlite3_vfs* before_;
    sqlite3_vfs vfs_{};
    std::string name_;
};

}  // namespace hone
