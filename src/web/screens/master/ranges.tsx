/** The ranges of one type, in the order in which their numbers are handed out. */
import { useState } from 'react';
import { formatEncf } from '../../../ecf/model/encf.js';
import type { Authorization, Sequence } from '../../api/answers.js';
import type { Place } from '../../api/vouchers.js';
import { es } from '../../es.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { count } from '../../shared/format.js';
import { Cell, Row, RowHead, Table } from '../../parts/page.js';
import { ChangeRange } from './change-range.js';
import { Expiry, toneOf } from './range-state.js';

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
        heads={[
          es.master.range,
          es.master.authorizationNumber,
          { number: es.master.available },
          es.master.expires,
          es.master.state,
          mayChange && es.master.actions,
        ]}
      >
        {authorizations.map((range) => (
          <Row key={range.id}>
            <RowHead className="encf">
              {formatEncf(ecfType, range.from)} – {String(range.to).padStart(10, '0')}
            </RowHead>
            <Cell>{range.authorizationNumber}</Cell>
            <Cell className="number">{count(range.available)}</Cell>
            <Cell className="nowrap">
              <Expiry day={range.expiresOn} />
            </Cell>
            <Cell>
              <Badge tone={range.closed ? 'plain' : toneOf[range.state]}>
                {range.closed ? es.master.closed : range.state}
              </Badge>
            </Cell>
            {mayChange ? (
              <Cell>
                <Button small label={`${es.master.change} ${range.id}`} onPress={() => setChanging(range)}>
                  {es.master.change}
                </Button>
              </Cell>
            ) : null}
          </Row>
        ))}
      </Table>
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
