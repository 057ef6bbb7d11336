/** The voucher's content to read, its JSON, downloads of JSON and signed XML, and its printed form. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Voucher } from '../../api/answers.js';
import { contentQuery, fileAddress, jsonQuery, printAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Copy } from '../../parts/copy.js';
import { Download } from '../../parts/download.js';
import { Loaded } from '../../parts/loaded.js';
import { FactList } from '../../parts/page.js';
import { VoucherLink } from '../../parts/voucher-cells.js';
import { parseJson, textOf } from '../../shared/exact-json.js';
import { PrintCard, type PaperChoice } from './print-card.js';
import { Readable } from './readable.js';

export function Contents({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const { ecf: encf, attempt, signedAt } = voucher;
  const [shown, setShown] = useState(false);
  const content = useQuery(contentQuery(place, encf, attempt));
  return (
    <section className="card" aria-labelledby="contents">
      <header>
        <h2 id="contents">{es.content.title}</h2>
        <div className="actions">
          <Download href={fileAddress('json', place, encf, attempt)} name={`${encf}.json`}>
            {es.voucher.downloadJson}
          </Download>
          {signedAt === null ? null : (
            <Download href={fileAddress('xml', place, encf, attempt)} name={`${encf}.xml`}>
              {es.voucher.downloadXml}
            </Download>
          )}
        </div>
      </header>
      <Loaded query={content} undated>
        {(data) => <Readable content={data} linkTo={(other) => <VoucherLink place={place} encf={other} />} />}
      </Loaded>
      <div>
        <Button small expanded={shown} onPress={() => setShown(!shown)}>
          {es.voucher.showJson}
        </Button>
      </div>
      {shown ? <Json place={place} encf={encf} attempt={attempt} /> : null}
    </section>
  );
}

interface JsonProps extends Pick<Voucher, 'attempt'> {
  readonly place: Place;
  readonly encf: string;
}

function Json({ place, encf, attempt }: JsonProps) {
  const json = useQuery(jsonQuery(place, encf, attempt));
  return (
    <Loaded query={json} undated>
      {(text) => (
        <pre className="code" role="region" aria-label="JSON" tabIndex={0}>
          {readable(text)}
        </pre>
      )}
    </Loaded>
  );
}

/** Indents the JSON; amounts keep their digits. */
function readable(text: string): string {
  const tree = parseJson(text);
  return tree === undefined ? text : textOf(tree);
}

interface PrintedFormProps {
  readonly place: Place;
  readonly voucher: Voucher;
  readonly paper: PaperChoice;
}

export function PrintedForm({ place, voucher, paper }: PrintedFormProps) {
  const { ecf: encf, attempt, consultaUrl } = voucher;
  return (
    <PrintCard
      hint={es.printedForm.asNow}
      paper={paper}
      addressOf={(chosen) => printAddress(place, encf, attempt, chosen)}
      name={encf}
    >
      {consultaUrl === undefined ? null : (
        <FactList facts={[[es.printedForm.link, <BuyerLink address={consultaUrl} />]]} />
      )}
    </PrintCard>
  );
}

function BuyerLink({ address }: { readonly address: string }) {
  return (
    <>
      <a className="wrap" href={address} target="_blank" rel="noreferrer">
        {address}
      </a>{' '}
      <Copy text={address} label={es.printedForm.copyLink} />
    </>
  );
}
