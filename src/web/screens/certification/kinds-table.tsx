/** The kinds of vouchers that DGII wants: how many it accepted, how many are missing, and each voucher with its state. */
import { Link } from '@tanstack/react-router';
import type { SimulationKind, SimulationVoucher } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge, StateBadge } from '../../parts/badge.js';
import { Warning } from '../../parts/form/field.js';
import { Table } from '../../parts/page.js';
import { shortType, VoucherLink } from '../../parts/voucher/cells.js';
import { when } from '../../shared/format.js';
import { useMay } from '../../shell/use-session.js';
import { simulation as texts } from '../../texts/simulation.js';
import { certification as certificationTexts } from '../../texts/certification.js';

interface KindsProps {
  readonly place: Place;
  readonly kinds: readonly SimulationKind[];
}

export function KindsTable({ place, kinds }: KindsProps) {
  const mayIssue = useMay('certification', place.companyId);
  return (
    <Table
      label={texts.kinds}
      widthRem={58}
      rows={kinds}
      keyOf={({ kind }) => kind}
      columns={[
        [texts.kind, kindName, 'wrap'],
        [texts.needed, ({ needed }) => needed, 'number'],
        [texts.accepted, ({ accepted }) => accepted, 'number'],
        [texts.missing, (kind) => <Missing kind={kind} />, 'number'],
        [texts.vouchers, (kind) => <Vouchers place={place} kind={kind} />],
        mayIssue && [
          es.master.actions,
          (kind) => (
            <Link
              className="button small"
              to="/empresas/$companyId/$environment/certificacion"
              params={place}
              search={{ tipo: kind.ecfType }}
              aria-label={texts.issueOf(kindName(kind))}
            >
              {certificationTexts.issue}
            </Link>
          ),
        ],
      ]}
    />
  );
}

function Missing({ kind: { needed, accepted } }: { readonly kind: SimulationKind }) {
  const missing = Math.max(0, needed - accepted);
  return missing === 0 ? <Badge tone="good">0</Badge> : <strong>{missing}</strong>;
}

interface VouchersProps {
  readonly place: Place;
  readonly kind: SimulationKind;
}

function Vouchers({ place, kind: { vouchers, more } }: VouchersProps) {
  if (vouchers.length === 0) return es.none;
  return (
    <>
      <ul className="plain-list">
        {vouchers.map((voucher) => (
          <li key={voucher.ecf}>
            <Voucher place={place} voucher={voucher} />
          </li>
        ))}
      </ul>
      {more ? <p className="soft small">{texts.more}</p> : null}
    </>
  );
}

function Voucher({ place, voucher }: { readonly place: Place; readonly voucher: SimulationVoucher }) {
  const { ecf, attempt, state, status, reason, receivedAt } = voucher;
  return (
    <>
      <span className="encf">
        <VoucherLink place={place} encf={ecf} attempt={attempt} />
      </span>{' '}
      <StateBadge state={state} status={status} reason={reason} />
      <div className="soft small">
        {when(receivedAt)}
        {attempt > 1 ? ` · ${es.vouchers.attempt(attempt)}` : ''}
      </div>
      {state === 'conditionally-accepted' ? <Warning>{texts.correct}</Warning> : null}
    </>
  );
}

function kindName({ kind, ecfType }: SimulationKind): string {
  const name = `${ecfType} ${shortType(ecfType)}`;
  const part = kindPart(kind);
  return part === '' ? name : `${name}, ${part}`;
}

function kindPart(kind: SimulationKind['kind']): string {
  if (kind === '32-full') return texts.full32;
  return kind === '32-summary' ? texts.summary32 : '';
}
