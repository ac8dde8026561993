# SPDX-License-Identifier: MIT
"""answers.cpp in Python: the same questions, the same lines."""
import sys

import hone

KINDS = {"i": int, "r": float, "w": str}


def device(parts):
    pairs = (part.split("=", 1) for part in parts)
    texts = {"name", "board", "vendor", "platform", "platform_version", "driver", "opencl_version", "type",
             "architecture", "extensions"}
    return hone.Device(**{name: value if name in texts else int(value) for name, value in pairs})


def setting(part):
    name, value = part.split("=", 1)
    return name, KINDS[value[0]](value[2:])


def joined(settings):
    return " ".join(f"{name}={value}" for name, value in settings.items())


def line(kernel):
    launches = [" ".join([launch.entry, *(f"{a}/{b}" for a, b in zip(launch.local, launch.global_)), *launch.arguments])
                for launch in kernel.launches]
    extras = [f"{e.kind} {e.name} {e.type} {e.bytes} {e.value:.17g}" for e in kernel.extras]
    return "|".join([kernel.match, f"{kernel.confidence:.17g}", f"{kernel.expected_ns:.17g}", kernel.name,
                     kernel.routine, kernel.precision, kernel.reason, kernel.stale, kernel.rewrite,
                     kernel.build_options, str(len(kernel.source.encode())), kernel.source_path,
                     joined(kernel.config), joined(kernel.problem), *launches, *extras])


def main(file):
    tuned = who = last = None
    for parts in (line.rstrip("\n").split("\t") for line in open(file, encoding="utf-8")):
        if parts[0] == "open":
            tuned = hone.Tuned(parts[1:])
        elif parts[0] == "device":
            who = device(parts[1:])
        else:
            if parts[0] == "reject":
                last = tuned.reject(last)
            else:
                find = tuned.find_rewritten if parts[3] == "1" else tuned.find
                last = find(parts[1], who, parts[2], [setting(part) for part in parts[4:]])
            print(line(last))


main(sys.argv[1])
