/** All fields of the voucher as the service answers them, its JSON, and the files of both. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Voucher } from '../../../api/answers.js';
import { contentQuery, fileAddress, jsonQuery, type Place } from '../../../api/vouchers.js';
import { es } from '../../../es.js';
import { Button } from '../../../parts/button.js';
import { Download } from '../../../parts/download.js';
import { Loaded } from '../../../parts/loaded.js';
import { VoucherLink } from '../../../parts/voucher/cells.js';
import { parseJson, textOf } from '../../../shared/exact-json.js';
import { Readable } from '../../../parts/voucher/readable.js';

export function Contents({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const { ecf: encf, attempt, signedAt } = voucher;
  const [shown, setShown] = useState(false);
  const content = useQuery(contentQuery(place, encf, attempt));
  return (
    <section aria-labelledby="contents">
      <h3 id="contents">{es.voucher.allFields}</h3>
      <div className="actions">
        {signedAt === null ? null : (
          <Download href={fileAddress('xml', place, encf, attempt)} name={`${encf}.xml`}>
            {es.voucher.downloadXml}
          </Download>
        )}
        <Download href={fileAddress('json', place, encf, attempt)} name={`${encf}.json`}>
          {es.voucher.downloadJson}
        </Download>
        <Button small expanded={shown} onPress={() => setShown(!shown)}>
          {es.voucher.showJson}
        </Button>
      </div>
      {shown ? <Json place={place} encf={encf} attempt={attempt} /> : null}
      <Loaded query={content} undated>
        {(data) => <Readable content={data} linkTo={(other) => <VoucherLink place={place} encf={other} />} />}
      </Loaded>
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
