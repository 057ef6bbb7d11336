/** Feed, webhooks and ledger agree: each change has its event, in order, none is invented, and each arrives unchanged. */
import type { EventCompany, EventEvidence, ShownEvent, WebhookEvidence } from './event-evidence.js';
import { expectedEvents, labelOf, type Expected } from './expected-events.js';
import { groupedBy } from './grouped-by.js';

/** Without a lasting record: `checkSpans` and `checkRefusals` judge them. */
const ofSpans = ['company.suspended', 'company.resumed', 'dgii.unavailable', 'dgii.available'];
const ofRefusals = 'certificate.refused';

export function checkEvents(evidence: EventEvidence): string[] {
  return evidence.companies.flatMap((company) => {
    const { companyId } = company;
    const events = evidence.feeds.find((feed) => feed.companyId === companyId)?.events ?? [];
    return [
      ...checkNumbers(company, events),
      ...checkLabels(company, events, expectedEvents(evidence, companyId)),
      ...checkVoucherOrder(evidence, companyId, events),
      ...checkReceivedOrder(companyId, events),
      ...checkSuspensions(evidence, company, events),
      ...checkOutages(evidence, company, events),
      ...evidence.webhooks
        .filter((webhook) => webhook.companyId === companyId)
        .flatMap((webhook) => checkWebhook(webhook, events)),
    ];
  });
}

function checkNumbers({ companyId, environment }: EventCompany, events: readonly ShownEvent[]): string[] {
  return events.flatMap(({ id }, index) => {
    const expected = `evt_${companyId}_${environment}_${index + 1}`;
    return id === expected ? [] : [`EVENT-NUMBER: ${id} is where ${expected} should be`];
  });
}

function checkLabels(
  { companyId, environment }: EventCompany,
  events: readonly ShownEvent[],
  expected: readonly Expected[],
): string[] {
  const found = groupedBy(
    events.filter(({ type }) => !ofSpans.includes(type) && type !== ofRefusals),
    labelOf,
  );
  const labels = groupedBy(expected, ({ label }) => label);
  const wrong = [...labels].flatMap(([label, all]) => {
    const own = found.get(label) ?? [];
    const min = all.reduce((sum, one) => sum + one.min, 0);
    const max = all.reduce((sum, one) => sum + one.max, 0);
    if (own.length < min) return [`EVENT-MISSING: company ${companyId} has no event ${label}`];
    const moments = new Set(own.map(({ timestamp }) => timestamp)).size;
    if (own.length > max || moments < own.length)
      return [`EVENT-TWICE: company ${companyId} has ${label} ${own.length} times`];
    return own.flatMap((event) => checkContent(event, all[0], environment));
  });
  const invented = [...found.keys()].filter((label) => !labels.has(label));
  return [
    ...wrong,
    ...invented.map((label) => `EVENT-INVENTED: company ${companyId} has ${label}, and no record says so`),
  ];
}

function checkContent(
  { id, timestamp, data }: ShownEvent,
  expected: Expected | undefined,
  environment: string,
) {
  const { at, data: members = {} } = expected ?? {};
  const wrong = Object.entries({ environment, ...members }).filter(([name, value]) => data[name] !== value);
  return [
    ...wrong.map(
      ([name, value]) => `EVENT-OTHER: ${id} has ${name} ${String(data[name])}, the ledger ${value}`,
    ),
    ...(at !== undefined && timestamp !== at.toISOString()
      ? [`EVENT-OTHER: ${id} is of ${timestamp}, the ledger's record of ${at.toISOString()}`]
      : []),
  ];
}

const voucherSteps: Readonly<Record<string, number>> = {
  'ecf.waiting': 0,
  'ecf.contingency': 0,
  'ecf.accepted': 1,
  'ecf.accepted_conditionally': 1,
  'ecf.rejected': 1,
  'ecf.refused': 1,
  'ecf.annulled': 1,
  'ecf.delivered': 2,
  'ecf.undelivered': 2,
  'ecf.approved': 2,
  'ecf.disapproved': 2,
};

/** An attempt begins when the one before has its result, or has none because DGII refused its signer at the door. */
function checkVoucherOrder(
  { attempts }: EventEvidence,
  companyId: number,
  events: readonly ShownEvent[],
): string[] {
  const withoutResult = new Set(
    attempts
      .filter(({ document }) => document.companyId === companyId && !document.final)
      .map(({ document }) => `${document.encf}:${document.attempt}`),
  );
  const vouchers = groupedBy(
    events.filter(({ type }) => type in voucherSteps),
    ({ data }) => String(data['ecf']),
  );
  return [...vouchers.values()].flatMap((own) => {
    let [attempt, step] = [0, 1];
    return own.flatMap(({ id, type, data }) => {
      const hasEnded = step >= 1 || withoutResult.has(`${String(data['ecf'])}:${attempt}`);
      const next = { attempt: Number(data['attempt']), step: voucherSteps[type] ?? 0 };
      const isNew = next.attempt > attempt;
      const mayFollow = isNew ? hasEnded : next.attempt === attempt ? next.step >= step : next.step === 2;
      if (isNew || next.attempt === attempt) ({ attempt, step } = next);
      return mayFollow
        ? []
        : [`EVENT-ORDER: company ${companyId}: ${id}, ${type}, comes too early or too late`];
    });
  });
}

