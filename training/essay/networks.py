"""Three encoders of a sentence, and the heads that they share.

"two-sided": a language model that reads from the left and one from the right; what stands in a place enters only afterwards, so that
the score of a character is what both sides expect there. "convolution": gated, dilated convolutions. "transformer".
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from core.models.essays.features import CHOICE_FEATURES, PADDING, POSITION_FEATURES, Neighbours
from core.models.essays.network import read_encoder_knowledge
from core.models.parsing.network import Weights
from evaluation.corpus import ROOT
from training.essay.choices import KINDS
from training.essay.noise import TAGS

WIDTH = 256
"""Of the vectors of characters; the output's are the same (Press and Wolf 2017)."""
LSTM_WIDTH = 384
CONVOLUTIONS = 8
DILATIONS = (1, 2, 4, 8)
BLOCKS, HEADS = 4, 4
DROPPED = 0.1


class TwoSided(nn.Module):
    """LSTMs from both sides; `expected` sees nothing of the place itself."""

    def __init__(self) -> None:
        super().__init__()
        self.forwards = nn.LSTM(WIDTH, LSTM_WIDTH, batch_first=True)
        self.backwards = nn.LSTM(WIDTH, LSTM_WIDTH, batch_first=True)
        self.sides = nn.Linear(2 * LSTM_WIDTH, 2 * WIDTH)
        self.expected = nn.Linear(2 * WIDTH, WIDTH)
        self.all = nn.Linear(2 * WIDTH + WIDTH, WIDTH)

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """What both sides expect, and all that is known of each place [shape=(rows, length, WIDTH) each]."""
        reverse = reversed_places(lengths, vectors.shape[1])
        wide = reverse[..., None]
        left, _ = self.forwards(vectors)
        right, _ = self.backwards(torch.gather(vectors, 1, wide.expand(-1, -1, vectors.shape[2])))
        right = torch.gather(right, 1, wide.expand(-1, -1, right.shape[2]))
        left = functional.pad(left, (0, 0, 1, 0))[:, :-1]
        last = (torch.arange(vectors.shape[1])[None] + 1 >= lengths[:, None])[..., None]
        right = functional.pad(right, (0, 0, 0, 1))[:, 1:].masked_fill(last, 0.0)
        sides = functional.dropout(
            functional.gelu(self.sides(torch.cat([left, right], -1))), DROPPED, training=self.training
        )
        known = functional.gelu(self.all(torch.cat([sides, vectors], -1)))
        return self.expected(sides), functional.dropout(known, DROPPED, training=self.training)


def reversed_places(lengths: Tensor, longest: int) -> Tensor:
    """For each row its places from the last to the first, those beyond its end as they are."""
    places = torch.arange(longest)[None].expand(len(lengths), -1)
    turned = lengths[:, None] - 1 - places
    return torch.where(turned >= 0, turned, places)


class Convolution(nn.Module):
    """Gated linear units over three places, further and further apart (Dauphin and others 2017)."""

    def __init__(self, layers: int = CONVOLUTIONS) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(3 * WIDTH, 2 * WIDTH) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(WIDTH) for _ in range(layers))
        self.last = nn.LayerNorm(WIDTH)
        self.expected = nn.Linear(WIDTH, WIDTH)

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """See `TwoSided.forward`; here both see the place."""
        length = vectors.shape[1]
        inside = (torch.arange(length)[None] < lengths[:, None])[..., None].to(vectors.dtype)
        x = vectors
        for number, (layer, norm) in enumerate(zip(self.layers, self.norms, strict=True)):
            step = DILATIONS[number % len(DILATIONS)]
            read = norm(x) * inside
            wide = functional.pad(read, (0, 0, step, step))
            value, gate = layer(torch.cat([wide[:, :length], read, wide[:, 2 * step :]], -1)).chunk(2, -1)
            x = x + functional.dropout(value * torch.sigmoid(gate), DROPPED, training=self.training)
        x = self.last(x)
        return self.expected(x), x


