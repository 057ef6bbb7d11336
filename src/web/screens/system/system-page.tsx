/** Every part of the screens on one page. No link leads here: it is for those who build the application, and for its tests. */
import { useState } from 'react';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { Check, DateField, SelectField, TextArea, TextField } from '../../parts/form/field.js';
import { Icon, iconNames } from '../../parts/icon.js';
import { Notice, type Tone } from '../../parts/notice.js';
import { FactList, Page, Table } from '../../parts/page.js';
import { Segments } from '../../parts/segments.js';
import { system as texts } from '../../texts/system.js';
import { SystemDialog } from './system-dialog.js';
import { SystemLists } from './system-lists.js';

const tones = ['good', 'warn', 'bad', 'info', 'wait', 'plain'] as const satisfies readonly Tone[];
const rows = [
  { name: 'Hoteles del Este SA', encf: 'E310000002318', tone: 'good', total: '23,431.41' },
  { name: 'Farmacia Santa Prueba SRL', encf: 'E310000002317', tone: 'bad', total: '8,673.00' },
] as const;

export function Screen() {
  const [text, setText] = useState('');
  const [day, setDay] = useState('');
  const [paper, setPaper] = useState<keyof typeof es.printedForm.papers>('letter');
  const [checked, setChecked] = useState(true);
  return (
    <Page title={texts.title} intro={texts.intro} actions={<SystemDialog />}>
      <section className="card" aria-labelledby="system-type">
        <h2 id="system-type">{texts.type}</h2>
        <p className="figure">
          <span className="currency">RD$</span> 5,669,721<span className="cents">.99</span>
        </p>
        <h3>{texts.sample}</h3>
        <p>
          {texts.sample} <span className="soft">{texts.sample}</span>{' '}
          <span className="faint">{texts.sample}</span> <code>E310000002318</code>
        </p>
      </section>
      <div className="columns">
        <section className="card" aria-labelledby="system-states">
          <h2 id="system-states">{texts.states}</h2>
          <div className="actions">
            {tones.map((tone) => (
              <Badge key={tone} tone={tone}>
                {tone}
              </Badge>
            ))}
            <span className="code-tag">31</span>
            <span className="count">7</span>
          </div>
          <h2>{texts.buttons}</h2>
          <div className="actions">
            <Button kind="primary">{es.actions.save}</Button>
            <Button>{es.actions.cancel}</Button>
            <Button kind="danger">{es.actions.clear}</Button>
            <Button kind="quiet">{es.actions.more}</Button>
            <Button small>{es.actions.copy}</Button>
            <Button disabled>{es.actions.next}</Button>
          </div>
          <Segments
            label={texts.choose}
            value={paper}
            onChange={setPaper}
            options={Object.entries(es.printedForm.papers).map(
              ([value, name]) => [value as typeof paper, name] as const,
            )}
          />
          <div className="bar" aria-hidden="true">
            <span style={{ width: '60%' }} />
          </div>
          <div className="bar warn" aria-hidden="true">
            <span style={{ width: '30%' }} />
          </div>
          <div className="bar bad" aria-hidden="true">
            <span style={{ width: '10%' }} />
          </div>
        </section>
        <section className="card" aria-labelledby="system-fields">
          <h2 id="system-fields">{texts.fields}</h2>
          <TextField label={texts.customer} value={text} onChange={setText} placeholder={texts.sample} />
          <TextField label={es.companies.rnc} value="999000163" onChange={setText} error={texts.invalid} />
          <DateField label={es.master.expires} value={day} onChange={setDay} hint={texts.sample} />
          <SelectField
            label={texts.choose}
            value={paper}
            onChange={setPaper}
            options={es.printedForm.papers}
          />
          <TextArea label={texts.sample} value={text} onChange={setText} rows={2} />
          <Check label={texts.sample} checked={checked} onChange={setChecked} />
        </section>
      </div>
      <section className="card" aria-labelledby="system-notices">
        <h2 id="system-notices">{texts.notices}</h2>
        {tones.map((tone) => (
          <Notice key={tone} tone={tone} title={texts.accepted}>
            <p>
              {texts.sample} <span className="soft">{texts.sample}</span>
            </p>
          </Notice>
        ))}
      </section>
      <section className="card" aria-labelledby="system-rows">
        <h2 id="system-rows">{texts.rows}</h2>
        <FactList
          facts={[
            [texts.customer, 'Hoteles del Este SA'],
            [es.vouchers.total, 'RD$ 23,431.41'],
          ]}
        />
        <Table
          label={texts.rows}
          rows={rows}
          keyOf={({ encf }) => encf}
          widthRem={30}
          columns={[
            [texts.customer, ({ name }) => <a href="#system-rows">{name}</a>],
            [es.vouchers.encf, ({ encf }) => encf, 'encf'],
            [es.vouchers.state, ({ tone }) => <Badge tone={tone}>{tone}</Badge>],
            [es.vouchers.total, ({ total }) => total, 'number'],
          ]}
        />
        <p className="card empty">{texts.noRows}</p>
      </section>
      <SystemLists />
      <section className="card" aria-labelledby="system-icons">
        <h2 id="system-icons">{texts.icons}</h2>
        <div className="actions">
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </section>
    </Page>
  );
}
