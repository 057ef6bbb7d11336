/** Reads the body of an answer that another server may make too long. */

/** Undefined: it has more bytes than this. */
export async function readLimited(
  body: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
