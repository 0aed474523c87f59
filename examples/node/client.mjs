// Plays games through `tmb serve` and prints how they ended. Needs Node 18 and nothing else.
//
//   node examples/node/client.mjs --games 20 --set '{"mode":"battle","party":["picket"]}'
//   node examples/node/client.mjs --games 20 -- python -m tmb serve
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

// A small generator, so that a seed names a run: mulberry32.
function random(seed) {
  let a = [...seed].reduce((h, c) => Math.imul(h ^ c.codePointAt(0), 0x01000193), 0x811c9dc5);
  return (n) => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n);
  };
}

// A legal answer from the public fields of an ask: each group's `lo` first, then what bounds, times and budget allow.
export function sample(ask, below) {
  const groups = new Map((ask.groups ?? []).map((g) => [g.id, { lo: g.lo ?? 0, hi: g.hi ?? 1 }]));
  let bag = ask.options.flatMap((o) => Array(o.times ?? 1).fill(o));
  for (let i = bag.length - 1; i > 0; i--) {
    const j = below(i + 1);
    [bag[i], bag[j]] = [bag[j], bag[i]];
  }
  const least = Math.max(ask.lo ?? 1, [...groups.values()].reduce((n, g) => n + g.lo, 0));
  const want = least + below(Math.max(least, ask.hi ?? 1) - least + 1);
  let budget = ask.budget ?? -1;
  const picks = [];
  const take = (option, wanted) => {
    const g = groups.get(option.group ?? ""), cost = option.cost ?? 0;
    if (!wanted(g) || (g && g.hi <= 0) || (budget >= 0 && cost > budget)) return true; // it stays in the bag
    picks.push(option.id);
    if (g) (g.lo -= 1), (g.hi -= 1);
    if (budget >= 0) budget -= cost;
    return false;
  };
  bag = bag.filter((o) => take(o, (g) => g && g.lo > 0));
  bag.forEach((o) => take(o, () => picks.length < want));
  return picks;
}

// `tmb serve` at the other end of two pipes: one line, one reply.
class Tmb {
  constructor([program, ...args]) {
    this.child = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((done) => this.child.on("close", done));
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    this.id = 0;
  }
  async call(method, params = {}) {
    this.child.stdin.write(JSON.stringify({ jsonrpc: "2.0", id: ++this.id, method, params }) + "\n");
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`the server ended while ${method} was waiting`);
    const reply = JSON.parse(value);
    if (reply.id !== this.id) throw new Error(`reply ${reply.id} to request ${this.id}`);
    if (reply.error) throw new Error(JSON.stringify(reply.error));
    return reply.result;
  }
  async close() {
    this.child.stdin.end();
    return this.ended;
  }
}

function options(args) {
  const cut = args.indexOf("--");
  const [own, command] = cut < 0 ? [args, ["tmb", "serve"]] : [args.slice(0, cut), args.slice(cut + 1)];
  const get = (name, value) => (own.includes(name) ? own[own.indexOf(name) + 1] : value);
  return { command, games: Number(get("--games", "3")), seed: get("--seed", "node"), set: JSON.parse(get("--set", "{}")) };
}

const { command, games, seed, set } = options(process.argv.slice(2));
const tmb = new Tmb(command);
for (let n = 0; n < games; n++) {
  const below = random(`${seed}-${n}`);
  let step = await tmb.call("new", { ...set, seed: `${seed}-${n}` });
  const { game } = step;
  let events = step.events.length;
  while (step.ask) {
    step = await tmb.call("act", { game, ask: step.ask.id, pick: sample(step.ask, below) });
    events += step.events.length;
  }
  console.log(JSON.stringify({ game: n, events, ...step.over }));
  await tmb.call("close", { game });
}
process.exitCode = await tmb.close();
