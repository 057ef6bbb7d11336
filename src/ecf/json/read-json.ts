/**
 * The lossless JSON reader. It accepts exactly what JSON.parse accepts (RFC 8259) and returns the same values. It also reports, with
 * their path, numbers that a double cannot hold (it never rounds silently) and duplicate keys.
 */
import { memberPath, structureFault, type Fault } from '../model/fault.js';

export interface JsonLimits {
  readonly depthMax: number;
  readonly nodesMax: number;
  /** The names that the format knows. After `strangersMax` other names, the reader no longer keeps such members. Absent: it keeps all. */
  readonly names?: ReadonlySet<string>;
}

export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly faults: Fault[] }
  | { readonly ok: false; readonly reason: 'syntax' | 'depth' | 'nodes'; readonly position: number };

/** The usual limits: 10,000 lines with every field fit. */
export const jsonLimits: JsonLimits = { depthMax: 64, nodesMax: 1_000_000 };

/** Upper limit for `depthMax`: the reader recurses, and the stack must hold every level. */
const depthCeiling = 500;

/** More would only repeat the same mistake; the voucher is refused anyway. */
const faultsMax = 1000;

/**
 * Unknown names that are kept. They are enough for a full list of faults, which has one thousand and one. Each name that is kept
 * costs a hundred bytes or more, and a body has room for a million names.
 */
const strangersMax = faultsMax + 1;

/**
 * Objects made here inherit nothing: a key named `__proto__` or `constructor` is an ordinary own property, and reading
 * a name that was not sent gives undefined. A constructor, not Object.create(null), because V8 keeps these objects fast.
 */
class JsonObject {
  [key: string]: unknown;
}
Object.setPrototypeOf(JsonObject.prototype, null);
delete (JsonObject.prototype as { constructor?: unknown }).constructor;

export function readJson(text: string, limits: JsonLimits): JsonReading {
  const reader = new Reader(text, { ...limits, depthMax: Math.min(limits.depthMax, depthCeiling) });
  try {
    return { ok: true, value: reader.document(), faults: reader.faults };
  } catch (stop) {
    if (stop instanceof Stop) return { ok: false, reason: stop.reason, position: stop.position };
    throw stop;
  }
}

class Stop {
  constructor(
    readonly reason: 'syntax' | 'depth' | 'nodes',
    readonly position: number,
  ) {}
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

const escapeLetters = '"\\/bfnrt';

/** A number of up to this many characters, without exponent, has at most 15 digits: a double holds it exactly. */
const exactLength = 15;

class Reader {
  readonly faults: Fault[] = [];
  private readonly path: (string | number)[] = [];
  private at = 0;
  private nodes = 0;
  private strangers = 0;

  constructor(
    private readonly text: string,
    private readonly limits: JsonLimits,
  ) {}

  document(): unknown {
    this.blanks();
    const value = this.value();
    this.blanks();
    if (this.at < this.text.length) this.stop('syntax');
    return value;
  }

  private value(): unknown {
    if (++this.nodes > this.limits.nodesMax) this.stop('nodes');
    switch (this.text.charCodeAt(this.at)) {
      case quote:
        return this.string();
      case openBrace:
        return this.object();
      case openBracket:
        return this.array();
      case 0x74:
        return this.word('true', true);
      case 0x66:
        return this.word('false', false);
      case 0x6e:
        return this.word('null', null);
      default:
        return this.number();
    }
  }

  private object(): JsonObject {
    const result = new JsonObject();
    this.members(closeBrace, () => {
      if (this.text.charCodeAt(this.at) !== quote) this.stop('syntax');
      const key = this.string();
      const kept = this.keeps(key);
      this.path[this.path.length - 1] = key;
      if (kept && result[key] !== undefined) this.fault('duplicateKey');
      this.blanks();
      if (this.text.charCodeAt(this.at) !== colon) this.stop('syntax');
      this.at++;
      this.blanks();
      const value = this.value();
      if (kept) result[key] = value;
    });
    return result;
  }

  private keeps(key: string): boolean {
    const { names } = this.limits;
    return names === undefined || names.has(key) || ++this.strangers <= strangersMax;
  }

  private array(): unknown[] {
    const result: unknown[] = [];
    this.members(closeBracket, () => {
      this.path[this.path.length - 1] = result.length;
      result.push(this.value());
    });
    return result;
  }

