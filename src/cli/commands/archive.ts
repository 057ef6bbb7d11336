/** `archive …`: the evidence of a company as a file, and checks of it. */
import { open, readFile, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { daysOf } from '../../ledger/archive/days.js';
import { archiveFiles, manifestsOf, type ArchiveDeps } from '../../services/archive/archive-files.js';
import { checkArchive, type ArchiveFault } from '../../services/archive/check-archive.js';
import { packArchive } from '../../services/archive/pack-archive.js';
import { verifyArchive, type FileFault } from '../../services/archive/verify-archive.js';
import { argument, command, option, required } from '../command.js';
import { placeOf, type CliContext } from '../context.js';
import { CliError } from '../terminal/cli-error.js';
import { table } from '../terminal/result.js';
import { moment } from '../terminal/text.js';
import { anyText } from '../terminal/values.js';
import { place } from './parts.js';

const period = (text: string) => {
  const days = daysOf(text);
  if (days === undefined) throw new CliError('ARCHIVE_PERIOD_INVALID');
  return { text, days };
};

const partsOf = ({ store }: CliContext): ArchiveDeps => ({ store, turn: (work) => work() });

const exportOne = command({
  name: 'export',
  does: 'escribe el archivo de evidencia de un mes o de un día: comprobantes, respuestas, acuses, hashes y sellos',
  example: '2026-11 --company 999999992 -o evidencia-2026-11.tar.gz',
  more: 'Quien lo recibe lo comprueba con «sh verify.sh», sin este programa.',
  takes: {
    period: argument('<período>', 'AAAA-MM, o AAAA-MM-DD', period),
    ...place,
    output: required('-o, --output <archivo>', 'archivo nuevo', anyText),
  },
  work: async (context, { period: asked, company: one, environment: where, output }) => {
    const { company, companyId, environment } = await placeOf(context, one, where);
    const order = { companyId, environment, rnc: company.rnc, days: asked.days };
    const parts = partsOf(context);
    const manifests = await manifestsOf(parts, order);
    if (manifests.length === 0) throw new CliError('ARCHIVE_EMPTY');
    const folder = `${company.rnc}-${environment}-${asked.text}`;
    await context.interruptible((signal) =>
      writeStream(
        output,
        () => packArchive(archiveFiles(parts, order, manifests), { folder, now: context.clock() }),
        signal,
      ),
    );
    const days = manifests.map(({ day, files, stamp }) => ({ day, files, stampedAt: stamp?.at ?? null }));
    const files = manifests.reduce((sum, manifest) => sum + manifest.files, 0);
    const unstamped = days.filter(({ stampedAt }) => stampedAt === null).length;
    const stamps = unstamped === 0 ? '' : `; sin sello de tiempo: ${unstamped}`;
    return {
      data: { file: output, days },
      text: `${output}: ${days.length} días, ${files} archivos${stamps}.`,
    };
  },
});

/** The file has buyers' data, so only the operator may read it. A part of it is no export, so it is removed. */
async function writeStream(path: string, pack: () => Readable, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    const { code = 'error' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError('FILE_EXISTS', `${path} ya existe; no se sobrescribe.`);
    throw new CliError('FILE_UNWRITABLE', `No se puede escribir ${path} (${code}).`);
  });
  try {
    await pipeline(pack(), file.createWriteStream(), { signal });
  } catch (error) {
    await rm(path, { force: true });
    signal.throwIfAborted();
    throw error;
  }
}

const faultTexts = {
  CHAIN_BROKEN: 'no sigue al día anterior',
  MANIFEST_CHANGED: 'la lista del día cambió',
  EVENTS_CHANGED: 'los eventos del día cambiaron',
  EVIDENCE_CHANGED: 'el contenido cambió',
  EVIDENCE_MISSING: 'el registro ya no lo tiene',
  CHANGED: 'el contenido cambió',
  MISSING: 'falta',
  NOT_LISTED: 'ninguna lista lo nombra',
  SIGNATURE_WRONG: 'la firma no es válida',
  STAMP_WRONG: 'el sello de tiempo no es válido',
  UNREADABLE: 'no se puede leer, o está cortado',
} as const satisfies Record<ArchiveFault['fault'] | FileFault, string>;

function damaged(
  faults: readonly {
    readonly path: string;
    readonly fault: keyof typeof faultTexts;
    readonly day?: string;
  }[],
  count: number,
): CliError {
  const lines = faults.map(({ day, path, fault }) => `  ${day ?? ''} ${path}: ${faultTexts[fault]}`);
  const more = count > faults.length ? [`  y ${count - faults.length} más`] : [];
  const said = `La evidencia no está íntegra: ${count} fallos.`;
  return new CliError('ARCHIVE_DAMAGED', [said, ...lines, ...more].join('\n'), { faults, count });
}

const check = command({
  name: 'check',
  does: 'comprueba el archivo de evidencia contra el registro: la cadena de los días y cada contenido',
  example: '--company 999999992',
  more: 'Hágalo después de restaurar una copia. Compare el último día y su hash con los de una exportación anterior.',
  takes: { ...place, period: option('--period <período>', 'solo AAAA-MM, o AAAA-MM-DD', period) },
  work: async (context, { company, environment: where, period: asked }) => {
    const { companyId, environment } = await placeOf(context, company, where);
    const checked = await context.interruptible((signal) =>
      checkArchive(
        partsOf(context),
        { companyId, environment },
        { signal, ...(asked && { days: asked.days }) },
      ),
    );
    const { days, files, last, faults, faultCount } = checked;
    if (faultCount > 0) throw damaged(faults, faultCount);
    const end = last === null ? '' : ` Último: ${last.day} ${last.sha256}`;
    return { data: checked, text: `Íntegro: ${days} días, ${files} archivos.${end}` };
  },
});

const verify = command({
  name: 'verify',
  does: 'comprueba una exportación por sí sola, sin el registro: hashes, cadena, firmas y sellos de tiempo',
  example: 'evidencia-2026-11.tar.gz --authority tsa-ca.pem',
  takes: {
    file: argument('<archivo>', 'una exportación, .tar.gz', anyText),
    authority: option(
      '--authority <archivo>',
      'PEM de la autoridad de los sellos; sin él no se comprueba quién selló',
      anyText,
    ),
  },
  work: async (_context, { file, authority }) => {
    const pem = authority === undefined ? undefined : await readText(authority);
    const verified = await verifyArchive(file, pem);
    if (verified.faultCount > 0) throw damaged(verified.faults, verified.faultCount);
    const text = table(verified.days, '', {
      Día: ({ day }) => day,
      'Sello de tiempo': ({ stampedAt }) => (stampedAt === null ? 'sin sello' : moment(stampedAt)),
      SHA256: ({ sha256 }) => sha256,
    });
    const { files, signatures } = verified;
    return { data: verified, text: `Íntegro: ${files} archivos, ${signatures} firmas.\n\n${text}` };
  },
});

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CliError('FILE_UNREADABLE', `No se puede leer ${path}.`);
  }
}

export const archiveCommands = [exportOne, check, verify];
