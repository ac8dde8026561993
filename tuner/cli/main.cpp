// SPDX-License-Identifier: MIT
// The program: finds the command, parses its options and runs it. Every exception ends here as a
// line for the user, a hint and an exit code. Commands that have results to keep handle Ctrl-C:
// they end with Exit::interrupted.
#include <chrono>
#include <exception>
#include <filesystem>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "db/model/store_error.hpp"
#include "reports/text/quantity.hpp"
#include "tuner/cli/arguments.hpp"
#include "tuner/cli/help.hpp"
#include "tuner/cli/streams.hpp"
#include "tuner/cli/text_layout.hpp"

using namespace hone;
using namespace hone::cli;

namespace {

using Words = std::span<const std::string>;
using Clock = std::chrono::steady_clock;

Exit run(const Command& command, Words words) {
    const po::variables_map given = parse(command, words);
    if (given["help"].as<bool>()) {
        put("{}", help_text(command));
        return Exit::done;
    }
    const auto start = Clock::now();
    const Exit exit = command.run(given);
    const std::chrono::duration<double, std::nano> took = Clock::now() - start;
    if (verbosity_of(given) == Verbosity::verbose) say("hone: took " + human::time(took.count()));
    return exit;
}

Exit answer(Words words) {
    if (words.empty() || words.front().starts_with('-')) return run(program, words);
    return run(find_command(words.front()), words.subspan(1));
}

void complain(std::string_view message, std::string_view hint) {
    const std::string_view name = colored(stderr) ? "\x1b[1;31mhone:\x1b[0m " : "hone: ";
    for (const auto line : split(message, '\n')) say(line, name);
    if (!hint.empty()) say(hint);
}

Exit apologize(std::string_view message) {
    complain(message,
             "this is a bug in hone; please report it with the output of `hone --version`");
    return Exit::bug;
}

// Printing also throws if the answer can no longer be written; delivered() reports that.
Exit explained(const std::function<Exit()>& action) try {
    return action();
} catch (const Error& error) {
    complain(error.what(), error.hint());
    return error.exit();
} catch (const StoreError& error) {
    complain(error.what(), error.hint());
    return Exit::environment;
} catch (const std::filesystem::filesystem_error& error) {
    complain(fmt::format("{}: {}", error.path1().string(), error.code().message()),
             "check its permissions, or name another");
    return Exit::environment;
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
