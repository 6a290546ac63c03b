/** What the shared vectors do not say: `node --test`. */

import assert from "node:assert/strict";
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { ConnectionFailed, NotFound, ServerError, TimedOut, Unauthorized, VERSION, Wenlu } from "../src/index.js";
import { Transport } from "../src/transport.js";

const TOKEN = { access_token: "token-one", token_type: "Bearer", expires_in: 3600, permissions: [] };
const PEERS = { student_id: "s1", peers: [], opted_in: true };
const RECORDING = new Uint8Array([82, 73, 70, 70, 0, 255, 13, 10]);

/** Runs `work(address, requests)` beside a server that answers as `answer(request)` says: [status, body, headers]. */
async function served(answer, work) {
  const requests = [];
  const server = createServer(async (incoming, outgoing) => {
    const pieces = [];
    for await (const piece of incoming) pieces.push(piece);
    const body = Buffer.concat(pieces);
    const request = { method: incoming.method, path: incoming.url, headers: incoming.headers, body };
    requests.push(request);
    const [status, content, headers = {}] = await answer(request, requests);
    outgoing.writeHead(status, { "Content-Type": "application/json", Connection: "close", ...headers });
    outgoing.end(JSON.stringify(content));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await work(`http://127.0.0.1:${server.address().port}`, requests);
  } finally {
    server.closeAllConnections?.();
    server.close();
  }
}

function success(data) {
  return [200, { code: 200, message: "success", data }];
}

function failure(status, headers) {
  return [status, { code: status, message: `refused with ${status}` }, headers];
}

/** A token to whoever asks for one, peers to everyone else. */
function ordinary({ path }) {
  return success(path === "/v1/auth/token" ? TOKEN : PEERS);
}

test("calls made at once share one token", async () => {
  await served(ordinary, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await Promise.all(Array.from({ length: 8 }, () => client.peers({ student_id: "s1" })));
    assert.equal(requests.filter(({ path }) => path === "/v1/auth/token").length, 1);
    assert.equal(requests.length, 9);
  });
});

test("what is deprecated is warned of once", async (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const sunset = { Deprecation: "@1798761600", Sunset: "Thu, 01 Jul 2027 00:00:00 GMT" };
  const answer = (request) => (request.path === "/v1/auth/token" ? ordinary(request) : [...ordinary(request), sunset]);
  await served(answer, async (address) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await client.peers({ student_id: "s1" });
    await client.peers({ student_id: "s2" });
  });
  const refused = ({ path }) => (path === "/v1/auth/token" ? ordinary({ path }) : failure(404, sunset));
  await served(refused, async (address) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await assert.rejects(client.peers({ student_id: "s1" }), NotFound);
  });
  const [[message], ...others] = warn.mock.calls.map((call) => call.arguments);
  assert.deepEqual(others, []);
  assert.match(message, /peers is deprecated: the service answers it until Thu, 01 Jul 2027/);
});

test("calls whose token was refused at once get one new token between them", async () => {
  let tokens = 0;
  const answer = ({ path, headers }) => {
    if (path === "/v1/auth/token") return success({ ...TOKEN, access_token: `token-${(tokens += 1)}` });
    return headers.authorization === "Bearer token-1" ? failure(401) : success(PEERS);
  };
  await served(answer, async (address) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await Promise.all(Array.from({ length: 8 }, () => client.peers({ student_id: "s1" })));
    assert.equal(tokens, 2);
  });
});

test("a token that could not be had is asked for again by the next call", async () => {
  const answer = (request, requests) => (requests.length === 1 ? failure(401) : ordinary(request));
  await served(answer, async (address) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await assert.rejects(client.peers({ student_id: "s1" }), Unauthorized);
    assert.deepEqual(await client.peers({ student_id: "s1" }), PEERS);
  });
});

test("a page gives tokens that its own server fetched", async () => {
  await served(ordinary, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address, getToken: async () => ({ access_token: "theirs", expires_in: 60 }) });
    await client.peers({ student_id: "s1" });
    assert.deepEqual(requests.map(({ headers }) => headers.authorization), ["Bearer theirs"]);
  });
});

test("what a page gives in place of a token is refused", async () => {
  for (const given of [undefined, null, {}, { access_token: "", expires_in: 60 }, { access_token: "theirs" }]) {
    const client = new Wenlu({ baseUrl: "http://127.0.0.1:9", getToken: async () => given });
    await assert.rejects(client.peers({ student_id: "s1" }), /A token is \{ access_token, expires_in \}/);
  }
});

test("a page's own server has the time of an attempt", async () => {
  const getToken = () => new Promise(() => {});
  const client = new Wenlu({ baseUrl: "http://127.0.0.1:9", getToken, timeoutSeconds: 0.1 });
  await assert.rejects(client.peers({ student_id: "s1" }), TimedOut);
});

