// SPDX-License-Identifier: MIT
// The program: find the command, read its options, run it. Every exception of hone ends here, as
// one line for the user, a hint and an exit code; the tuner turns Ctrl-C into exit code 130 by
// itself.
#include <chrono>
#include <exception>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "tuner/cli/arguments.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/streams.hpp"

using namespace hone;
using namespace hone::cli;

namespace {

using Words = std::span<const std::string>;
using Clock = std::chrono::steady_clock;

Exit run(const Command& command, Words words) {
    const po::variables_map given = parse(command, words);
    if (given["help"].as<bool>()) {
        fmt::print("{}", help_text(command));
        return Exit::done;
    }
    const auto start = Clock::now();
    const Exit exit = command.run(given);
    if (voice_of(given) == Voice::verbose)
        fmt::print(stderr, "hone: took {:.3f} s\n",
                   std::chrono::duration<double>(Clock::now() - start).count());
    return exit;
}

Exit answer(Words words) {
    if (words.empty() || words.front().starts_with('-')) return run(program, words);
    return run(find_command(words.front()), words.subspan(1));
}

void complain(std::string_view message, std::string_view hint) {
    const std::string_view name = colored(stderr) ? "\x1b[1;31mhone:\x1b[0m" : "hone:";
    for (std::size_t end = 0; !message.empty();
         message.remove_prefix(std::min(end + 1, message.size()))) {
        end = std::min(message.find('\n'), message.size());
        std::fputs(fmt::format("{} {}\n", name, message.substr(0, end)).c_str(), stderr);
    }
    if (!hint.empty()) std::fputs(fmt::format("{}\n", hint).c_str(), stderr);
}

Exit apologize(std::string_view message) {
    complain(message,
             "This is an error of hone itself. Please report it, with the command and `hone "
             "--version`.");
    return Exit::bug;
}

// Printing throws too where the answer can no longer be written; that is no bug, and delivered()
// tells.
Exit explained(const std::function<Exit()>& action) try {
    return action();
} catch (const Error& error) {
    complain(error.what(), error.hint());
    return error.exit();
} catch (const std::bad_alloc&) {
    return apologize("out of memory");
} catch (const std::exception& error) {
    return answer_lost() ? Exit::done : apologize(error.what());
} catch (...) {
    return apologize("an unknown exception");
}

}  // namespace

int main(int argc, char** argv) {
    prepare_streams();
    const std::vector<std::string> words(argv + (argc > 0), argv + argc);
    const Exit exit = explained([&] { return answer(words); });
    return static_cast<int>(explained([&] { return delivered(exit); }));
}
