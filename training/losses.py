"""Losses over scores: each group of pairs costs log(1 + sum exp(λ (below - above)))."""

from __future__ import annotations

import torch
from torch import Tensor


def preference_loss(above: Tensor, below: Tensor, group: Tensor, groups: int, sharp: float) -> Tensor:
    """Loss of each group.

    `above`, `below`: scores of each pair; `group`: the pair's group; `sharp`: the method's λ.
    Cosines differ by at most 2, so exp() stays inside fp32 for every λ below 40.
    """
    cost = torch.exp(sharp * (below - above))
    return torch.log1p(torch.zeros(groups, device=cost.device).index_add(0, group, cost))
