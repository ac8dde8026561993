// SPDX-License-Identifier: MIT
// The crew of a session: a hand for each of its devices. Errands are given to whoever has room, and
// reports come back in any order, so that nobody waits for a slow one. Devices of one kind are not
// quite alike: one config is timed on each, times are told as the first would have them, and a
// device that is more than 3 % off is kept apart, and gets nothing.
#pragma once

#include <memory>
#include <vector>

#include "tuner/session/device_runner.hpp"

namespace hone {

class Crew {
  public:
    /// The first device's hand is there at once; the others join as soon as there is a config to
    /// compare them by.
    Crew(const BenchSetup& setup, const std::vector<Found>& others, const Limits& limits,
         bool forced, const std::filesystem::path& store, const Run& draft);

    bool has_room();
    /// Gives the errand to whoever has least to do.
    void give(Errand errand);
    /// How many errands are out.
    std::size_t under_way() const;
    /// The next report, waited for, with times as the first device would have them. What a hand
    /// that fails has left undone goes to the others; throws what the last one failed of.
    Report wait();
    /// Takes back what nobody has begun; nothing comes of it.
    void recall();

    /// The hand that does what one device has to do alone, while none has an errand.
    Hand& first();
    /// How many devices there are at work.
    std::size_t size() const;
    /// The devices that were kept apart.
    const std::vector<Found>& apart() const { return apart_; }
    /// What the hands that failed said.
    const std::vector<std::string>& lost() const { return lost_; }
    std::size_t drifts() const;
    /// Ends the runs of all.
    void end(State state);

  private:
    enum class Standing { outside, joining, inside, apart, lost };
    struct Member {
        std::unique_ptr<Hand> hand;
        Standing standing = Standing::outside;
        std::size_t out = 0;  // errands that it has
        double slowness = 1;  // its times over those of the first
        int looks = 0;        // that found it unlike the first
    };
    Member* idlest(bool with_room);
    void join_others(const Report& report);
    void compare(Member& member, const Estimate& steady);
    void lose(Member& member, const Report& report);
    static void rescale(Trial& trial, double slowness);

    Mailbox<Report> reports_;  // before the hands, which write into it
    std::vector<Member> members_;
    Estimate steady_;  // of the first, what the others are compared with
    std::vector<Found> apart_;
    std::vector<std::string> lost_;
};

}  // namespace hone
