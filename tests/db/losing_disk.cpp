// SPDX-License-Identifier: MIT
// SQLite's virtual file system: a table of functions for the disk, another for each file. There is
// one program with one connection at a time, so locks are always granted.
#include "tests/db/losing_disk.hpp"

#include <algorithm>
#include <cstring>

namespace hone {
namespace {

struct File {
    sqlite3_file base;
    LosingDisk* disk;
    LosingDisk::Node* node;
};

File& of(sqlite3_file* file) {
    return *reinterpret_cast<File*>(file);
}

LosingDisk& of(sqlite3_vfs* vfs) {
    return *static_cast<LosingDisk*>(vfs->pAppData);
}

void apply_to(std::string& bytes, const LosingDisk::Change& change) {
    if (change.cuts) return bytes.resize(std::min(bytes.size(), change.offset));
    bytes.resize(std::max(bytes.size(), change.offset + change.bytes.size()));
    bytes.replace(change.offset, change.bytes.size(), change.bytes);
}

int close(sqlite3_file* /*file*/) {
    return SQLITE_OK;
}

int read(sqlite3_file* file, void* to, int count, sqlite3_int64 offset) {
    const std::string& bytes = of(file).node->now;
    const auto from = std::min(static_cast<std::size_t>(offset), bytes.size());
    const auto size = std::min(static_cast<std::size_t>(count), bytes.size() - from);
    std::memset(to, 0, static_cast<std::size_t>(count));
    std::memcpy(to, bytes.data() + from, size);
    return size == static_cast<std::size_t>(count) ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

void change(File& file, LosingDisk::Change change) {
    apply_to(file.node->now, change);
    file.node->changes.push_back(std::move(change));
}

int write(sqlite3_file* file, const void* from, int count, sqlite3_int64 offset) {
    const std::string bytes(static_cast<const char*>(from), static_cast<std::size_t>(count));
    change(of(file), {static_cast<std::size_t>(offset), bytes, false});
    return SQLITE_OK;
}

int truncate(sqlite3_file* file, sqlite3_int64 size) {
    change(of(file), {static_cast<std::size_t>(size), {}, true});
    return SQLITE_OK;
}

int sync(sqlite3_file* file, int /*flags*/) {
    of(file).disk->sync(*of(file).node);
    return SQLITE_OK;
}

int file_size(sqlite3_file* file, sqlite3_int64* size) {
    *size = static_cast<sqlite3_int64>(of(file).node->now.size());
    return SQLITE_OK;
}

int lock(sqlite3_file* /*file*/, int /*level*/) {
    return SQLITE_OK;
}

int is_reserved(sqlite3_file* /*file*/, int* reserved) {
    *reserved = 0;
    return SQLITE_OK;
}

int control(sqlite3_file* /*file*/, int /*request*/, void* /*argument*/) {
    return SQLITE_NOTFOUND;
}

// The same as in SQLite's own VFS for Unix.
int sector_size(sqlite3_file* /*file*/) {
    return 4096;
}

int characteristics(sqlite3_file* /*file*/) {
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

int map_shared(sqlite3_file* file, int region, int size, int extend, void volatile** memory) {
    auto& shared = of(file).node->shared;
    const auto wanted = static_cast<std::size_t>(region);
    while (extend != 0 && shared.size() <= wanted)
        shared.push_back(std::make_unique<std::vector<char>>(size));
    *memory = wanted < shared.size() ? shared[wanted]->data() : nullptr;
    return SQLITE_OK;
}

int lock_shared(sqlite3_file* /*file*/, int /*offset*/, int /*count*/, int /*flags*/) {
    return SQLITE_OK;
}

void barrier(sqlite3_file* /*file*/) {}

int unmap_shared(sqlite3_file* file, int remove) {
    if (remove != 0) of(file).node->shared.clear();
    return SQLITE_OK;
}

constexpr sqlite3_io_methods methods(int version) {
    return {version,         close,      read,        write,       truncate,     sync,
            file_size,       lock,       lock,        is_reserved, control,      sector_size,
            characteristics, map_shared, lock_shared, barrier,     unmap_shared, nullptr,
            nullptr};
}
constexpr sqlite3_io_methods with_memory = methods(2);
constexpr sqlite3_io_methods without_memory = methods(1);

int open(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* granted) {
    LosingDisk& disk = of(vfs);
    static int unnamed = 0;
    const std::string path = name ? name : "temporary " + std::to_string(++unnamed);
    if (!disk.has(path) && (flags & SQLITE_OPEN_CREATE) == 0) {
        file->pMethods = nullptr;
        return SQLITE_CANTOPEN;
    }
    LosingDisk::Node& node = disk.node(path);
    node.syncs_folder |= !node.there && (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_WAL)) != 0;
    node.there = true;
    of(file).base.pMethods = disk.shares_memory() ? &with_memory : &without_memory;
    of(file).disk = &disk;
    of(file).node = &node;
    if (granted) *granted = flags;
    return SQLITE_OK;
}

// Until the folder is synced the file may come back.
int remove(sqlite3_vfs* vfs, const char* name, int sync_folder) {
    LosingDisk::Node& node = of(vfs).node(name);
    node.there = false;
    node.now.clear();
    node.changes.clear();
    if (sync_folder != 0) of(vfs).sync_folder();
    return SQLITE_OK;
}

int access(sqlite3_vfs* vfs, const char* name, int /*flags*/, int* there) {
    *there = of(vfs).has(name) && !of(vfs).node(name).now.empty() ? 1 : 0;
    return SQLITE_OK;
}

int full_path(sqlite3_vfs* /*vfs*/, const char* name, int size, char* path) {
    sqlite3_snprintf(size, path, "%s", name);
    return SQLITE_OK;
}

constexpr std::size_t sector = 512;

/// Each sector of one write is kept or lost.
LosingDisk::Files::mapped_type torn(std::string bytes, const LosingDisk::Change& change,
                                    std::mt19937& random) {
    for (std::size_t at = 0; at < change.bytes.size(); at += sector)
        if (random() % 2 == 0)
            apply_to(bytes, {change.offset + at, change.bytes.substr(at, sector), false});
    return bytes;
}

std::string survivor(const LosingDisk::Node& node, LosingDisk::Loss loss, std::mt19937& random) {
    using Loss = LosingDisk::Loss;
    std::string bytes = node.synced;
    const std::size_t kept = loss == Loss::all ? 0 : random() % (node.changes.size() + 1);
    for (std::size_t i = 0; i < node.changes.size(); ++i) {
        const LosingDisk::Change& change = node.changes[i];
        const bool survives =
            loss == Loss::some || loss == Loss::sectors ? random() % 2 == 0 : i < kept;
        if (!survives) continue;
        const bool before_the_last = loss == Loss::later && i + 1 < kept;
        if (before_the_last || loss == Loss::some || change.cuts)
            apply_to(bytes, change);
        else
            bytes = torn(std::move(bytes), change, random);
    }
    return bytes;
}

}  // namespace

LosingDisk::LosingDisk(Files files, bool shared_memory)
    : shared_memory_(shared_memory), before_(sqlite3_vfs_find(nullptr)) {
    for (auto& [path, bytes] : files) {
        Node& node = nodes_[path];
        node.there = node.synced_there = true;
        node.now = node.synced = std::move(bytes);
    }
    static int made = 0;
    name_ = "losing disk " + std::to_string(++made);
    vfs_ = *before_;  // its clock and its random numbers
    vfs_.iVersion = 1;
    vfs_.szOsFile = sizeof(File);
    vfs_.pNext = nullptr;
    vfs_.zName = name_.c_str();
    vfs_.pAppData = this;
    vfs_.xOpen = open;
    vfs_.xDelete = remove;
    vfs_.xAccess = access;
    vfs_.xFullPathname = full_path;
    sqlite3_vfs_register(&vfs_, 1);
}

LosingDisk::~LosingDisk() {
    sqlite3_vfs_unregister(&vfs_);
    sqlite3_vfs_register(before_, 1);
}

bool LosingDisk::has(const std::string& path) const {
    const auto found = nodes_.find(path);
    return found != nodes_.end() && found->second.there;
}

void LosingDisk::sync(Node& node) {
    if (look_) look_();
    if (node.syncs_folder) sync_folder();
    node.syncs_folder = false;
    node.synced = node.now;
    node.changes.clear();
}

void LosingDisk::sync_folder() {
    for (auto& [path, node] : nodes_) {
        node.synced_there = node.there;
        if (!node.there) node.synced.clear();
    }
}

LosingDisk::Files LosingDisk::after(Loss loss, std::mt19937& random) const {
    Files files;
    for (const auto& [path, node] : nodes_) {
        if (!node.there && !node.synced_there) continue;
        const bool came = node.there && (node.synced_there || random() % 2 == 0);
        const bool stayed = !node.there && random() % 2 == 0;
        if (came || stayed) files[path] = survivor(node, loss, random);
    }
    return files;
}

}  // namespace hone