class Transformer(nn.Module):
    """Four blocks with learned places."""

    def __init__(self) -> None:
        super().__init__()
        self.places = nn.Embedding(256, WIDTH)
        nn.init.normal_(self.places.weight, std=0.02)
        block = nn.TransformerEncoderLayer(WIDTH, HEADS, 3 * WIDTH, DROPPED, "gelu", batch_first=True, norm_first=True)
        self.blocks = nn.TransformerEncoder(block, BLOCKS, enable_nested_tensor=False)
        self.last = nn.LayerNorm(WIDTH)
        self.expected = nn.Linear(WIDTH, WIDTH)

    def forward(self, vectors: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        """See `TwoSided.forward`; here both see the place."""
        places = torch.arange(vectors.shape[1])
        beyond = places[None] >= lengths[:, None]
        x = self.last(self.blocks(vectors + self.places(places), src_key_padding_mask=beyond))
        return self.expected(x), x


ENCODERS: dict[str, type[nn.Module]] = {
    "two-sided": TwoSided,
    "convolution": Convolution,
    "transformer": Transformer,
}


class CorrectionNetwork(nn.Module):
    """An encoder with three heads: is the character wrong, what to do with it, which character was meant."""

    def __init__(self, design: str, size: int, vectors: np.ndarray, rarity: np.ndarray, *, fed: bool = True) -> None:
        super().__init__()
        self.design, self.fed = design, fed
        self.characters = nn.Embedding(size, WIDTH)
        self.characters.weight.data.copy_(torch.from_numpy(vectors))
        self.masked = nn.Parameter(torch.zeros(WIDTH))
        self.places = nn.Linear(POSITION_FEATURES, WIDTH)
        self.encoder = ENCODERS[design]()
        self.bias = nn.Parameter(torch.from_numpy(rarity.astype(np.float32)))
        self.tags = nn.Linear(WIDTH, len(TAGS))
        self.wrong = nn.Linear(WIDTH, 1)
        self.kinds = nn.Linear(WIDTH, KINDS)
        self.inner = nn.Linear(CHOICE_FEATURES, 16)
        self.outer = nn.Linear(16, 1)

    def forward(self, numbers: Tensor, features: Tensor, lengths: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        """What is expected, and all that is known, of each place; `hidden` places show no character [shape=(rows, length)]."""
        vectors = self.characters(numbers)
        if self.fed:
            vectors = vectors + self.places(features)
        vectors = torch.where(hidden[..., None], self.masked.to(vectors.dtype), vectors)
        expected, known = self.encoder(functional.dropout(vectors, DROPPED, training=self.training), lengths)
        return expected, known

    def everything(self, expected: Tensor) -> Tensor:
        """Logits of all characters [shape=(places, size)]."""
        return functional.linear(expected, self.characters.weight, self.bias)

    def among(self, logits: Tensor, known: Tensor, meant: Tensor, kinds: Tensor, features: Tensor) -> Tensor:
        """Logits of the choices of some places [shape=(places, choices)]; paddings are never chosen."""
        scores = torch.gather(logits.float(), 1, meant) + torch.gather(self.kinds(known).float(), 1, kinds)
        if self.fed:
            scores = scores + self.outer(functional.gelu(self.inner(features), approximate="tanh")).squeeze(-1).float()
        padded = (meant == PADDING) & (torch.arange(meant.shape[1])[None] > 0)
        return scores.masked_fill(padded, -1e4)


def starting_vectors(neighbours: Neighbours, *, seed: int = 0) -> np.ndarray:
    """Vectors of characters from what stands beside them: a truncated factorisation of their mutual information.

    Levy and Goldberg (2014); left and right neighbours apart. Saves the first tenth of a training.

    Returns
    -------
    array [shape=(size, WIDTH)], float32, root mean square 1/16
    """
    size = neighbours.size
    firsts, seconds = neighbours.pair_keys // size, neighbours.pair_keys % size
    values = np.maximum(neighbours.mutual_information(firsts, seconds), 0)
    table = np.zeros((size, 2 * size), np.float32)
    table[seconds, firsts] = values
    table[firsts, size + seconds] = values
    rng = np.random.default_rng(seed)
    basis = table @ (table.T @ (table @ rng.standard_normal((2 * size, WIDTH + 32)).astype(np.float32)))
    basis, _ = np.linalg.qr(basis)
    left, scale, _ = np.linalg.svd(basis.T @ table, full_matrices=False)
    vectors = (basis @ left)[:, :WIDTH] * np.sqrt(scale[:WIDTH])
    vectors = vectors @ np.linalg.qr(rng.standard_normal((WIDTH, WIDTH)))[0]
    return np.asarray(vectors / np.sqrt((vectors**2).mean()) / 16, np.float32)


def take_over_shipped(network: CorrectionNetwork, alphabet: str) -> None:
    """The weights of `data/models/essay`; a character that was not in its alphabet keeps the vector that it has."""
    folder = ROOT / "data" / "models" / "essay"
    knowledge, weights = read_encoder_knowledge(folder / "encoder.npz"), Weights(folder / "network.npz")
    state = network.state_dict()
    numbers = {character: number for number, character in enumerate(knowledge.alphabet)}
    rows = np.array([numbers.get(character, -1) for character in alphabet])
    known = torch.from_numpy(rows >= 0)
    for name, value in (("characters.weight", knowledge.vectors), ("bias", knowledge.bias)):
        state[name][known] = torch.from_numpy(np.asarray(value[rows[rows >= 0]], np.float32))
    for name, (weight, bias) in (("inner", knowledge.inner), ("outer", knowledge.outer)):
        state[f"{name}.weight"], state[f"{name}.bias"] = (
            torch.from_numpy(np.array(part, np.float32)) for part in (weight, bias)
        )
    for name in state:
        if name != "characters.weight" and name in weights:
            state[name] = torch.from_numpy(np.array(weights[name], np.float32)).reshape(state[name].shape)
    network.load_state_dict(state)
