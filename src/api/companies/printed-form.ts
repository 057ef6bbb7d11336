/** The look of the company's printed vouchers with a sample of it, and the links for buyers. */
import { valueColumns, type ValueColumn } from '../../ecf/codes/value-columns.js';
import type { LookChange } from '../../ledger/companies/looks.js';
import { samplePrintJobOf } from '../../services/vouchers/prepare-print.js';
import { setLook } from '../../services/companies/change-look.js';
import { textShade, usualColor } from '../../documents/print/pdf/color.js';
import { atMostInHour } from '../limits/rate-limit.js';
import { logosLimit } from '../limits/limits.js';
import { pdfAnswer, readPaper } from '../vouchers/document-print.js';
import { doneOr } from '../web/operator-refusal.js';
import { FileAnswer, get, patch, post, type RouteDeps, type WebRoute } from '../web/web-route.js';

const path = '/companies/:companyId/printed-form';

/** A person needs a few tries. A hostile logo takes ten seconds of the thread that draws the logos of all companies. */
export const logosPerHourMax = 10;

interface PrintedFormChange {
  readonly color?: string | null;
  readonly valueColumn?: ValueColumn;
  /** A PNG or SVG file in base64. */
  readonly logo?: string | null;
}

export function printedFormRoutes(deps: RouteDeps): readonly WebRoute[] {
  const { store, checker, config, limits } = deps;
  return [
    // Who reads the vouchers sees them as they are printed.
    get(path, 'read', async ({ company: { look = {} } }) => ({
      color: look.color ?? usualColor,
      textColor: textShade(look.color ?? usualColor),
      usualColor,
      valueColumn: look.valueColumn ?? valueColumns[0],
      logo: look.logo === undefined ? null : (await store.getFileBytes(look.logo)).toString('base64'),
      links: config.publicUrl !== '',
    })),
    patch(
      path,
      {
        permission: 'printedForm',
        audit: 'company.look',
        body: 'base64',
      },
      async ({ company: { companyId }, body, about, leaveTurn }) => {
        const change = body as PrintedFormChange;
        about(Object.keys(change).sort().join(' '));
        // A logo waits for its thread, one at a time of all companies.
        if (typeof change.logo === 'string') {
          await atMostInHour(deps, logosLimit, companyId, logosPerHourMax);
          leaveTurn();
        }
        doneOr(await setLook(deps, companyId, lookChangeOf(change)), ({ refusal }) => ({
          campo: refusal === 'COLOR_INVALID' ? 'color' : 'logo',
        }));
        return {};
      },
    ),
    get(`${path}/sample`, { permission: 'printedForm', turn: 'none' }, async ({ company, query }) => {
      const paper = readPaper(query['format']);
      const { companyId } = company;
      const pdf = await limits.prints.run(companyId, async () => {
        const { content, order } = await samplePrintJobOf(store, company, paper);
        return checker.print(companyId, content, order);
      });
      const { body, headers } = pdfAnswer(pdf, `ejemplo-${paper}.pdf`);
      return new FileAnswer('application/pdf', body, headers);
    }),
    post(
      `${path}/revoke-links`,
      { permission: 'companySettings', audit: 'company.revokeLinks' },
      async ({ company }) => {
        await store.replaceLinkKey(company.companyId, deps.clock());
        return {};
      },
    ),
  ];
}

function lookChangeOf({ logo, ...change }: PrintedFormChange): LookChange {
  if (logo === undefined) return change;
  return { ...change, logo: logo === null ? null : Buffer.from(logo, 'base64') };
}
