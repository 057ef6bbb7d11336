/** The toolbar above the form: the type, the source of the number, and buttons that start over from an example or from an empty voucher. */
import { useId } from 'react';
import { ecfTypeList, ecfTypes, parseEcfType, type EcfType } from '../../../../ecf/model/ecf-types.js';
import type { NumberSource } from '../../../api/vouchers.js';
import { Button } from '../../../parts/button.js';
import { Field } from '../../../parts/form/field.js';
import { useChoice } from '../../../shared/use-choice.js';
import { issueTexts } from '../../../texts/issue.js';
import { certification as certificationTexts } from '../../../texts/certification.js';

interface ToolbarProps {
  readonly type: EcfType;
  readonly onType: (type: EcfType) => void;
  readonly number: NumberSource;
  readonly onNumber: (number: NumberSource) => void;
  readonly next: string | null;
  /** True for a new attempt, whose type and number cannot change. */
  readonly fixed: boolean;
  /** Elsewhere every number comes from the voucher master. */
  readonly inCertification: boolean;
  readonly onExample: () => void;
  readonly onEmpty: () => void;
}

export function Toolbar(props: ToolbarProps) {
  const { type, onType, number, onNumber, next, fixed, inCertification, onExample, onEmpty } = props;
  const name = useId();
  const chosenType = useChoice(String(type), (text) => onType(parseEcfType(text) ?? type));
  const choice = (source: NumberSource, text: string) => (
    <label className="check">
      <input
        type="radio"
        name={name}
        checked={number === source}
        disabled={fixed}
        onChange={() => onNumber(source)}
      />
      <span>{text}</span>
    </label>
  );
  return (
    <div className="card toolbar">
      <Field label={certificationTexts.type}>
        {(control) => (
          <select {...control} {...chosenType} disabled={fixed}>
            {ecfTypeList.map((one) => (
              <option key={one} value={one}>
                {one} · {ecfTypes[one].nombre}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset className="choices">
        <legend>{certificationTexts.number}</legend>
        {choice(
          'next',
          next === null ? certificationTexts.numberNext : `${certificationTexts.numberNext}: ${next}`,
        )}
        {inCertification || fixed
          ? choice('given', inCertification ? certificationTexts.numberGiven : issueTexts.sameNumber)
          : null}
        {number === 'next' && next === null ? (
          <p className="error-text">{certificationTexts.noRange}</p>
        ) : null}
      </fieldset>
      <div className="actions">
        <Button onPress={onExample}>{certificationTexts.example}</Button>
        <Button kind="quiet" onPress={onEmpty}>
          {certificationTexts.empty}
        </Button>
      </div>
    </div>
  );
}
