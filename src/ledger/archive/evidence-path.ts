/** Where each piece of evidence lies in an export of the archive. The path alone finds it in the ledger again. */

/** What the evidence is about. */
export type EvidenceOf =
  | { readonly kind: 'issued'; readonly encf: string; readonly attempt: number }
  /** `sha256` of the voucher's bytes: several vouchers may have had the number. */
  | {
      readonly kind: 'received';
      readonly rncEmisor: string;
      readonly encf: string;
      readonly sha256: string;
    }
  | { readonly kind: 'annulled'; readonly id: string };

/** So many characters of a hash name a file or folder, where one name may have several contents. */
const hashChars = 12;

export function hashName(kind: 'arecf' | 'acecf' | 'answer', sha256: string): string {
  return `${kind}-${sha256.slice(0, hashChars)}.${kind === 'answer' ? 'json' : 'xml'}`;
}

/** A thousand vouchers share a folder, because folders with millions of entries are slow. */
export function folderOf(of: EvidenceOf): string {
  switch (of.kind) {
    case 'issued':
      return `issued/${of.encf.slice(0, -3)}/${of.encf}/${of.attempt}`;
    case 'received':
      return `received/${of.rncEmisor}/${of.encf}/${of.sha256.slice(0, hashChars)}`;
    case 'annulled':
      return `annulled/${of.id}`;
  }
}

/** The folder and the name. Undefined: not a path of ours. */
export function parsePath(path: string): { readonly folder: string; readonly name: string } | undefined {
  const parts = /^((?:issued|received)\/[^/]+\/[^/]+\/[^/]+|annulled\/[^/]+)\/([\w.-]+)$/.exec(path);
  return parts === null ? undefined : { folder: parts[1] ?? '', name: parts[2] ?? '' };
}

/** The first characters of a received voucher's hash stand for the whole one. */
export function parseFolder(folder: string): EvidenceOf | undefined {
  const [kind, first = '', second = '', third = ''] = folder.split('/');
  if (kind === 'issued') return { kind, encf: second, attempt: Number(third) };
  if (kind === 'received') return { kind, rncEmisor: first, encf: second, sha256: third };
  return kind === 'annulled' ? { kind, id: first } : undefined;
}