test("a key or an id that cannot be sent is refused, and nothing is sent", async () => {
  await served(ordinary, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    for (const name of ["", "lesson 7", "第七课", "a\nb", "a".repeat(201)]) {
      const call = (options) => client.generateQuestions({ level: "beginner", type: "matching" }, options);
      await assert.rejects(call({ idempotencyKey: name }), /idempotencyKey is 1 to 200/);
      await assert.rejects(call({ requestId: name }), /requestId is 1 to 200/);
    }
    assert.equal(requests.length, 0);
  });
});

test("an address with a password is refused and not repeated", () => {
  assert.throws(() => new Wenlu({ baseUrl: "https://me:secret@wenlu.example.org" }), (error) => {
    return error instanceof TypeError && /no user and no password/.test(error.message) && !/secret/.test(error.message);
  });
});

test("a call that needs a token is refused without a key, before anything is sent", async () => {
  await served(ordinary, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address });
    await assert.rejects(client.peers({ student_id: "s1" }), /make the client with an apiKey/);
    assert.equal(requests.length, 0);
  });
});

test("the address may end in /v1, and readings and texts may have addresses of their own", async () => {
  await served(ordinary, async (address, requests) => {
    const asked = async (options) => {
      const client = new Wenlu({ retries: 0, ...options });
      await client.grammarText({ txt: "你好" }).catch(() => {});
      return requests.pop().path;
    };
    assert.equal(await asked({ baseUrl: `${address}/v1/` }), "/grammar/grammar_text");
    assert.equal(await asked({ baseUrl: `${address}/school` }), "/school/grammar/grammar_text");
    assert.equal(await asked({ baseUrl: "http://nobody", grammarUrl: `${address}/texts/` }), "/texts/grammar_text");
  });
});

test("a recording comes from a path, bytes, a Blob, streams, or with a name given", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wenlu-client-"));
  const path = join(folder, "朗读.wav");
  writeFileSync(path, RECORDING);
  const blob = new Blob([RECORDING]);
  const sources = {
    "朗读.wav": path,
    recording: RECORDING,
    "recording ": RECORDING.buffer,
    "recording  ": blob,
    "recording   ": createReadStream(path),
    "recording    ": blob.stream(),
    "mine.mp3": { name: "mine.mp3", content: createReadStream(path) },
  };
  try {
    await served(() => failure(400), async (address, requests) => {
      const client = new Wenlu({ baseUrl: address });
      for (const [name, file] of Object.entries(sources)) {
        await client.uploadfile({ file, text: "你好" }).catch(() => {});
        const { body, headers } = requests.pop();
        const form = await new Response(body, { headers: { "Content-Type": headers["content-type"] } }).formData();
        assert.equal(form.get("text"), "你好");
        assert.equal(form.get("file").name, name.trimEnd());
        assert.deepEqual(new Uint8Array(await form.get("file").arrayBuffer()), RECORDING);
      }
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a stream is sent again whole", async () => {
  const answer = (_, requests) => (requests.length === 1 ? failure(503, { "Retry-After": "0" }) : failure(400));
  await served(answer, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address });
    await client.uploadfile({ file: new Blob([RECORDING]).stream(), text: "你好" }).catch(() => {});
    assert.equal(requests.length, 2);
    assert.ok(requests.every(({ body }) => body.includes(Buffer.from(RECORDING))));
  });
});

test("what is no recording is refused with what one is", async () => {
  const client = new Wenlu({ baseUrl: "http://127.0.0.1:9" });
  await assert.rejects(client.uploadfile({ file: 7, text: "你好" }), /A recording is a path, a File or Blob/);
});

test("what would change the path is no identifier", async () => {
  const client = new Wenlu({ baseUrl: "http://127.0.0.1:9", apiKey: "key" });
  for (const student_id of [undefined, null, "", ".", ".."]) {
    await assert.rejects(client.portrait({ student_id }), /student_id must be an identifier/);
  }
});

test("a redirect is not followed: the token goes to no other address", async () => {
  const answer = (request) => (request.path === "/v1/auth/token" ? ordinary(request) : [302, {}, { Location: "/elsewhere" }]);
  await served(answer, async (address, requests) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    await assert.rejects(client.peers({ student_id: "s1" }), (error) => {
      return error instanceof ServerError && /redirects to \/elsewhere/.test(error.message);
    });
    assert.equal(requests.length, 2);
  });
});

