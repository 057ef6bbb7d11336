/**
 * One field of the catalogue: a list of options for a code, a text field for everything else. The voucher gets what the text means: it
 * loses the blanks around it, a number its commas, an RNC its hyphens, and a day gets its form.
 */
import { useState } from 'react';
import { rnc, type FieldType } from '../../../../../ecf/catalogue/field-types.js';
import type { LeafMember, Member } from '../../../../../ecf/json/shape.js';
import { parseEncf } from '../../../../../ecf/model/encf.js';
import { isRejection, type Fault } from '../../../../../ecf/model/fault.js';
import { Button } from '../../../../parts/button.js';
import { Field } from '../../../../parts/form/field.js';
import { numberOrText, typedText, type Json } from '../../../../shared/exact-json.js';
import { typedNumber, withDecimalPoint } from '../../../../shared/typed/typed-amount.js';
import { inOneLine, typedDay, withoutHyphens } from '../../../../shared/typed/typed-text.js';
import { certification as certificationTexts } from '../../../../texts/certification.js';

interface LeafProps {
  readonly member: Member;
  readonly value: Json | undefined;
  readonly faults: readonly Fault[] | undefined;
  readonly path: string;
  readonly onChange: (value: Json | undefined) => void;
  readonly onRemove?: () => void;
}

/** A field that allows more characters than this gets several rows. */
const longText = 120;
/** A text that allows more characters may have several lines. Names and addresses have one. */
const oneLineMax = 150;

export function LeafEditor({ member, value, faults = [], path, onChange, onRemove }: LeafProps) {
  const { type } = member as LeafMember;
  const isNumeric = isNumber(type);
  const kept = typedText(value);
  const put = (text: string) => onChange(text === '' ? undefined : jsonOf(type, text));
  const { shown, isTyping, typing } = useTyping(kept, put, (text) => meaningOf(type, text));
  const rejections = faults.filter(isRejection);
  const shared = { 'data-path': path, required: member.required };
  return (
    <Field
      label={member.label}
      required={member.required}
      hint={<Hint member={member} />}
      error={isNumeric ? numberError(shown, isTyping, rejections) : textOf(rejections)}
      warning={textOf(faults.filter((fault) => !isRejection(fault)))}
    >
      {(control) => (
        <>
          {type.kind === 'code' ? (
            <select {...control} {...shared} value={kept} onChange={(event) => put(event.target.value)}>
              <option value="">{certificationTexts.choose}</option>
              {[...type.table.codes].map(([code, meaning]) => (
                <option key={code} value={code}>
                  {code} · {meaning}
                </option>
              ))}
            </select>
          ) : type.kind === 'text' && type.maxLength > longText ? (
            <textarea {...control} {...shared} {...typing} rows={2} />
          ) : (
            <input
              {...control}
              {...shared}
              {...typing}
              className={isNumeric ? 'number' : undefined}
              inputMode={isNumeric ? 'decimal' : undefined}
              placeholder={type.kind === 'date' ? 'dd-mm-aaaa' : undefined}
              spellCheck={false}
            />
          )}
          {onRemove === undefined ? null : <RemoveButton label={member.label} onPress={onRemove} />}
        </>
      )}
    </Field>
  );
}

interface Target {
  readonly target: { readonly value: string };
}

/**
 * While a person types, the field shows the text as typed, and the voucher gets what it means. The form follows the voucher a moment later,
 * so without the typed text it would lose keys. When the person leaves the field, it shows what the voucher has.
 */
function useTyping(kept: string, put: (text: string) => void, meaningOf: (text: string) => string) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? kept;
  return {
    shown,
    isTyping: typed !== undefined,
    typing: {
      value: shown,
      onChange: ({ target }: Target) => {
        setTyped(target.value);
        put(meaningOf(target.value));
      },
      onBlur: () => {
        setTyped(undefined);
        // The text of a pasted or opened JSON.
        if (typed === undefined && meaningOf(kept) !== kept) put(meaningOf(kept));
      },
    },
  };
}

/** Never changes a text that can mean something else. */
function meaningOf(type: FieldType, typed: string): string {
  const text = typed.trim();
  switch (type.kind) {
    case 'decimal':
    case 'integer':
      return typedNumber(text);
    case 'date':
      return typedDay(text);
    case 'encf':
      return parseEncf(text.replace(/\s/g, '').toUpperCase())?.text ?? text;
    case 'text':
      if (type === rnc) return withoutHyphens(text);
      return type.maxLength > oneLineMax ? text : inOneLine(text);
    default:
      return text;
  }
}

/** A text with a comma may be a half-typed number, so its error waits until the person leaves the field. */
function numberError(shown: string, isTyping: boolean, faults: readonly Fault[]): string | undefined {
  if (faults.length === 0) return undefined;
  if (!shown.includes(',')) return textOf(faults);
  if (isTyping) return undefined;
  const meant = withDecimalPoint(shown);
  return meant === undefined ? certificationTexts.commas : certificationTexts.decimalPoint(meant);
}

function textOf(faults: readonly Fault[]): string | undefined {
  return faults.length === 0 ? undefined : faults.map(({ mensaje }) => mensaje).join(' ');
}

function Hint({ member }: { readonly member: Member }) {
  return (
    <>
      <code className="small">{member.jsonName}</code>
      {member.when === undefined ? null : (
        <span className="small">
          {' '}
          {certificationTexts.conditionally} {member.when}.
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

interface RemoveProps {
  readonly label: string;
  readonly onPress: () => void;
}

export function RemoveButton({ label, onPress }: RemoveProps) {
  return (
    <Button small kind="quiet" label={`${certificationTexts.removeLine}: ${label}`} onPress={onPress}>
      {certificationTexts.removeLine}
    </Button>
  );
}