/** Each content that has the number begins with its own event, and nothing follows about the one before. */
function checkReceivedOrder(companyId: number, events: readonly ShownEvent[]): string[] {
  const received = groupedBy(
    events.filter(({ type }) => type.startsWith('received.') && type !== 'received.refused'),
    ({ data }) => `${String(data['rncEmisor'])}:${String(data['encf'])}`,
  );
  return [...received.values()].flatMap((own) => {
    let current: unknown;
    let decided = false;
    return own.flatMap(({ id, type, data }) => {
      const begins = type === 'received.created' || type === 'received.displaced';
      const fits = begins
        ? (type === 'received.created') === (current === undefined)
        : data['xmlSha256'] === current && (decided || !type.startsWith('received.decision_'));
      if (begins) [current, decided] = [data['xmlSha256'], false];
      if (type === 'received.decided') decided = true;
      return fits ? [] : [`EVENT-ORDER: company ${companyId}: ${id}, ${type}, comes too early or too late`];
    });
  });
}

interface Span {
  readonly starts: string;
  readonly ends: string;
  readonly isOpen: boolean;
}

/** Starts and ends alternate, and the last one is what the ledger says. */
function checkSpans(name: string, events: readonly ShownEvent[], { starts, ends, isOpen }: Span): string[] {
  const own = events.filter(({ type }) => type === starts || type === ends);
  const wrong = own.filter(({ type }, index) => type !== (index % 2 === 0 ? starts : ends));
  const last = own.at(-1)?.type === starts;
  return [
    ...wrong.map(({ id, type }) => `EVENT-ORDER: ${name}: ${id}, ${type}, does not follow the other one`),
    ...(last === isOpen
      ? []
      : [`EVENT-MISSING: ${name} ends with ${own.at(-1)?.type ?? 'nothing'}, and the ledger says otherwise`]),
  ];
}

/** A company is suspended in each of its troubles, and at no other time. */
function checkSuspensions(
  { troubles }: EventEvidence,
  { companyId, rnc, suspended }: EventCompany,
  events: readonly ShownEvent[],
): string[] {
  const own = troubles.filter((trouble) => trouble.rnc === rnc);
  const within = ({ timestamp }: ShownEvent, { fromMs, toMs }: (typeof own)[number]) =>
    Date.parse(timestamp) >= fromMs && Date.parse(timestamp) <= toMs;
  const suspensions = events.filter(({ type }) => type === 'company.suspended');
  const refusals = events.filter(({ type }) => type === ofRefusals);
  return [
    ...checkSpans(`company ${companyId}`, events, {
      starts: 'company.suspended',
      ends: 'company.resumed',
      isOpen: suspended !== undefined,
    }),
    ...own
      .filter((trouble) => !suspensions.some((event) => within(event, trouble)))
      .map(
        () => `EVENT-MISSING: company ${companyId} was in trouble, and no event says that it was suspended`,
      ),
    ...[...suspensions, ...refusals]
      .filter((event) => !own.some((trouble) => within(event, trouble)))
      .map(({ id, type }) => `EVENT-INVENTED: ${id}, ${type}, although the company was not in trouble`),
  ];
}

function checkOutages(
  { dgiiOutages }: EventEvidence,
  { companyId }: EventCompany,
  events: readonly ShownEvent[],
): string[] {
  const hosts = ['ecf', 'fc'];
  return hosts.flatMap((host) => {
    const record = dgiiOutages.find((one) => one.companyId === companyId && one.host === host);
    const own = events.filter(({ data }) => data['servicio'] === host);
    const span = { starts: 'dgii.unavailable', ends: 'dgii.available', isOpen: record?.since !== undefined };
    return checkSpans(`company ${companyId} and DGII's ${host}`, own, span);
  });
}

function checkWebhook(
  { companyId, types, arrivals, deliveries }: WebhookEvidence,
  events: readonly ShownEvent[],
): string[] {
  const name = `a webhook of company ${companyId}`;
  const wanted = new Map(
    events.filter(({ type }) => types.length === 0 || types.includes(type)).map((event) => [event.id, event]),
  );
  const byId = groupedBy(arrivals, ({ id }) => id);
  const states = new Map(deliveries.map(({ seq, state }) => [seq, state]));
  const ledgerSays = (id: string) => states.get(Number(id.slice(id.lastIndexOf('_') + 1)));
  return [
    ...[...wanted].flatMap(([id, { type, timestamp, data }]) => {
      const own = byId.get(id) ?? [];
      const body = JSON.stringify({ type, timestamp, data });
      return [
        ...(own.length === 0 ? [`WEBHOOK-MISSING: ${id} never arrived at ${name}`] : []),
        ...(own.some((one) => one.body !== body) ? [`WEBHOOK-BODY: ${id} had another body at ${name}`] : []),
        ...(ledgerSays(id) === 'delivered' && own.some(({ mayBeTaken }) => mayBeTaken)
          ? []
          : [`WEBHOOK-STATE: ${id} is ${ledgerSays(id) ?? 'unknown'} at ${name}`]),
      ];
    }),
    ...[...byId.keys()]
      .filter((id) => !wanted.has(id))
      .map((id) => `WEBHOOK-INVENTED: ${id} arrived at ${name}, which must not get it`),
    ...(deliveries.length === wanted.size
      ? []
      : [`WEBHOOK-LOG: the ledger has ${deliveries.length} deliveries for ${wanted.size} events at ${name}`]),
  ];
}
