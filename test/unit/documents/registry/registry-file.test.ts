/** DGII's file on disk: as it is, or inside its ZIP, sound, damaged or meant to do harm. */
import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RegistryFileError } from '../../../../src/documents/registry/registry-error.js';
import { openRegistryFile } from '../../../../src/documents/registry/registry-file.js';
import { zipOf, type ZipEntry } from '../../../harness/samples/zip.js';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'ecf-registry-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const write = async (name: string, content: Uint8Array | string) => {
  const path = join(dir, name);
  await writeFile(path, content);
  return path;
};

async function contentOf(path: string, bytesMax?: number) {
  const file = await openRegistryFile(path, bytesMax);
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.chunks()) chunks.push(chunk);
    return { name: file.name, dataDate: file.dataDate, text: Buffer.concat(chunks).toString('utf8') };
  } finally {
    file.close();
  }
}

const problemOf = async (path: string, bytesMax?: number) => {
  const error: unknown = await contentOf(path, bytesMax).then(
    (read) => read,
    (thrown: unknown) => thrown,
  );
  return error instanceof RegistryFileError ? error.problem : error;
};

test('a plain file, with the day it was written', async () => {
  const path = await write('DGII_RNC.TXT', 'la tabla');
  const at = new Date('2026-03-02T02:00:00Z');
  await utimes(path, at, at);
  expect(await contentOf(path)).toEqual({ name: 'DGII_RNC.TXT', dataDate: '01-03-2026', text: 'la tabla' });
});

test.each([
  {
    name: 'of old',
    entries: [{ name: 'TMP/DGII_RNC.TXT', content: 'la tabla' }],
    read: { name: 'DGII_RNC.TXT', dataDate: '14-03-2026' },
  },
  {
    name: 'of today, whose name tells the day',
    entries: [{ name: 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv', content: 'la tabla' }],
    read: { name: 'RNC_Contribuyentes_Actualizado_29_Ago_2026.csv', dataDate: '29-08-2026' },
  },
  {
    name: 'with more in it: the largest table',
    entries: [
      { name: 'LEAME.txt', content: 'leer' },
      { name: 'datos.csv', content: 'la tabla' },
      { name: 'logo.png', content: 'x'.repeat(1_000) },
    ],
    read: { name: 'datos.csv', dataDate: '14-03-2026' },
  },
] satisfies { name: string; entries: ZipEntry[]; read: object }[])(
  'a ZIP $name',
  async ({ entries, read }) => {
    expect(await contentOf(await write('a.zip', zipOf(entries)))).toEqual({ ...read, text: 'la tabla' });
  },
);

const table = { name: 'a.csv', content: 'la tabla '.repeat(1_000) };
const sound = zipOf([table]);

test.each([
  { name: 'an empty file', bytes: Buffer.alloc(0), problem: 'EMPTY' },
  { name: 'a ZIP with nothing in it', bytes: zipOf([]), problem: 'ZIP_WITHOUT_TABLE' },
  {
    name: 'a ZIP without a table',
    bytes: zipOf([{ name: 'a.pdf', content: 'x' }]),
    problem: 'ZIP_WITHOUT_TABLE',
  },
  { name: 'a ZIP cut off on its way', bytes: sound.subarray(0, sound.length - 10), problem: 'ZIP_DAMAGED' },
  { name: 'a ZIP whose middle is missing', bytes: cut(sound), problem: 'ZIP_DAMAGED' },
  {
    name: 'a ZIP with another checksum',
    bytes: zipOf([{ ...table, claim: { crc: 1 } }]),
    problem: 'ZIP_DAMAGED',
  },
  {
    name: 'a ZIP that unpacks to more than it says',
    bytes: zipOf([{ ...table, claim: { size: 100 } }]),
    problem: 'ZIP_DAMAGED',
  },
  {
    name: 'a ZIP that unpacks to less than it says',
    bytes: zipOf([{ ...table, claim: { size: 100_000 } }]),
    problem: 'ZIP_DAMAGED',
  },
  {
    name: 'a ZIP that says it is too large',
    bytes: zipOf([{ ...table, claim: { size: 0xfffffff0 } }]),
    problem: 'TOO_LARGE',
  },
  {
    name: 'an entry that wants to be elsewhere',
    bytes: zipOf([{ ...table, name: '../../etc/a.csv' }]),
    problem: 'ZIP_DAMAGED',
  },
])('$name: $problem', async ({ bytes, problem }) => {
  expect(await problemOf(await write('b.zip', bytes))).toBe(problem);
});

test('a bomb is not unpacked: the bound counts what comes out', async () => {
  const bomb = zipOf([{ name: 'a.csv', content: Buffer.alloc(50_000_000, 'x') }]);
  expect(bomb.length).toBeLessThan(100_000);
  expect(await problemOf(await write('c.zip', bomb), 1_000_000)).toBe('TOO_LARGE');
});

test('a file that is not zipped and is too large', async () => {
  expect(await problemOf(await write('d.txt', 'x'.repeat(2_000)), 1_000)).toBe('TOO_LARGE');
});

test('a path that is not there: what the system says', async () => {
  await expect(openRegistryFile(join(dir, 'missing'))).rejects.toMatchObject({ code: 'ENOENT' });
});

function cut(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 20), bytes.subarray(60)]);
}
