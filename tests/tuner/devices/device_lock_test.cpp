// SPDX-License-Identifier: MIT
// One program at a time holds a device, and the next one learns the holder. Boards are locked by
// bus address, all CPUs by one lock; a lock ends with its holder, and a missing lock never blocks.
#include "tuner/devices/device_lock.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/samples.hpp"

using namespace hone;
using samples::Folder;

namespace {

/// Another program that holds the device until it is killed.
class Another {
  public:
    Another(const Device& device, const std::filesystem::path& folder) {
        int ready[2];
        REQUIRE(pipe(ready) == 0);
        child_ = fork();
        if (child_ == 0) {
            DeviceLock lock(device, folder);
            const char taken = lock.try_lock("hone tune gemm") ? 'y' : 'n';
            if (write(ready[1], &taken, 1) == 1) pause();
            _exit(1);
        }
        char taken = 0;
        REQUIRE(read(ready[0], &taken, 1) == 1);
        CHECK(taken == 'y');
        close(ready[0]), close(ready[1]);
    }
    ~Another() { end(); }
    Another(const Another&) = delete;
    Another& operator=(const Another&) = delete;

    pid_t pid() const { return child_; }
    void end() {
        if (child_ > 0) kill(child_, SIGKILL), waitpid(child_, nullptr, 0);
        child_ = 0;
    }

  private:
    pid_t child_ = 0;
};

}  // namespace

TEST_CASE("who has a device is known, and gone when it is killed") {
    const Folder folder;
    const Device device = samples::device();
    DeviceLock mine(device, folder / "");
    {
        Another another(device, folder / "");
        CHECK_FALSE(mine.try_lock("mine"));
        CHECK_THAT(mine.holder(), Catch::StartsWith("pid " + std::to_string(another.pid()) +
                                                    " (hone tune gemm) since 20"));
        another.end();
        CHECK(mine.try_lock("mine"));
    }
    DeviceLock again(device, folder / "");
    CHECK(again.try_lock("mine, too"));  // the same program, twice
}

TEST_CASE("a holder with the number of this process is another one, in another container") {
    const Folder folder;
    const Device device = samples::device();
    const auto path = folder / lock_name(device);
    std::ofstream(path) << "pid " << getpid() << " (hone tune gemm) since 2026-11-21 11:40";
    const int theirs = open(path.c_str(), O_RDWR | O_CLOEXEC);
    REQUIRE(flock(theirs, LOCK_EX) == 0);
    DeviceLock mine(device, folder / "");
    CHECK_FALSE(mine.try_lock("mine"));
    CHECK_THAT(mine.holder(), Catch::Contains("hone tune gemm"));
    close(theirs);
    CHECK(mine.try_lock("mine"));
}

TEST_CASE("a holder is told in its own letters, on one line that controls no terminal") {
    const Folder folder;
    const Device device = samples::device();
    std::ofstream(folder / lock_name(device)) << "pid 7 (hone tune größe.toml)\n\x1b[2J";
    CHECK(DeviceLock(device, folder / "").holder() == "pid 7 (hone tune größe.toml)  [2J");
}

TEST_CASE("a device is one by its place on the bus, and all CPUs are one") {
    Device board = samples::device();
    CHECK(lock_name(board) == "hone-0000-01-00-0.lock");
    Device driver = board;
    driver.driver = "another";
    CHECK(lock_name(driver) == lock_name(board));
    Device second = board;
    second.pci = "0000:02:00.0";
    CHECK(lock_name(second) != lock_name(board));
    Device cpu = board;
    cpu.type = "cpu";
    CHECK(lock_name(cpu) == "hone-cpu.lock");
    board.pci.clear();
    board.uuid = "../../etc/passwd";
    CHECK(lock_name(board) == "hone-------etc-passwd.lock");
    board.uuid.clear();
    CHECK(lock_name(board).size() == std::string("hone-.lock").size() + 32);
}

TEST_CASE("where there can be no lock nobody waits, and nothing else is touched") {
    const Folder folder;
    const Device device = samples::device();
    CHECK(DeviceLock(device, folder / "no such folder").try_lock("mine"));
    const auto target = folder / "precious";
    std::ofstream(target) << "text";
    std::filesystem::create_symlink(target, folder / lock_name(device));
    CHECK(DeviceLock(device, folder / "").try_lock("mine"));
    std::filesystem::remove(folder / lock_name(device));
    std::filesystem::create_hard_link(target, folder / lock_name(device));
    CHECK(DeviceLock(device, folder / "").try_lock("mine"));
    CHECK(std::filesystem::file_size(target) == 4);
    std::filesystem::remove(folder / lock_name(device));
    REQUIRE(mkfifo((folder / lock_name(device)).c_str(), 0666) == 0);
    CHECK(DeviceLock(device, folder / "").try_lock("mine"));
}
