/** The error table: each code once, and one text for one kind of reader. */
import { errorRows, errorsFor } from '../../../src/shared/errors.js';
import type { ErrorRow } from '../../../src/shared/errors/error-row.js';
import { filesIn } from '../../tidy/project-files.js';

const rows = Object.entries<ErrorRow>(errorRows);
const readers = ['api', 'web', 'cli', 'people', 'receiver'] as const;

test('a code of the error table stands in one file only', () => {
  const codes = filesIn('src/shared/errors', '.ts').flatMap(({ text }) =>
    [...text.matchAll(/^ {2}([A-Z][A-Z_0-9]+): \{/gm)].map(([, code]) => code),
  );
  expect(codes).toHaveLength(new Set(codes).size);
  expect([...codes].sort()).toEqual(rows.map(([code]) => code).sort());
});

test.each(rows)(
  '%s has a text for somebody, a status where HTTP answers it, and help for integrators',
  (_, row) => {
    expect(readers.filter((reader) => row[reader] !== undefined)).not.toEqual([]);
    const overHttp = [row.api, row.web, row.people, row.receiver].some((text) => text !== undefined);
    if (overHttp && row.people === undefined) expect(row.status).toBeGreaterThanOrEqual(400);
    expect(row.help !== undefined).toBe(row.api !== undefined);
  },
);

test.each(rows)(
  '%s: a screen and the command line that say the same share one text',
  (_, { web, cli, people }) => {
    if (web !== undefined) expect(web).not.toBe(cli);
    if (people !== undefined) expect([web, cli]).toEqual([undefined, undefined]);
  },
);

test('a reader gets the first of its texts', () => {
  expect(errorsFor('web', 'people').IN_FLIGHT.mensaje).toBe(errorsFor('cli', 'people').IN_FLIGHT.mensaje);
  expect(errorsFor('cli', 'people').MOTIVO_MISSING.mensaje).not.toBe(
    errorsFor('web', 'people').MOTIVO_MISSING.mensaje,
  );
  expect(errorsFor('api')).not.toHaveProperty('MOTIVO_MISSING');
});
