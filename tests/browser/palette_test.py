#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The colors of devices and of shares in a report are told apart, also by the color-blind, and stand out from the page.

Reads reports/render/colors.css. Each pair of colors is compared as it is seen with normal vision and, by the
matrices of Machado, Oliveira and Fernandes (2009) at full severity, with protanopia, deuteranopia and
tritanopia; the distance is Euclidean in OKLab, where about 0.02 is just noticeable. Of colors of shares a higher one
stands out more, and words on them can be read. The palettes that reports had before have to fail."""
import itertools
import re
import sys

LEAST_DISTANCE = 0.1
LEAST_CONTRAST = 3.0  # of non-text elements, by WCAG 2.1
LEAST_OF_WORDS = 4.5

VISION = {
    "normal vision": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_LMS = ((0.4122214708, 0.5363325363, 0.0514459929), (0.2119034982, 0.6806995451, 0.1073969566),
          (0.0883024619, 0.2817188376, 0.6299787005))
TO_LAB = ((0.2104542553, 0.7936177850, -0.0040720468), (1.9779984951, -2.4285922050, 0.4505937099),
          (0.0259040371, 0.7827717662, -0.8086757660))
FORMER = ["#0b6bcb", "#d1581c", "#188a5b", "#9a3fb0", "#b8860b", "#c2255c", "#0c8599", "#6b7280"]
FORMER_SHARES = ["#440154", "#3b528b", "#21918c", "#5ec962", "#fde725", "#fff7b8"]


def times(matrix, vector):
    return tuple(sum(a * b for a, b in zip(row, vector)) for row in matrix)


def linear(color):
    digits = color.lstrip("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    parts = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def oklab(light):
    inside = (min(max(part, 0), 1) for part in light)
    return times(TO_LAB, tuple(part ** (1 / 3) for part in times(TO_LMS, tuple(inside))))


def distance(one, other, vision):
    seen = [oklab(times(VISION[vision], linear(color))) for color in (one, other)]
    return sum((a - b) ** 2 for a, b in zip(*seen)) ** 0.5


def contrast(one, other):
    light = sorted(sum(a * b for a, b in zip((0.2126, 0.7152, 0.0722), linear(color))) for color in (one, other))
    return (light[1] + 0.05) / (light[0] + 0.05)


def faults(colors, paper):
    found = [f"{color} on {paper}: contrast {contrast(color, paper):.2f}" for color in colors
             if contrast(color, paper) < LEAST_CONTRAST]
    for (one, other), vision in itertools.product(itertools.combinations(colors, 2), VISION):
        if distance(one, other, vision) < LEAST_DISTANCE:
            found.append(f"{one} and {other} with {vision}: {distance(one, other, vision):.3f}")
    return found


def scale_faults(shares, words, paper):
    """What is against shares as a scale, and against the words on them."""
    steps = [contrast(color, paper) for color in shares]
    found = [] if steps == sorted(steps) else [f"a lower share stands out more: {', '.join(shares)} on {paper}"]
    return found + [f"words in {word} on {color}: contrast {contrast(word, color):.2f}"
                    for color, word in zip(shares, words) if contrast(word, color) < LEAST_OF_WORDS]


def palettes(css):
    """The values of each block of the style sheet: devices, shares, words on shares, the page."""
    for block in re.findall(r":root \{(.*?)\}", css, re.S):
        values = dict(re.findall(r"--(\w+): (#\w+);", block))
        words = dict(re.findall(r"--on(\d): var\(--(\w+)\);", block))
        yield ([values[f"c{i}"] for i in range(8)], [values[f"h{i}"] for i in range(6)],
               [values[words[str(i)]] for i in range(6)], values["paper"])


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        all_palettes = list(palettes(file.read()))
    failed = 0 if len(all_palettes) == 3 else 1
    for devices, shares, words, paper in all_palettes:
        for fault in faults(devices, paper) + faults(shares, paper) + scale_faults(shares, words, paper):
            failed += 1
            print("FAILED", fault)
        for colors in (devices, shares):
            least = min(distance(*pair, vision) for pair in itertools.combinations(colors, 2) for vision in VISION)
            print(f"{len(colors)} colors on {paper}: the nearest two are {least:.3f} apart")
    for former, paper in ((FORMER, "#fdfdfb"), (FORMER_SHARES, "#fdfdfb"), (FORMER_SHARES, "#15181b")):
        if not faults(former, paper):
            failed += 1
            print(f"FAILED the former palette on {paper}, in which some colors meet, should have been found out")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
