/** The content of a voucher, our own or a received one: who, to whom, what, and how much. The service writes all the texts. */
import type { ReactNode } from 'react';
import type { Content, ContentSection } from '../../api/answers.js';
import { es } from '../../es.js';
import { FactList, Table, type Fact, type Column } from '../page.js';
import { count } from '../../shared/format.js';

interface ReadableProps {
  readonly content: Content;
  /** Turns the e-NCF of a voucher that has a page into a link. */
  readonly linkTo: (encf: string) => ReactNode;
}

type SectionName = ContentSection['name'];

const texts = es.content;
const parties: readonly SectionName[] = ['Emisor', 'Comprador'];
const aboveLines: readonly SectionName[] = ['IdDoc', 'InformacionReferencia'];
const sums: readonly SectionName[] = ['Totales', 'OtraMoneda'];

export function Readable({ content, linkTo }: ReadableProps) {
  const { sections, reference } = content;
  const named = (names: readonly SectionName[]) => sections.filter(({ name }) => names.includes(name));
  const others = sections.filter(({ name }) => ![...parties, ...aboveLines, ...sums].includes(name));
  const link = reference === null ? undefined : linkTo(reference);
  return (
    <div className="readable">
      <div className="columns">
        {named(parties).map((section) => (
          <Section key={section.name} section={section} />
        ))}
        {sections.some(({ name }) => name === 'Comprador') ? null : <p>{texts.noBuyer}</p>}
      </div>
      {named(aboveLines).map((section) => (
        <Section key={section.name} section={section} reference={link} />
      ))}
      <Lines content={content} />
      <div className="columns">
        {named(sums).map((section) => (
          <Totals key={section.name} section={section} />
        ))}
      </div>
      {others.map((section) => (
        <Section key={section.name} section={section} />
      ))}
    </div>
  );
}

interface SectionProps {
  readonly section: ContentSection;
  readonly reference?: ReactNode;
}

function Section({ section: { label, rows }, reference }: SectionProps) {
  const facts = rows.map(({ field, label: name, text }): Fact => {
    return [name, field === 'NCFModificado' ? (reference ?? text) : text];
  });
  return (
    <div>
      <h3>{label}</h3>
      <FactList facts={facts} />
    </div>
  );
}

function Totals({ section: { name, label, rows } }: SectionProps) {
  return (
    <div>
      <h3>{name === 'Totales' ? `${label} (${texts.currency})` : label}</h3>
      <dl className="totals">
        {rows.map(({ field, label: of, text }, index) => (
          <div key={`${field}${index}`} className={field.startsWith('MontoTotal') ? 'total' : undefined}>
            <dt>{of}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const columns: readonly Column<Content['lines']['shown'][number]>[] = [
  [texts.number, ({ number }) => number],
  [
    texts.name,
    ({ name, others }) => (
      <>
        {name}
        {others.map(({ field, label, text }, at) => (
          <div key={`${field}${at}`} className="soft small">
            {label}: {text}
          </div>
        ))}
      </>
    ),
    'wrap',
  ],
  [
    texts.quantity,
    ({ quantity, unit }) => (
      <>
        {quantity}
        {unit === null ? null : <div className="soft small">{unit}</div>}
      </>
    ),
    'number',
  ],
  [texts.unitPrice, ({ unitPrice }) => unitPrice, 'number'],
  [texts.billing, ({ billing }) => billing],
  [texts.amount, ({ amount }) => amount, 'number'],
];

function Lines({ content: { lines } }: Pick<ReadableProps, 'content'>) {
  const { total, shown } = lines;
  const title = texts.lines(count(total));
  return (
    <div>
      <h3>{title}</h3>
      <Table
        label={title}
        rows={shown}
        keyOf={({ number }, index) => `${number}-${index}`}
        nameAt={-1}
        columns={columns}
      />
      {shown.length === total ? null : (
        <p className="soft">{texts.firstLines(count(shown.length), count(total))}</p>
      )}
    </div>
  );
}
