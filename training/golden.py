"""Texts with their fp32 vectors: the browser proves a device on them before it trusts it."""

from __future__ import annotations

import torch

from bert import SentenceEncoder
from encoder_input import RegionTokenizer

TEXTS = (
    "What is the boiling point of nitrogen?",
    "ok",
    "The bridge was opened to traffic on 14 May 1932, eleven months late and 8.5% over budget.",
    "Revenue | 2019 | 2018\nLicences | 1,204.5 | 998.0\nServices | (312.7) | 45",
    "東京は日本の首都であり、人口は約1400万人である。",
    "我们昨天在图书馆讨论了这个问题。",
    "Great news 🎉🚀 the build is green again 😀",
    "Der Fluß überschwemmte die Gärten; l'été suivant, tout était sec. Ёлка стоит.",
    "function area(r) { return Math.PI * r ** 2; } // O(1)",
    "ISBN 978-3-16-148410-0, 51.5074° N, 0.1278° W, €1.250,00",
    "Penguins\nKing penguins breed on islands around Antarctica. A pair raises one chick, and "
    "both parents take turns to hold the egg on their feet. The chick stays through the winter "
    "in a crèche while the adults fish, sometimes for weeks. Colonies can hold more than a "
    "hundred thousand birds, and each parent finds its own chick by its call alone.",
    " ".join(
        f"Section {n}. The tenant pays {n * 75} euros on the first working day of month {n}, and "
        "the landlord confirms the receipt in writing within ten days."
        for n in range(1, 13)
    ),
)
"""Short and long, Latin and not, digits, a table; the last one fills the window."""


def golden_vectors(encoder: SentenceEncoder, tokenizer: RegionTokenizer) -> dict[str, object]:
    roles = ("query", "node") if encoder.branch_state() else ("query",)
    rows = [tokenizer.query(text) for text in TEXTS]
    cases = []
    with torch.no_grad():
        for text, row in zip(TEXTS, rows, strict=True):
            batch = tokenizer.batch([row])
            for role in roles:
                adapter = torch.tensor([float(role == "node")]) if len(roles) > 1 else None
                vector = encoder(*batch.arguments(), adapter)[0].tolist()
                cases.append(
                    {
                        "text": text,
                        "role": role,
                        "tokens": len(row),
                        "vector": [round(x, 6) for x in vector],
                    }
                )
    return {"minimumCosine": 0.99, "cases": cases}
