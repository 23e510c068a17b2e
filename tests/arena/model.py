"""A stand-in for a language model: it reads English, and answers in words.

Its first answer in each turn cannot be read. It knows nothing of mystpy.
"""

import json
import re
import sys


def main() -> None:
    tries = 0
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            hello = {"type": "hello", "version": 1, "name": "model", "text": True}
            print(json.dumps(hello), flush=True)
        elif message["type"] == "turn":
            tries += 1
            said = "Let me think."
            if tries % 2 == 0 or sys.argv[1:] == ["at once"]:
                said = answer(message["text"])
            print(json.dumps({"type": "act", "text": said}), flush=True)


def answer(text: str) -> str:
    """Pass, or do what the first example of the turn says."""
    examples = re.findall(r"Action: (.*)", text)
    passes = [one for one in examples if one == "no guess"]
    return f"Deduction: the pile has s1\nAction: {(passes or examples)[0]}"


if __name__ == "__main__":
    main()
