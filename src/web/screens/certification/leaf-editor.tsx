/** One field of the catalogue: a list of options for a code, a text field for everything else. A typed text is kept as typed. */
import type { LeafMember, Member } from '../../../ecf/json/shape.js';
import type { Fault } from '../../../ecf/model/fault.js';
import type { FieldType } from '../../../ecf/catalogue/field-types.js';
import { es } from '../../es.js';
import { Field } from '../../parts/field.js';
import { numberOrText, typedText, type Json } from '../../shared/exact-json.js';

interface LeafProps {
  readonly member: Member;
  readonly value: Json | undefined;
  readonly faults: readonly Fault[] | undefined;
  readonly path: string;
  readonly onChange: (value: Json | undefined) => void;
}

/** A field that allows more characters than this gets several rows. */
const longText = 120;

export function LeafEditor({ member, value, faults, path, onChange }: LeafProps) {
  const { type } = member as LeafMember;
  const put = (text: string) => onChange(text === '' ? undefined : jsonOf(type, text));
  const shared = { 'data-path': path, value: typedText(value), required: member.required };
  return (
    <Field
      label={member.label}
      required={member.required}
      hint={<Hint member={member} />}
      error={faults?.map(({ mensaje }) => mensaje).join(' ')}
    >
      {(control) =>
        type.kind === 'code' ? (
          <select {...control} {...shared} onChange={(event) => put(event.target.value)}>
            <option value="">{es.certification.choose}</option>
            {[...type.table.codes].map(([code, meaning]) => (
              <option key={code} value={code}>
                {code} · {meaning}
              </option>
            ))}
          </select>
        ) : type.kind === 'text' && type.maxLength > longText ? (
          <textarea {...control} {...shared} rows={2} onChange={(event) => put(event.target.value)} />
        ) : (
          <input
            {...control}
            {...shared}
            className={isNumber(type) ? 'number' : undefined}
            inputMode={isNumber(type) ? 'decimal' : undefined}
            placeholder={type.kind === 'date' ? 'dd-mm-aaaa' : undefined}
            spellCheck={false}
            onChange={(event) => put(event.target.value)}
          />
        )
      }
    </Field>
  );
}

function Hint({ member }: { readonly member: Member }) {
  return (
    <>
      <code className="small">{member.jsonName}</code>
      {member.when === undefined ? null : (
        <span className="small">
          {' '}
          {es.certification.conditionally} {member.when}.
        </span>
      )}
    </>
  );
}

function isNumber({ kind }: FieldType): boolean {
  return kind === 'decimal' || kind === 'integer';
}

function jsonOf(type: FieldType, text: string): Json {
  if (isNumber(type) || (type.kind === 'code' && type.json === 'number')) return numberOrText(text);
  return text;
}
