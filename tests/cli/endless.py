# SPDX-License-Identifier: MIT
# endless.py FILE NAME: makes the rows of a table, or of an index, endless. Its root refers many
# times to one page, and that page to the next. Exits with 1 if it has no row to repeat.
import sqlite3
import sys

LEVELS = 12
FEW = 100  # children of a page
TABLE, INDEX = 5, 2  # kinds of interior pages
LEAVES = {13: TABLE, 10: INDEX}

file, name = sys.argv[1:]
with sqlite3.connect(file) as connection:
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [name]).fetchone()
connection.close()
with open(file, "rb") as database:
    content = bytearray(database.read())

# The first page begins with the header of the file.
assert root > 1
at = (root - 1) * size
leaf = bytes(content[at : at + size])
if leaf[0] not in LEAVES or not int.from_bytes(leaf[3:5], "big"):
    sys.exit(1)
kind = LEAVES[leaf[0]]


def key(number):
    """What stands between two children: a row's number, or the first entry of the index."""
    if kind == TABLE:
        return bytes([number])
    start = int.from_bytes(leaf[8:10], "big")
    assert leaf[start] < 128  # its length, in one byte
    return leaf[start : start + 1 + leaf[start]]


def page_above(child):
    page = bytearray(size)
    count = min(FEW, (size - 12) // (4 + len(key(1)) + 2))
    end = size
    for number in range(count):
        cell = child.to_bytes(4, "big") + key(number + 1)
        end -= len(cell)
        page[end : end + len(cell)] = cell
        page[12 + 2 * number : 14 + 2 * number] = end.to_bytes(2, "big")
    page[0] = kind
    page[3:5] = count.to_bytes(2, "big")
    page[5:7] = end.to_bytes(2, "big")
    page[8:12] = child.to_bytes(4, "big")
    return page


content += leaf
for _ in range(LEVELS):
    content += page_above(len(content) // size)
content[at : at + size] = page_above(len(content) // size)
content[28:32] = (len(content) // size).to_bytes(4, "big")
with open(file, "wb") as database:
    database.write(content)
