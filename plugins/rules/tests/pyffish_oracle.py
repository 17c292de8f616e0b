"""Asks pyffish, the Python module of Fairy-Stockfish, about Xiangqi positions.

Reads lines of JSON {"fen": FEN, "moves": "h2e2 ..."} and answers each with a line
{"legal": "...", "check": bool, "over": null | "mate", "end": null | "red" | "black" | "draw"}: the legal moves in
order, whether the side to move is in check, whether it has no move, and who wins by repetition. Ranks count from 0.

    python3 -m venv venv && venv/bin/pip install pyffish==0.0.90
    QIJU_PYTHON=venv/bin/python cargo test -p rules --test xiangqi_pyffish
"""

import json
import re
import sys

import pyffish

VARIANT = "xiangqi"
POINT = re.compile(r"([a-i])(\d+)")


def from_one(move):
    return "".join(file + str(int(rank) - 1) for file, rank in POINT.findall(move))


def to_one(move):
    return "".join(file + str(int(rank) + 1) for file, rank in POINT.findall(move))


def end_by_repetition(fen, moves):
    """pyffish's 50-move rule comes first at 100 quiet plies; the callers stay below."""
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves)
    if not ended:
        return None
    if value == 0:
        return "draw"
    red_to_move = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "red" if (value > 0) == red_to_move else "black"


def answer(question):
    fen = question["fen"]
    moves = [to_one(move) for move in question["moves"].split()]
    legal = sorted(from_one(move) for move in pyffish.legal_moves(VARIANT, fen, moves))
    return {
        "legal": " ".join(legal),
        "check": pyffish.gives_check(VARIANT, fen, moves),
        "over": None if legal else "mate",
        "end": end_by_repetition(fen, moves),
    }


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
