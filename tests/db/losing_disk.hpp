// SPDX-License-Identifier: MIT
// A disk in memory, under SQLite, that can lose its power: of what was written and not synced some
// of it is gone then, or all, or half a write. The idea is that of SQLite's own crash tests.
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
    /// What lies on it, by path.
    using Files = std::map<std::string, std::string>;

    /// How much of what was not synced is lost.
    enum class Loss { all, later, some, sectors };

    /// Takes the place of the real disk for what is opened while this lives. Without shared memory
    /// SQLite cannot have its write-ahead log, as on a network file system.
    explicit LosingDisk(Files files = {}, bool shared_memory = true);
    ~LosingDisk();
    LosingDisk(const LosingDisk&) = delete;
    LosingDisk& operator=(const LosingDisk&) = delete;

    /// Called before each sync does its work.
    void on_sync(std::function<void()> look) { look_ = std::move(look); }
    /// What may lie on it if the power went at this moment.
    Files after(Loss loss, std::mt19937& random) const;

    /// A write at an offset, or where bytes is nothing a cut to that size.
    struct Change {
        std::size_t offset = 0;
        std::string bytes;
        bool cuts = false;
    };
    struct Node {
        bool there = false;
        std::string now;
        bool synced_there = false;
        bool syncs_folder = false;  // with its next sync, as a new journal does
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
