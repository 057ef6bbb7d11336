/** The voucher's JSON, and downloads of JSON and signed XML. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Voucher } from '../../api/answers.js';
import { contentQuery, fileAddress, type Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { parseJson, textOf } from '../../shared/exact-json.js';
import { Loaded } from '../../parts/loaded.js';

export function Contents({ place, voucher }: { readonly place: Place; readonly voucher: Voucher }) {
  const { encf, attempt, signedAt } = voucher;
  const [shown, setShown] = useState(false);
  return (
    <section className="card" aria-labelledby="contents">
      <header>
        <h2 id="contents">{es.voucher.contents}</h2>
        <div className="actions">
          <Button small expanded={shown} onPress={() => setShown(!shown)}>
            {es.voucher.showJson}
          </Button>
          <a
            className="button small"
            href={fileAddress('json', place, encf, attempt)}
            download={`${encf}.json`}
          >
            {es.voucher.downloadJson}
          </a>
          {signedAt === null ? null : (
            <a
              className="button small"
              href={fileAddress('xml', place, encf, attempt)}
              download={`${encf}.xml`}
            >
              {es.voucher.downloadXml}
            </a>
          )}
        </div>
      </header>
      {shown ? <Json place={place} encf={encf} attempt={attempt} /> : null}
    </section>
  );
}

function Json({ place, encf, attempt }: Pick<Voucher, 'encf' | 'attempt'> & { readonly place: Place }) {
  const content = useQuery(contentQuery(place, encf, attempt));
  return (
    <Loaded query={content}>
      {(text) => (
        <pre className="code" role="region" aria-label={es.voucher.contents} tabIndex={0}>
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
