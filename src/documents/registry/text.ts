/**
 * Splits the bytes of DGII's file into lines. The file does not name its encoding. We have seen Windows-1252 and DOS code
 * page 850, and an editor may save a copy as UTF-8. The first bytes that are not ASCII, and what follows them, decide.
 */
import iconv from 'iconv-lite';
import { RegistryFileError } from './registry-error.js';

/** Hundreds of names: enough accented letters to recognise the encoding. */
const sampleBytes = 64 * 1024;
/** Ten times the longest row. A file without line breaks is not a table. */
const lineLengthMax = 64 * 1024;

export type Encoding = 'utf8' | 'win1252' | 'cp850';

/** The Spanish letters that are not in ASCII: capitals, as DGII writes, and small letters. */
const spanishLetters = 'ÁÉÍÓÚÜÑáéíóúüñ';
const spanishBytes = {
  win1252: new Set(iconv.encode(spanishLetters, 'win1252')),
  cp850: new Set(iconv.encode(spanishLetters, 'cp850')),
};

function encodingOf(sample: Uint8Array): Encoding {
  if (isMostlyUtf8(sample)) return 'utf8';
  const beyond = sample.filter(isBeyondAscii);
  const spanish = (encoding: 'win1252' | 'cp850') =>
    beyond.reduce((count, byte) => count + Number(spanishBytes[encoding].has(byte)), 0);
  return spanish('cp850') > spanish('win1252') ? 'cp850' : 'win1252';
}

const isBeyondAscii = (byte: number) => byte >= 0x80;

/**
 * One wrong byte must not decide about every name. In another encoding hardly any two accented letters look like one character of UTF-8.
 */
function isMostlyUtf8(sample: Uint8Array): boolean {
  // `stream`: a character that is cut at the end of the sample is not an error.
  const text = new TextDecoder().decode(sample, { stream: true });
  const beyond = text.match(/[^\0-\x7f]/g) ?? [];
  const wrong = beyond.filter((character) => character === '\ufffd').length;
  return wrong <= beyond.length / 2;
}

/** Yields lines without CRLF or LF, hundreds at a time: yielding each line would cost more than reading it. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const text of textOf(chunks)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > lineLengthMax) throw new RegistryFileError('COLUMNS_UNKNOWN');
    yield lines.map(withoutReturn);
  }
  if (rest !== '') yield [withoutReturn(rest)];
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: ReturnType<typeof iconv.getDecoder> | undefined;
  let sample: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    if (decoder !== undefined) {
      yield decoder.write(Buffer.from(chunk));
      continue;
    }
    // ASCII is the same in all of them, so it tells nothing.
    if (sample.length === 0 && !chunk.some(isBeyondAscii)) {
      yield Buffer.from(chunk).toString('latin1');
      continue;
    }
    sample = Buffer.concat([sample, chunk]);
    if (sample.length < sampleBytes) continue;
    decoder = iconv.getDecoder(encodingOf(sample));
    yield decoder.write(Buffer.from(sample));
  }
  if (decoder === undefined) {
    decoder = iconv.getDecoder(encodingOf(sample));
    yield decoder.write(Buffer.from(sample));
  }
  yield decoder.end() ?? '';
}
