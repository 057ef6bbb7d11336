/** The ranges of one type, in the order in which their numbers are handed out. */
import { useState } from 'react';
import type { Authorization, Sequence } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Button } from '../../parts/button.js';
import { Table } from '../../parts/page.js';
import { count } from '../../shared/format.js';
import { ChangeRange } from './change-range.js';
import { Expiry, RangeBadge } from './range-state.js';

interface RangesProps {
  readonly place: Place;
  readonly sequence: Sequence;
  readonly mayChange: boolean;
}

export function Ranges({ place, sequence, mayChange }: RangesProps) {
  const { ecfType, authorizations } = sequence;
  const [changing, setChanging] = useState<Authorization>();
  return (
    <>
      <Table
        label={`${es.master.ranges} ${ecfType}`}
        widthRem={58}
        rows={authorizations}
        keyOf={({ id }) => id}
        columns={[
          [es.master.range, ({ from, to }) => `${from} – ${to.slice(-10)}`, 'encf'],
          [es.master.authorizationNumber, ({ authorizationNumber }) => authorizationNumber],
          [es.master.available, ({ available }) => count(available), 'number'],
          [
            es.master.expires,
            ({ expiresOn, expiresSoon }) => <Expiry day={expiresOn} isSoon={expiresSoon} />,
            'nowrap',
          ],
          [es.vouchers.state, (range) => <RangeBadge range={range} warnings={sequence.advertencias} />],
          mayChange && [
            es.master.actions,
            (range) => (
              <Button small label={`${es.master.change} ${range.id}`} onPress={() => setChanging(range)}>
                {es.master.change}
              </Button>
            ),
          ],
        ]}
      />
      {changing === undefined ? null : (
        <ChangeRange
          place={place}
          ecfType={ecfType}
          range={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}
