"""The network of the tagger: a transformer over characters with heads for what to do with each and what is missing before it."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.essay.start import Start

OPERATIONS = 3
DROPPED = 0.1


class Block(nn.Module):
    """A layer of BERT: attention and feed-forward, each followed by the sum's layer norm."""

    def __init__(self, width: int, inner: int, heads: int, epsilon: float) -> None:
        super().__init__()
        self.heads = heads
        self.read = nn.Linear(width, 3 * width)
        self.write = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.first_norm, self.second_norm = nn.LayerNorm(width, epsilon), nn.LayerNorm(width, epsilon)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        rows, length, width = x.shape
        query, key, value = (
            part.view(rows, length, self.heads, -1).transpose(1, 2) for part in self.read(x).chunk(3, -1)
        )
        seen = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        seen = self.write(seen.transpose(1, 2).reshape(rows, length, width))
        x = self.first_norm(x + functional.dropout(seen, DROPPED, self.training))
        fed = self.down(functional.gelu(self.up(x)))
        return self.second_norm(x + functional.dropout(fed, DROPPED, self.training))


class Tagger(nn.Module):
    """Each place's operation, the character that should stand there, whether something is missing before it, and what."""

    def __init__(
        self,
        alphabet: int,
        insertions: int,
        *,
        layers: int,
        width: int,
        inner: int,
        heads: int,
        places: int = 512,
        epsilon: float = 1e-12,
    ) -> None:
        super().__init__()
        self.characters = nn.Embedding(alphabet, width)
        self.places = nn.Embedding(places, width)
        self.ends = nn.Parameter(torch.zeros(2, width))
        self.norm = nn.LayerNorm(width, epsilon)
        self.blocks = nn.ModuleList(Block(width, inner, heads, epsilon) for _ in range(layers))
        self.operation = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, OPERATIONS))
        self.expected = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.LayerNorm(width))
        self.rarity = nn.Parameter(torch.zeros(alphabet))
        self.gap = nn.Sequential(nn.Linear(2 * width, width), nn.GELU())
        self.missing = nn.Linear(width, 1)
        self.insertion = nn.Linear(width, insertions)

    def load_start(self, start: Start) -> None:
        """Take over the weights of the pretrained start."""
        with torch.no_grad():
            self.characters.weight.copy_(torch.from_numpy(start.vectors))
            self.places.weight.copy_(torch.from_numpy(start.places))
            self.ends.copy_(torch.stack([torch.from_numpy(start.first), torch.from_numpy(start.last)]))
            _copy(self.norm, *start.norm)
            for block, layer in zip(self.blocks, start.layers, strict=True):
                weights = {name: torch.from_numpy(value) for name, value in layer.items()}
                assert isinstance(block, Block)
                block.read.weight.copy_(torch.cat([weights[f"{part}.w"] for part in "qkv"]))
                block.read.bias.copy_(torch.cat([weights[f"{part}.b"] for part in "qkv"]))
                for module, name in ((block.write, "ao"), (block.up, "fi"), (block.down, "fo")):
                    _copy(module, layer[f"{name}.w"], layer[f"{name}.b"])
                _copy(block.first_norm, layer["aln.w"], layer["aln.b"])
                _copy(block.second_norm, layer["oln.w"], layer["oln.b"])

    def forward(self, numbers: Tensor, lengths: Tensor) -> Tensor:
        """All that is known of each place [shape=(rows, longest + 2, width)]; the marks of beginning and end stand at 0 and after the last character."""
        rows, longest = numbers.shape
        x = numbers.new_zeros((rows, longest + 2, self.ends.shape[1]), dtype=torch.float32)
        x[:, 1:-1] = self.characters(numbers)
        x[:, 0] = self.ends[0]
        where = torch.arange(longest + 2)
        x = torch.where((where[None] == lengths[:, None] + 1)[..., None], self.ends[1], x)
        x = functional.dropout(self.norm(x + self.places.weight[: longest + 2]), DROPPED, self.training)
        mask = (where[None] <= lengths[:, None] + 1)[:, None, None]
        for block in self.blocks:
            x = block(x, mask)
        return x

    def operations(self, known: Tensor) -> Tensor:
        """Logits of keep, delete, replace."""
        return self.operation(known)

    def characters_expected(self, known: Tensor) -> Tensor:
        """Logits of all characters."""
        return functional.linear(self.expected(known), self.characters.weight, self.rarity)

    def gaps(self, before: Tensor, after: Tensor) -> Tensor:
        """What is known of the gaps between neighbouring places."""
        return self.gap(torch.cat([before, after], -1))


def _copy(module: nn.Linear | nn.LayerNorm, weight: object, bias: object) -> None:
    module.weight.copy_(torch.as_tensor(weight))
    module.bias.copy_(torch.as_tensor(bias))
