/** `mail …`: which mails there are, how far they came, and a mail that failed once more. */
import type { NewMail } from '../../src/ledger/mail/mail-record.js';
import { openCli, type Cli } from './harness.js';

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});

const at = new Date('2026-11-29T12:00:00Z');

async function put(id: string, change: Partial<Pick<NewMail, 'companyId' | 'to' | 'createdAt'>> = {}) {
  const about = { kind: 'password-changed', companyId: 0, to: 'ana@prueba.example', language: 'es' } as const;
  await cli.store.putMail(id, { ...about, data: { at }, createdAt: at, ...change });
}

async function fail(id: string, code: string) {
  await cli.store.recordFailed((await cli.store.beginMail(id, at, at))!, code, at);
}

const idsOf = (data: unknown) => (data as { items: readonly { id: string }[] }).items.map(({ id }) => id);

test('mail list shows the newest first, in pages, and filters by state', async () => {
  await put('m-1');
  await put('m-2', { createdAt: new Date(at.getTime() + 1_000) });
  await put('m-3', { createdAt: new Date(at.getTime() + 2_000) });
  await fail('m-2', '550');
  const { data: first } = await cli.json(['mail', 'list', '--limit', '2']);
  expect(idsOf(first)).toEqual(['m-3', 'm-2']);
  const { data: rest } = await cli.json(['mail', 'list', '--limit', '2', '--cursor', first.cursor]);
  expect({ ids: idsOf(rest), cursor: rest.cursor }).toEqual({ ids: ['m-1'], cursor: null });
  expect(idsOf((await cli.json(['mail', 'list', '--state', 'failed'])).data)).toEqual(['m-2']);
  expect((await cli.run(['mail', 'list', '--state', 'failed'])).stdout).toContain('falló');
});

test('mail show has the relay’s answer; mail retry queues a mail that failed, once', async () => {
  await put('m-4');
  await fail('m-4', '552');
  expect((await cli.run(['mail', 'show', 'm-4'])).stdout).toMatch(/Respuesta +552/);
  expect((await cli.json(['mail', 'retry', 'm-4'])).data).toMatchObject({ id: 'm-4', state: 'queued' });
  expect(await cli.store.findMail('m-4')).toMatchObject({ state: 'queued', dueAt: expect.any(Date) });
  expect((await cli.json(['mail', 'retry', 'm-4'])).error).toBe('MAIL_NOT_FAILED');
  expect((await cli.json(['mail', 'retry', 'm-0'])).error).toBe('MAIL_NOT_FOUND');
});

test('person reset mails the link too, unless the operator forbids it', async () => {
  const env = { MAIL_FROM: 'comprobantes@empresa.example' };
  for (const [email, args, queued] of [
    ['uno@prueba.example', [], 1],
    ['dos@prueba.example', ['--link-only'], 0],
  ] as const) {
    await cli.store.addPerson({
      personId: email,
      email,
      name: 'X',
      support: true,
      memberships: [],
      generation: 0,
      secondFactor: false,
    });
    const { data } = await cli.json(['person', 'reset', email, '--yes', ...args], { env });
    expect(data).toMatchObject({ mail: queued === 1, link: expect.stringContaining('/app/invitacion/') });
    const { rows } = await cli.store.listMails({ limit: 100 });
    expect(rows.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(
      Array.from({ length: queued }, () => 'password-reset'),
    );
  }
});
