import math
import sys
import tempfile
import unittest
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).parents[1]))

from fixtures import FixtureError, Item, read_fixtures  # noqa: E402
from losses import preference_loss  # noqa: E402
from pairs import instances  # noqa: E402

TREE = {"starts": [0, 0, 2, 0, 1], "ends": [3, 2, 3, 1, 2]}
"""Three leaves: root 0 = (1 = (leaf 3, leaf 4), leaf 2)."""


def item() -> Item:
    return Item(
        "i", "set", "text", True, "", [1, 1, 1], TREE["starts"], TREE["ends"],
        [1, 3, -1, -1, -1], [2, 2, 0, 0, 0], ["abc", "ab", "c", "a", "b"],
    )  # fmt: skip


class Pairs(unittest.TestCase):
    def test_gold_leaf_above_its_parent_above_the_other_child(self) -> None:
        root, left = instances(item(), {1})
        self.assertEqual(root.pairs(), [(1, 0), (0, 2), (1, 2)])
        self.assertEqual(left.pairs(), [(4, 1), (1, 3), (4, 3)])

    def test_fully_gold_region_above_its_children_and_nothing_below_it(self) -> None:
        root, left = instances(item(), {0, 1})
        self.assertFalse(root.keep)
        self.assertEqual(left.pairs(), [(1, 3), (1, 4)])
        (whole,) = instances(item(), {0, 1, 2})
        self.assertEqual(whole.pairs(), [(0, 1), (0, 2)])

    def test_gold_children_may_tie_others_may_not(self) -> None:
        root, _ = instances(item(), {1})
        self.assertTrue(root.holds({0: 0.5, 1: 0.5, 2: 0.4}))
        self.assertFalse(root.holds({0: 0.5, 1: 0.6, 2: 0.5}))


class Loss(unittest.TestCase):
    def test_hand_worked(self) -> None:
        above, below = torch.tensor([0.5, 0.5, 0.9]), torch.tensor([0.5, 0.4, 0.8])
        loss = preference_loss(above, below, torch.tensor([0, 0, 1]), 2, 10.0)
        self.assertAlmostEqual(loss[0].item(), math.log(1 + 1 + math.exp(-1)), places=5)
        self.assertAlmostEqual(loss[1].item(), math.log(1 + math.exp(-1)), places=5)


ITEM_LINE = (
    '{"kind": "item", "id": "i", "dataset": "set", "modality": "text", "licence": null, '
    '"prefix": "", "leafTokens": [1], "starts": [0], "ends": [1], "firstChild": [-1], '
    '"childCount": [0], "contents": ["a"]}'
)


def question_line(items: str, gold: str) -> str:
    return (
        '{"kind": "question", "id": "q", "dataset": "set", "question": "?", '
        f'"items": {items}, "gold": {gold}, "goldLevel": "fragment"}}'
    )


class Refusals(unittest.TestCase):
    def refused(self, *lines: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "f.jsonl"
            file.write_text("\n".join(lines))
            with self.assertRaises(FixtureError) as raised:
                read_fixtures(file)
        return str(raised.exception)

    def test_each_names_the_line(self) -> None:
        message = self.refused(ITEM_LINE, question_line('["i"]', '{"i": [1]}'))
        self.assertIn("line 2: question q: gold leaf out of range in i", message)
        message = self.refused(ITEM_LINE, question_line('["x"]', '{"i": [0]}'))
        self.assertIn("line 2: question q: unknown item x", message)
        message = self.refused(ITEM_LINE, question_line('["i"]', "{}"))
        self.assertIn("line 2: question q: empty gold", message)
        message = self.refused(ITEM_LINE.replace('"ends": [1]', '"ends": [2]'))
        self.assertIn("line 1: item i: region 0 spans [0, 2]", message)


if __name__ == "__main__":
    unittest.main()
