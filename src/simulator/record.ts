/**
 * The simulator's memory, which a restart must not lose: `record.jsonl` in its data folder has one line per document
 * posted, `files/` the bytes, named by their SHA-256. A reception is answered only after both are on the disk.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '../ecf/environments.js';
import type { Verdict } from './judge.js';

/** What queries answer beside the verdict; `""` where the document has none. */
export interface Datos {
  readonly montoTotal: string;
  readonly totalITBIS: string;
  readonly fechaEmision: string;
  readonly fechaFirma: string;
  readonly rncComprador: string;
  readonly idExtranjero: string;
  readonly codigoSeguridad: string;
}

export interface Reception {
  readonly kind: 'received';
  /** ISO 8601. */
  readonly at: string;
  readonly environment: Environment;
  readonly trackId: string;
  readonly sha256: string;
  readonly rncEmisor: string;
  readonly encf: string;
  readonly signer: string;
  /** Until then the result reads En Proceso. */
  readonly finalAt: string;
  readonly verdict: Verdict;
  readonly datos: Datos;
}

/** A post that was answered without being received. */
export interface Refusal {
  readonly kind: 'refused';
  readonly at: string;
  readonly environment: Environment;
  readonly service: 'validarsemilla' | 'recepcion';
  readonly sha256: string;
  readonly reason: string;
}

/** Receptions are kept in memory too; beyond this the simulator refuses to go on. */
const receptionsMax = 1_000_000;
/** Lines that are written and synced together. */
const batchMax = 1_000;

export interface ReceptionRecord {
  byTrackId(trackId: string): Reception | undefined;
  /** Oldest first. */
  ofNumber(environment: Environment, rncEmisor: string, encf: string): readonly Reception[];
  all(): readonly Reception[];
  /** Known to every query at once; resolves when bytes and line are on the disk. */
  receive(reception: Reception, bytes: Buffer): Promise<void>;
  refuse(refusal: Omit<Refusal, 'sha256' | 'kind'>, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

export async function openRecord(dataDir: string): Promise<ReceptionRecord> {
  const filesDir = join(dataDir, 'files');
  await mkdir(filesDir, { recursive: true });
  const path = join(dataDir, 'record.jsonl');
  const receptions: Reception[] = [];
  const byTrackId = new Map<string, Reception>();
  const byNumber = new Map<string, Reception[]>();
  const filesKept = new Set<string>();
  for (const line of await readLines(path)) {
    if (line.kind === 'received') index(line);
    filesKept.add(line.sha256);
  }
  const journal = await openJournal(path);

  return {
    byTrackId: (trackId) => byTrackId.get(trackId.toLowerCase()),
    ofNumber: (environment, rncEmisor, encf) => byNumber.get(numberKey(environment, rncEmisor, encf)) ?? [],
    all: () => receptions,
    async receive(reception, bytes) {
      if (receptions.length >= receptionsMax) throw new Error('The simulator is full: use a new data folder');
      index(reception);
      await keepFile(reception.sha256, bytes);
      await journal.append(JSON.stringify(reception));
    },
    async refuse(refusal, bytes) {
      const sha256 = sha256Of(bytes);
      await keepFile(sha256, bytes);
      await journal.append(JSON.stringify({ kind: 'refused', ...refusal, sha256 } satisfies Refusal));
    },
    close: () => journal.close(),
  };

  function index(reception: Reception): void {
    receptions.push(reception);
    byTrackId.set(reception.trackId, reception);
    const key = numberKey(reception.environment, reception.rncEmisor, reception.encf);
    const ofNumber = byNumber.get(key);
    if (ofNumber === undefined) byNumber.set(key, [reception]);
    else ofNumber.push(reception);
  }

  async function keepFile(sha256: string, bytes: Buffer): Promise<void> {
    if (filesKept.has(sha256)) return;
    // Two posts of the same bytes may meet here: each writes a file of its own name, the second rename changes nothing.
    const temporary = join(filesDir, `.${sha256}.${process.hrtime.bigint()}`);
    const handle = await open(temporary, 'w');
    try {
      await handle.writeFile(bytes);
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(temporary, join(filesDir, `${sha256}.xml`));
    filesKept.add(sha256);
  }
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function numberKey(environment: Environment, rncEmisor: string, encf: string): string {
  return `${environment}:${rncEmisor}:${encf}`;
}

async function readLines(path: string): Promise<(Reception | Refusal)[]> {
  await cutTornLine(path);
  const lines: (Reception | Refusal)[] = [];
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'utf8') })) {
      lines.push(JSON.parse(line) as Reception | Refusal);
    }
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Error(`${path}: line ${lines.length + 1} is damaged`, { cause: error });
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return lines;
}

/** A line without its end was being written when the process died: nobody was answered for it. */
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

interface Journal {
  append(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Lines that come while a batch is being synced go into the next one: one sync for many. */
async function openJournal(path: string): Promise<Journal> {
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
