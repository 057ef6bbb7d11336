/** The parts of long lists, for the page of all parts. */
import { useState } from 'react';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Chip, ChipButton, ChoiceChip } from '../../parts/list/chips.js';
import { Drawer } from '../../parts/drawer.js';
import { ListTable } from '../../parts/list/list-table.js';
import { Money } from '../../parts/money.js';
import { SelectionBar } from '../../parts/list/selection-bar.js';
import { useSelection } from '../../parts/list/use-selection.js';
import { Encf } from '../../parts/voucher/cells.js';
import { list } from '../../texts/list.js';
import { system as texts } from '../../texts/system.js';

const rows = [
  { name: 'Hoteles del Este SA', encf: 'E310000002318', total: '23,431.41' },
  { name: 'Farmacia Santa Prueba SRL', encf: 'E310000002317', total: '8,673.00' },
] as const;
type Row = (typeof rows)[number];

const keyOf = ({ encf }: Row): string => encf;
const nothing = () => undefined;

export function SystemLists() {
  const [state, setState] = useState('accepted');
  const [isOpen, setIsOpen] = useState(false);
  const selection = useSelection<Row>('sample', rows, keyOf);
  return (
    <section className="card sample" aria-labelledby="system-lists">
      <h2 id="system-lists">{texts.lists}</h2>
      <div className="chips">
        <Chip label={es.vouchers.issued} text="01/11/2026 – 27/11/2026" onRemove={nothing} />
        <ChoiceChip label={es.vouchers.state} value={state} options={es.states} onChange={setState} />
        <ChoiceChip label={es.vouchers.waiting} value="" options={es.waiting} onChange={nothing} />
        <ChipButton expanded={isOpen} onPress={() => setIsOpen(!isOpen)}>
          {list.days}
        </ChipButton>
      </div>
      <Rows selection={selection} label={texts.lists} />
      <div style={{ width: '22rem', maxWidth: '100%' }}>
        <Rows selection={selection} label={texts.rows} />
      </div>
      <SelectionBar
        chosen={Math.max(1, selection.rows.length)}
        fact="RD$ 23,431.41"
        onClear={selection.clear}
      >
        <Button small>{list.vouchers.zip}</Button>
      </SelectionBar>
      <Drawer
        label={texts.drawer}
        at={0}
        of={2}
        isStill
        onMove={nothing}
        onClose={nothing}
        open={<Button small>{list.open}</Button>}
      >
        <h3>{rows[0].name}</h3>
        <Money className="figure" text="23431.41" />
      </Drawer>
    </section>
  );
}

interface RowsProps {
  readonly label: string;
  readonly selection: ReturnType<typeof useSelection<Row>>;
}

function Rows({ label, selection }: RowsProps) {
  return (
    <ListTable
      label={label}
      rows={rows}
      keyOf={keyOf}
      nameOf={({ name, encf }) => `${name}, ${encf}`}
      lead="lead-name"
      selection={selection}
      dayOf={() => '27/11/2026'}
      columns={[
        {
          head: texts.customer,
          cell: ({ name }) => <a href="#system-lists">{name}</a>,
          className: 'lead-name',
        },
        { head: es.vouchers.encf, cell: ({ encf }) => <Encf text={encf} />, className: 'encf' },
        {
          head: es.vouchers.state,
          cell: () => <Badge tone="good">{es.states.accepted}</Badge>,
          className: 'state',
        },
        { head: list.vouchers.total, cell: ({ total }) => total, className: 'total number' },
      ]}
    />
  );
}
