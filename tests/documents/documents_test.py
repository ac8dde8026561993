#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests documents.py with documents that were planted to be wrong: documents_test.py BUILD"""
import pathlib
import sys
import tempfile

import documents

README = """# Planted

[gone](gone.md), [no heading](README.md#gone), [outside](../../README.md), and `hone sharpen` with `--no-such-option`,
or `hone tune --as`.

```cpp
no.example().has(this);
```

```sh
hone devices
hone devices --no-such-option
cmake --unlisted
hone checked --by    # the list
```

```console
$ hone occupancy --arch sm_90 --work-group 256
something else
```

| to | run |
|---|---|
| see | `./tests/gone.sh`, `hone space gone` |
""" + "word " * documents.MOST_WORDS

LISTED = """./tests/gone.sh
    because it is planted
    script
hone checked --by
    because it is planted
    run false
hone unused
    because nobody needs it
hone unexplained
    run true
"""

EXPECTED = ["there is no gone.md", "has no heading #gone", "lies outside",
            "no command sharpen", "--no-such-option: there is no option", "tune: there is no option --as",
            "devices: there is no option --no-such-option",
            "no example has the line 'no.example().has(this);'", "`hone devices --no-such-option` ended with 2",
            "`cmake --unlisted` is not in", "`false` ended with 1", "answers\nsm_90", "gone.sh is no program",
            "`hone space gone` ended with 2", "no document has `hone unused`", "no reason is given", "words; it may have",
            "prepare.sh: ended with 4"]


def main(build):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve() / "planted" / "root"
        root.mkdir(parents=True)
        (root.parents[1] / "README.md").write_text("")
        (root / "README.md").write_text(README)
        documents.links(root)
        documents.commands(root, pathlib.Path(build).resolve(), documents.listed(LISTED), "exit 4")
    missed = [text for text in EXPECTED if not any(text in fault for fault in documents.faults)]
    # No other faults than the planted ones: `hone devices` without arguments is right.
    wrong = [fault for fault in documents.faults if not any(text in fault for text in EXPECTED)
             and "no document has `hone unexplained`" not in fault and "no command checked" not in fault]
    for text in missed:
        print("FAILED: not found:", text)
    for fault in wrong:
        print("FAILED: found where nothing is wrong:", fault)
    return 1 if missed or wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
