/**
 * Texts of cells. A text is plain (`<t>`), or in runs with their own formats (`<r><t>`). Phonetic hints (`<rPh>`) are not part of it.
 * Most programs write each text once, into a table of shared strings.
 */
import type { XmlHandler } from './xml.js';

/** No cell of Excel has a longer text. */
export const textLengthMax = 32_767;

export class TextRuns {
  tooLong = false;
  private pieces = '';
  private inText = false;
  private phonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.phonetic = true;
    else if (name === 't') this.inText = !this.phonetic;
  }

  text(text: string): void {
    if (!this.inText) return;
    if (this.pieces.length + text.length > textLengthMax) this.tooLong = true;
    else this.pieces += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.phonetic = false;
    else if (name === 't') this.inText = false;
  }

  take(): string {
    const text = unescaped(this.pieces);
    this.pieces = '';
    return text;
  }
}

/** `_x000D_` is how a workbook writes a character that XML does not allow, or changes (ECMA-376, ST_Xstring). */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
}

export class SharedStrings implements XmlHandler {
  readonly texts: string[] = [];
  private readonly runs = new TextRuns();

  get done(): boolean {
    return this.runs.tooLong;
  }

  open(name: string): void {
    this.runs.open(name);
  }

  text(text: string): void {
    this.runs.text(text);
  }

  close(name: string): void {
    this.runs.close(name);
    if (name === 'si') this.texts.push(this.runs.take());
  }
}
