// SPDX-License-Identifier: MIT
// Handles closed streams, full disks and broken pipes in one place, so that commands can just
// print.
#include "tuner/cli/streams.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string>

#include "db/model/printable.hpp"

namespace hone::cli {

namespace {

bool closed(int stream) {
    return fcntl(stream, F_GETFD) == -1 && errno == EBADF;
}

bool reader_left() {
    pollfd answer{STDOUT_FILENO, POLLOUT, 0};
    return poll(&answer, 1, 0) == 1 && (answer.revents & POLLERR) != 0;
}

}  // namespace

// A closed stream's descriptor would go to the next file that is opened, and the answer would be
// written into that file. Opening /dev/null in the wrong direction occupies the descriptor; reads
// and writes still fail.
void prepare_streams() {
    // Writing then fails with an error code; the signals would end the program silently.
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (closed(stream)) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

// JSON stays valid, since its control characters are already escaped.
void put_text(std::string text) {
    fmt::print("{}", printable(std::move(text)));
}

// One write per line, so that lines of several processes never mix.
void say(std::string_view line, std::string_view mark) {
    (void)std::fputs((std::string(mark) + printable(std::string(line)) + '\n').c_str(), stderr);
}

bool answer_lost() {
    return std::ferror(stdout) != 0;
}

Exit delivered(Exit exit) {
    errno = 0;
    const bool flushed = std::fflush(stdout) == 0;
    const std::string reason = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    if ((flushed && !answer_lost()) || reader_left()) return exit;
    throw Error(Exit::environment, "cannot write to stdout" + reason);
}

std::optional<std::size_t> columns_of(std::FILE* stream) {
    if (isatty(fileno(stream)) != 1) return std::nullopt;
    constexpr std::size_t usual = 80;
    winsize size{};
    const bool is_known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return is_known ? size.ws_col : usual;
}

bool colored(std::FILE* stream) {
    const char* refused = std::getenv("NO_COLOR");
    return (refused == nullptr || *refused == '\0') && isatty(fileno(stream)) == 1;
}

}  // namespace hone::cli
