// SPDX-License-Identifier: MIT
// A config that ran once may end its worker when it is timed again, also when it is timed alone.
#include <catch2/catch.hpp>
#include <map>
#include <optional>

#include "tests/tuner/session/recorded_session.hpp"

using namespace hone;
using recorded_session::RecordedSession;

namespace {

struct Lost {
    std::optional<Config> first;  // of those that were timed alone
    int attempts = 0;             // to time it
};

/// The first config that is timed alone ends its worker.
class LostSentinelBench final : public RecordedBench {
  public:
    LostSentinelBench(const RecordedSpace& recorded, Lost& lost)
        : RecordedBench(recorded), lost_(lost) {}

    std::vector<RunResult> time_interleaved(const std::vector<Config>& configs, std::size_t rounds,
                                            double most_ns) override {
        if (configs.size() == 1 && !lost_.first) lost_.first = configs.front();
        if (configs.size() != 1 || configs.front() != lost_.first)
            return RecordedBench::time_interleaved(configs, rounds, most_ns);
        ++lost_.attempts;
        RunResult crash;
        crash.outcome = Outcome::crash;
        crash.message = "the worker was killed by signal 11";
        return {crash};
    }

  private:
    Lost& lost_;
};

}  // namespace

TEST_CASE("a sentinel that ends its worker is noted, and another takes its place") {
    RecordedSession session;
    Lost lost;
    session.measure_with<LostSentinelBench>(lost);
    const TuningResult result = session.run();
    REQUIRE(lost.first);
    const std::string config =
        session.text_of(recorded_session::value_in(session.space(), *lost.first, 0),
                        recorded_session::value_in(session.space(), *lost.first, 1),
                        recorded_session::value_in(session.space(), *lost.first, 2));
    CHECK(session.store.query("kills")
              .bind(":run_id", result.run.id)
              .bind(":config", config)
              .number() > 0);
    CHECK(lost.attempts <= 4);  // twice at its beginning, twice at the next check
    bool other = false;
    for (const Sentinel& each : session.store.sentinels(result.run.id))
        other |= each.config != config;
    CHECK(other);
}
