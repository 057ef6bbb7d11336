/**
 * Reads one XML part of a workbook, piece by piece, and calls a handler for its elements. It refuses a DTD, so no entity can be
 * defined: the five of XML itself are the only ones. A workbook never has a DTD.
 */
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  /** Names come without their prefix: some programs write `<x:row>`. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  readonly done: boolean;
}

/** A sheet has seven levels. The parser keeps every open element. */
const depthMax = 64;
/**
 * The parser keeps a text, a tag or comments until an element begins or ends. The longest text of a cell takes a third of this, even
 * if each character is written as a number.
 */
const bytesBetweenTagsMax = 1024 * 1024;
/** The parser gets this much at once, so that it stops soon when the handler needs no more. */
const pieceBytes = 64 * 1024;

/** How many elements may still be read. All parts of a workbook share it, because the time of reading grows with their elements. */
export interface Elements {
  left: number;
}

/** False when the bytes are not well-formed XML in UTF-8, have a DTD, or exceed a limit. */
export function readXml(bytes: Uint8Array, handler: XmlHandler, elements: Elements): boolean {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const state = { depth: 0, bytesSinceTag: 0, refused: false };
  const refuse = () => {
    state.refused = true;
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    state.depth += 1;
    elements.left -= 1;
    state.bytesSinceTag = 0;
    if (state.depth > depthMax || elements.left < 0) refuse();
    if (!state.refused) handler.open(withoutPrefix(name), attributes);
  });
  const text = (piece: string) => {
    if (!state.refused) handler.text?.(piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    state.depth -= 1;
    state.bytesSinceTag = 0;
    if (!state.refused) handler.close?.(withoutPrefix(name));
  });

  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = decoded(decoder, bytes.subarray(at, at + pieceBytes), at + pieceBytes < bytes.length);
    if (piece === undefined) return false;
    state.bytesSinceTag += pieceBytes;
    parser.write(piece);
    if (state.refused || state.bytesSinceTag > bytesBetweenTagsMax) return false;
    if (handler.done) return true;
  }
  parser.close();
  return !state.refused;
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
