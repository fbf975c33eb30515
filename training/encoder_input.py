"""How a region becomes tokens: the same contract as the TypeScript encoder.

A region is {prefix, content}. Its tokens are [CLS], the tokens of `prefix` newline `content`
(content alone if there is no prefix), [SEP], at most WINDOW together.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

WINDOW = 256
"""Tokens per encoder pass, [CLS] and [SEP] included."""
PREFIX_TOKENS = 64
"""Most prefix tokens repeated in each window of a leaf that does not fit."""
SPECIAL_TOKENS = 2


@dataclass(frozen=True)
class Batch:
    input_ids: Tensor
    attention_mask: Tensor
    token_type_ids: Tensor

    def arguments(self) -> tuple[Tensor, Tensor, Tensor]:
        return self.input_ids, self.attention_mask, self.token_type_ids


class RegionTokenizer:
    def __init__(self, tokenizer_file: Path) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer_file))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.cls, self.sep, self.pad = (
            self._tokenizer.token_to_id(t) for t in ("[CLS]", "[SEP]", "[PAD]")
        )

    def pieces(self, texts: list[str]) -> list[np.ndarray]:
        """Token ids without [CLS] and [SEP]."""
        found = self._tokenizer.encode_batch(texts, add_special_tokens=False)
        return [np.asarray(e.ids, dtype=np.int32) for e in found]

    def closed(self, *pieces: np.ndarray) -> np.ndarray:
        """[CLS] + pieces + [SEP]. Prefix and content may be tokenised apart: a newline
        always ends a token."""
        return np.concatenate([[self.cls], *pieces, [self.sep]]).astype(np.int32)

    def query(self, text: str) -> np.ndarray:
        return self.closed(self.pieces([text])[0][: WINDOW - SPECIAL_TOKENS])

    def batch(self, rows: list[np.ndarray], device: str = "cpu") -> Batch:
        length = max(len(row) for row in rows)
        ids = np.full((len(rows), length), self.pad, dtype=np.int64)
        mask = np.zeros((len(rows), length), dtype=np.int64)
        for i, row in enumerate(rows):
            ids[i, : len(row)] = row
            mask[i, : len(row)] = 1
        ids_t, mask_t = torch.from_numpy(ids), torch.from_numpy(mask)
        return Batch(ids_t.to(device), mask_t.to(device), torch.zeros_like(ids_t).to(device))
