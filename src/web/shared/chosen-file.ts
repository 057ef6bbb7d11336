/** A file that a person chose: what it is, and its bytes in Base64. */

/**
 * What files begin with. A file with another ending in its name, or none, tells it all the same. The names are for people.
 * A text may begin with a byte order mark or blanks.
 */
const beginnings = {
  pdf: [/^%PDF/, 'un PDF'],
  zip: [/^PK/, 'un ZIP o un documento de Office'],
  ole: [/^\xd0\xcf/, 'un documento antiguo de Office, o uno con contraseña'],
  image: [/^(?:\x89PNG|\xff\xd8\xff|GIF8|BM|RIFF)/, 'una imagen'],
  xml: [/^(?:\xef\xbb\xbf)?\s*</, 'un XML o una página web'],
  json: [/^(?:\xef\xbb\xbf)?\s*[[{]/, 'un JSON'],
  pem: [/^(?:\xef\xbb\xbf)?\s*-----BEGIN/, 'un certificado en texto (PEM)'],
  der: [/^0[\x80-\x84]/, 'un certificado o una llave'],
} as const satisfies Readonly<Record<string, readonly [beginning: RegExp, name: string]>>;

export type FileKind = keyof typeof beginnings;

/** Enough for every beginning, with blanks before it. */
const readBytes = 64;

async function kindOf(file: Blob): Promise<FileKind | undefined> {
  const bytes = new Uint8Array(await file.slice(0, readBytes).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  const kinds = Object.keys(beginnings) as FileKind[];
  return kinds.find((kind) => beginnings[kind][0].test(start));
}

/** `un PDF`, if it is certainly of another kind; undefined for an unknown kind, which only its reader can judge. */
export async function otherKind(file: Blob, wanted: readonly FileKind[]): Promise<string | undefined> {
  const kind = await kindOf(file).catch(() => undefined);
  return kind === undefined || wanted.includes(kind) ? undefined : beginnings[kind][1];
}

/** In Base64. The browser encodes the file beside the page, which stays usable. Fails if the file was changed, moved or deleted since. */
export function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.onload = () => {
      // `data:<type>;base64,<text>`
      const address = typeof reader.result === 'string' ? reader.result : '';
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.readAsDataURL(file);
  });
}
