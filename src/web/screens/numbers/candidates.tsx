/** Numbers that the company may want to void. A person copies a range into the request and can shorten it there. */
import type { EncfRange } from '../../../ecf/annulment/encf-ranges.js';
import type { AnswerOf } from '../../api/answers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Rows } from '../../parts/loaded.js';
import { Table } from '../../parts/page.js';
import { count } from '../../shared/format.js';
import { annulments as texts } from '../../texts/annulments.js';

type Found = AnswerOf<'listAnnulmentCandidates'>;

interface CandidatesProps {
  readonly candidates: Found;
  readonly taken: readonly EncfRange[];
  /** Absent for a person who may only read. */
  readonly onTake?: (range: EncfRange) => void;
}

export function Candidates({ candidates, taken, onTake }: CandidatesProps) {
  const rows = [
    ...candidates.unused.map((range) => ({ ...range, kind: texts.unused })),
    ...candidates.remaining.map((range) => ({ ...range, kind: texts.remaining })),
  ];
  const isTaken = (desde: string) => taken.some((range) => range.desde === desde);
  return (
    <section className="card" aria-labelledby="candidates">
      <h2 id="candidates">{texts.candidates}</h2>
      <Rows rows={rows} empty={texts.noCandidates}>
        {(ranges) => (
          <Table
            label={texts.candidates}
            rows={ranges}
            keyOf={({ desde }) => desde}
            columns={[
              [es.master.range, ({ desde, hasta }) => `${desde} – ${hasta}`, 'encf'],
              [texts.numbers, ({ count: numbers }) => count(numbers), 'number'],
              [texts.kind, ({ kind }) => kind],
              onTake !== undefined && [
                es.master.actions,
                ({ desde, hasta }) => (
                  <Button
                    small
                    label={`${texts.take}: ${desde}`}
                    disabled={isTaken(desde)}
                    onPress={() => onTake({ desde, hasta })}
                  >
                    {texts.take}
                  </Button>
                ),
              ],
            ]}
          />
        )}
      </Rows>
      {candidates.more ? <p className="soft">{texts.more}</p> : null}
    </section>
  );
}
