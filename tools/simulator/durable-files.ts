/** Writes lines and files that survive the death of the process and of the machine. */
import { createReadStream } from 'node:fs';
import { open, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const batchMax = 1_000;

/** @throws Error that names the damaged line */
export async function readLines<T>(path: string): Promise<T[]> {
  await cutTornLine(path);
  const lines: T[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      lines.push(JSON.parse(line) as T);
    }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error(`${path}: line ${lines.length + 1} is damaged`, { cause: error });
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return lines;
}

/** Removes a last line without its end. The process died while writing it, so its post was never answered. */
async function cutTornLine(path: string): Promise<void> {
  const size = await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
  if (size === 0) return;
  const handle = await open(path, 'r+');
  try {
    let end = size;
    const byte = Buffer.alloc(1);
    while (end > 0 && (await handle.read(byte, 0, 1, end - 1)).bytesRead === 1 && byte[0] !== 0x0a) end--;
    if (end < size) await handle.truncate(end);
  } finally {
    await handle.close();
  }
}

/** The promise resolves when the file is on disk. */
export async function keepFile(filesDir: string, sha256: string, bytes: Buffer): Promise<void> {
  // Two posts of the same bytes may meet here. Each writes its own temporary file; the second rename changes nothing.
  const temporary = join(filesDir, `.${sha256}.${process.hrtime.bigint()}`);
  const handle = await open(temporary, 'w');
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(filesDir, `${sha256}.xml`));
}

interface Journal {
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Lines that arrive while a batch is synced go into the next batch, so one sync serves many lines. */
export async function openJournal(path: string): Promise<Journal> {
  const handle: FileHandle = await open(path, 'a');
  interface Waiting {
    readonly line: string;
    readonly done: () => void;
    readonly failed: (error: unknown) => void;
  }
  const queue: Waiting[] = [];
  let flushing: Promise<void> | undefined;

  return {
    append: (line) =>
      new Promise((done, failed) => {
        queue.push({ line, done, failed });
        flushing ??= flush().finally(() => (flushing = undefined));
      }),
    async close() {
      await flushing;
      await handle.close();
    },
  };

  async function flush(): Promise<void> {
    for (let batch = queue.splice(0, batchMax); batch.length > 0; batch = queue.splice(0, batchMax)) {
      try {
        await handle.appendFile(batch.map(({ line }) => `${line}\n`).join(''));
        await handle.datasync();
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
  }
}