test("a field that an older service leaves out is null", async () => {
  const answer = (request) => (request.path === "/v1/auth/token" ? ordinary(request) : success({ student_id: "s1" }));
  await served(answer, async (address) => {
    const client = new Wenlu({ baseUrl: address, apiKey: "key" });
    assert.deepEqual(await client.peers({ student_id: "s1" }), { student_id: "s1", peers: null, opted_in: null });
  });
});

test("what is no result is told with what is wrong in it", async () => {
  const texts = { "an object was expected": [], "a list was expected": { peers: {} }, "there is no result in it": null };
  for (const [why, content] of Object.entries(texts)) {
    const answer = (request) => (request.path === "/v1/auth/token" ? ordinary(request) : success(content));
    await served(answer, async (address) => {
      const client = new Wenlu({ baseUrl: address, apiKey: "key" });
      await assert.rejects(client.peers({ student_id: "s1" }), (error) => {
        return error instanceof ServerError && error.status === 200 && error.message.includes(why);
      });
    });
  }
});

test("where nobody listens the connection fails, and the error says that nothing was sent", async () => {
  await served(ordinary, async (address) => {
    const caller = connect(new URL(address).port, "127.0.0.1");
    await once(caller, "connect");
    const silent = `127.0.0.1:${caller.localPort}`; // has its port for itself, and nobody listens there
    const client = new Wenlu({ baseUrl: `http://${silent}`, retries: 0 });
    const call = client.uploadfile({ file: RECORDING, text: "你好" });
    await assert.rejects(call, (error) => {
      assert.ok(error instanceof ConnectionFailed && error.nothingSent);
      assert.ok(error.message.startsWith(`The connection to ${silent} failed`), error.message);
      assert.match(error.idempotencyKey, /^[0-9a-f]{32}$/);
      return true;
    });
    caller.destroy();
  });
});

test("the caller's signal ends a call while it waits for its next attempt, with the caller's reason", async () => {
  const answer = () => failure(503, { "Retry-After": "50" });
  await served(answer, async (address) => {
    const client = new Wenlu({ baseUrl: address });
    const controller = new AbortController();
    const call = client.grammarText({ txt: "你好" }, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("the page was left")), 100);
    await assert.rejects(call, /the page was left/);
    await assert.rejects(client.grammarText({ txt: "你好" }, { signal: controller.signal }), /the page was left/);
  });
});

test("a call has a time of its own, and its error the id that was sent", async () => {
  const never = () => new Promise(() => {});
  await served(never, async (address) => {
    const client = new Wenlu({ baseUrl: address });
    const call = client.grammarText({ txt: "你好" }, { timeoutSeconds: 0.2, requestId: "lesson-7" });
    await assert.rejects(call, (error) => error instanceof TimedOut && error.requestId === "lesson-7");
    const keyed = client.uploadfile({ file: RECORDING, text: "你好" }, { timeoutSeconds: 0.2 });
    await assert.rejects(keyed, (error) => error instanceof TimedOut && error.idempotencyKey.length === 32);
  });
});

test("the next attempt waits as long as the service says, else a doubled time of which a random part", async () => {
  const waited = async (headers, count) => {
    const answer = (_, requests) => {
      requests.at(-1).at = performance.now();
      return requests.length <= count ? failure(503, headers) : failure(400);
    };
    return served(answer, async (address, requests) => {
      await new Wenlu({ baseUrl: address, backoffSeconds: 0.2 }).grammarText({ txt: "你好" }).catch(() => {});
      return requests.slice(1).map(({ at }, place) => (at - requests[place].at) / 1000);
    });
  };
  const [asked] = await waited({ "Retry-After": "1" }, 1);
  assert.ok(asked >= 0.95, `${asked} s`);
  const [first, second] = await waited({}, 2);
  assert.ok(first >= 0.09, `${first} s`);
  assert.ok(second >= 0.19, `${second} s`);
});

test("a POST that the service could do twice is sent again only where it did nothing", async () => {
  const operation = {
    method: "POST",
    address: "v1",
    path: "/once",
    body: "json",
    envelope: true,
    authentication: "none",
    idempotencyKey: false,
    repeatable: false,
    result: null,
  };
  for (const [status, attempts] of [[500, 1], [502, 1], [429, 3], [503, 3]]) {
    await served(() => failure(status, { "Retry-After": "0" }), async (address, requests) => {
      await assert.rejects(new Transport(null, { baseUrl: address }).call(operation), { status });
      assert.equal(requests.length, attempts, `after ${status}`);
    });
  }
});

test("an address that is none is refused", () => {
  for (const baseUrl of [undefined, "", "wenlu.example.org", "ftp://wenlu.example.org", "https://", "https://a/?b=c"]) {
    assert.throws(() => new Wenlu({ baseUrl, apiKey: "key" }), /is no address of a server/);
  }
});

test("the version is the package's", () => {
  assert.equal(VERSION, JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
});