  private members(close: number, readOne: () => void): void {
    if (this.path.push('') > this.limits.depthMax) this.stop('depth');
    this.at++;
    this.blanks();
    let next = this.text.charCodeAt(this.at);
    if (next === close) this.at++;
    while (next !== close) {
      readOne();
      this.blanks();
      next = this.text.charCodeAt(this.at);
      if (next !== comma && next !== close) this.stop('syntax');
      this.at++;
      if (next === comma) this.blanks();
    }
    this.path.pop();
  }

  private string(): string {
    const start = ++this.at;
    const text = this.text;
    let at = start;
    let code = text.charCodeAt(at);
    while (code >= 0x20 && code !== quote && code !== backslash) code = text.charCodeAt(++at);
    this.at = at;
    if (code === backslash) return this.escaped(start);
    // Anything else is a control character, or NaN at the end of the text.
    if (code !== quote) this.stop('syntax');
    this.at++;
    return text.slice(start, at);
  }

  /** Checks the escapes only. JSON.parse then reads the text, because joining its parts here takes several times as long. */
  private escaped(start: number): string {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code === quote) break;
      if (!(code >= 0x20)) this.stop('syntax');
      this.at += code === backslash ? this.escapeLength() : 1;
    }
    this.at++;
    return JSON.parse(this.text.slice(start - 1, this.at)) as string;
  }

  private escapeLength(): number {
    const letter = this.text.charAt(this.at + 1);
    if (letter === 'u' && /^[0-9a-fA-F]{4}$/.test(this.text.slice(this.at + 2, this.at + 6))) return 6;
    if (letter === '' || !escapeLetters.includes(letter)) this.stop('syntax');
    return 2;
  }

  private number(): number {
    const start = this.at;
    if (this.text.charCodeAt(this.at) === 0x2d) this.at++;
    // No digit may follow a leading zero: in "01" the "1" is a syntax fault.
    if (this.text.charCodeAt(this.at) === 0x30) this.at++;
    else this.digits();
    let plain = true;
    if (this.text.charCodeAt(this.at) === 0x2e) {
      this.at++;
      this.digits();
    }
    if ((this.text.charCodeAt(this.at) | 0x20) === 0x65) {
      plain = false;
      this.at++;
      const sign = this.text.charCodeAt(this.at);
      if (sign === 0x2b || sign === 0x2d) this.at++;
      this.digits();
    }
    const source = this.text.slice(start, this.at);
    const result = Number(source);
    if (!(plain && source.length <= exactLength) && !sameDecimal(source, String(result)))
      this.fault('inexactNumber');
    return result;
  }

  private digits(): void {
    if (!isDigit(this.text.charCodeAt(this.at))) this.stop('syntax');
    do this.at++;
    while (isDigit(this.text.charCodeAt(this.at)));
  }

  private word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) this.stop('syntax');
    this.at += word.length;
    return value;
  }

  private blanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private fault(kind: 'duplicateKey' | 'inexactNumber'): void {
    if (this.faults.length < faultsMax) this.faults.push(structureFault(kind, this.pathText()));
  }

  private pathText(): string {
    let text = '';
    for (const step of this.path)
      text = typeof step === 'number' ? `${text}[${step}]` : memberPath(text, step);
    return text;
  }

  private stop(reason: 'syntax' | 'depth' | 'nodes'): never {
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- a signal without a stack, caught in readJson
    throw new Stop(reason, this.at);
  }
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** True when both texts are the same decimal number. `Infinity` equals nothing. */
function sameDecimal(a: string, b: string): boolean {
  const left = significant(a);
  const right = significant(b);
  return (
    left !== undefined &&
    right !== undefined &&
    left.digits === right.digits &&
    left.exponent === right.exponent
  );
}

/** Sign and digits without zeros at either end, and the exponent of the last digit: unique for each value. */
function significant(text: string): { digits: string; exponent: number } | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const fraction = match[3] ?? '';
  const all = `${match[2] ?? ''}${fraction}`;
  let first = 0;
  while (first < all.length && all.charCodeAt(first) === 0x30) first++;
  if (first === all.length) return { digits: '0', exponent: 0 };
  let last = all.length;
  while (all.charCodeAt(last - 1) === 0x30) last--;
  const exponent = Number(match[4] ?? 0) - fraction.length + (all.length - last);
  return { digits: `${match[1] ?? ''}${all.slice(first, last)}`, exponent };
}
