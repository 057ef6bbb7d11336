/** The watch over companies' certificates: each warning comes once, on its day, and again if the certificate comes back. */
import { createCertificateRound } from '../../../../src/activities/rounds/certificate-expiry.js';
import type { StoredCertificate } from '../../../../src/ledger/certificates/stored-certificate.js';

const dayMs = 86_400_000;
const now = new Date('2026-11-20T15:00:00Z');

interface Said {
  readonly level: 'warn' | 'error';
  readonly about: Readonly<Record<string, unknown>>;
  readonly message: string;
}

interface Time {
  readonly after: Date;
  readonly before: Date;
}

function world(ending: () => Promise<readonly Partial<StoredCertificate>[]>) {
  const said: Said[] = [];
  const say = (level: Said['level']) => (about: object, message: string) => {
    said.push({ level, about: about as Said['about'], message });
  };
  const asked: Time[] = [];
  const options = {
    store: {
      certificatesEnding: (time: Time) => {
        asked.push(time);
        return ending() as Promise<StoredCertificate[]>;
      },
    },
    clock: () => now,
    log: { warn: say('warn'), error: say('error') },
  };
  return {
    said,
    asked,
    round: createCertificateRound(options as unknown as Parameters<typeof createCertificateRound>[0]),
  };
}

function ends(inDays: number, fingerprint = 'aa'): Partial<StoredCertificate> {
  const notAfter = new Date(now.getTime() + inDays * dayMs);
  return { companyId: 1, fingerprint, notBefore: new Date(now.getTime() - 700 * dayMs), notAfter };
}

test.each([
  { days: 30.9, standing: undefined },
  { days: 30, standing: 'vence pronto' },
  { days: 7.1, standing: 'vence pronto' },
  { days: 7, standing: 'vence esta semana' },
  { days: 1.1, standing: 'vence esta semana' },
  { days: 1, standing: 'vence mañana' },
  { days: -0.1, standing: 'vencido' },
])('$days days before its end: $standing', async ({ days, standing }) => {
  const { said, asked, round } = world(() => Promise.resolve([ends(days)]));
  await round();
  // A day more than the first warning, so that a check between two days misses none. Certificates that expired long ago are not read.
  const day = (days: number) => new Date(now.getTime() + days * dayMs);
  expect(asked).toEqual([{ after: day(-31), before: day(31) }]);
  expect(said.map(({ level, message }) => [level, message])).toEqual(
    standing === undefined ? [] : [['warn', `a company's certificate: ${standing}`]],
  );
  if (standing !== undefined)
    expect(said[0]?.about).toMatchObject({ companyId: 1, fingerprint: 'aa', daysLeft: Math.floor(days) });
});

test('each state is logged once; a renewed certificate is not logged again', async () => {
  let days = 20;
  let current = true;
  const { said, round } = world(() => Promise.resolve(current ? [ends(days)] : []));
  for (const left of [20, 19, 6, 5, 0.5, 0.4]) {
    days = left;
    await round();
  }
  expect(said.map(({ message }) => message.split(': ')[1])).toEqual([
    'vence pronto',
    'vence esta semana',
    'vence mañana',
  ]);
  current = false;
  await round();
  current = true;
  await round();
  expect(said).toHaveLength(4);
});

test('two companies with the same certificate are both logged', async () => {
  const { said, round } = world(() => Promise.resolve([ends(5), { ...ends(5), companyId: 2 }]));
  await round();
  expect(said.map(({ about }) => about['companyId'])).toEqual([1, 2]);
});
