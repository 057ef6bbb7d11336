/** The form of one group of the catalogue. Every field comes from the catalogue; this file names no field. */
import { memo, useContext, useId, useState } from 'react';
import {
  inFormatOrder,
  repeats,
  type GroupMember,
  type Member,
  type Shape,
} from '../../../../../ecf/json/shape.js';
import { isRejection } from '../../../../../ecf/model/fault.js';
import { Button } from '../../../../parts/button.js';
import { Warning } from '../../../../parts/form/field.js';
import { isList, objectOf, type Json, type JsonObject } from '../../../../shared/exact-json.js';
import { LeafEditor, RemoveButton } from './leaf-editor.js';
import { hasContent, ListEditor, SetAside, type GroupProps } from './list-editor.js';
import { certification as certificationTexts } from '../../../../texts/certification.js';

type ChangeMember = (current: Json | undefined) => Json | undefined;
type Put = (member: Member, change: ChangeMember) => void;

export const GroupEditor = memo(function GroupEditor(props: GroupProps) {
  const { shape, value, path, faults, label, hidden, onChange } = props;
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const setAside = useContext(SetAside);
  const offered = shape.members.filter(
    (member) => member.type?.kind !== 'signingTime' && !hidden.has(`${path}.${member.name}`),
  );
  const faultsOf = (member: Member) => faults.get(`${path}.${nameIn(value, member) ?? member.jsonName}`);
  // Other fields decide whether the voucher must have this one, so the form offers it, and hides it again if it is no longer needed.
  const isNeeded = (member: Member) => member.required || faultsOf(member) !== undefined;
  const isShown = (member: Member) =>
    isNeeded(member) || nameIn(value, member) !== undefined || added.has(member.name);
  const shown = offered.filter(isShown);
  const leaves = shown.filter((member) => member.type !== undefined && !repeats(member));
  const others = shown.filter((member) => member.type === undefined || repeats(member));
  const put: Put = (member, change) => onChange((now) => withMember(shape, now, { member, change }));
  const keepShown = ({ name }: Member) => setAdded((before) => new Set([...before, name]));
  const remove = (member: Member) => {
    if (hasContent(value[nameIn(value, member) ?? member.jsonName])) setAside();
    setAdded((before) => new Set([...before].filter((name) => name !== member.name)));
    put(member, () => undefined);
  };
  return (
    <>
      {leaves.length === 0 ? null : (
        <div className="form-row fields">
          {leaves.map((member) => {
            const name = nameIn(value, member) ?? member.jsonName;
            return (
              <LeafEditor
                key={member.name}
                member={member}
                value={value[name]}
                faults={faultsOf(member)}
                path={`${path}.${name}`}
                onChange={(next) => {
                  // A person who empties a field is about to type into it.
                  if (next === undefined) keepShown(member);
                  put(member, () => next);
                }}
                {...(isNeeded(member) || value[name] !== undefined ? {} : { onRemove: () => remove(member) })}
              />
            );
          })}
        </div>
      )}
      {others.map((member) => (
        <Nested key={member.name} {...props} member={member} put={put} onRemove={() => remove(member)} />
      ))}
      <AddMember
        label={label}
        members={offered.filter((member) => !isShown(member))}
        onAdd={(member) => {
          keepShown(member);
          if (member.shape !== undefined) put(member, () => (repeats(member) ? [{}] : {}));
          else if (repeats(member)) put(member, () => ['']);
        }}
      />
    </>
  );
});

interface NestedProps extends GroupProps {
  readonly member: Member;
  readonly put: Put;
  readonly onRemove: () => void;
}

function Nested({ member, value, path, faults, hidden, put, onRemove }: NestedProps) {
  const name = nameIn(value, member) ?? member.jsonName;
  const current = value[name];
  const here = `${path}.${name}`;
  const labelId = useId();
  return (
    // Without this name, a screen reader reads the button of the legend as a part of the group's name.
    <fieldset className="group" data-path={here} tabIndex={-1} aria-labelledby={labelId}>
      <legend>
        <span id={labelId}>{member.label}</span>
        {member.required ? null : <RemoveButton label={member.label} onPress={onRemove} />}
      </legend>
      {(faults.get(here) ?? []).map((fault) => {
        const key = fault.code + fault.mensaje;
        return isRejection(fault) ? (
          <p key={key} className="error-text">
            {fault.mensaje}
          </p>
        ) : (
          <Warning key={key}>{fault.mensaje}</Warning>
        );
      })}
      {repeats(member) ? (
        <ListEditor
          member={member}
          value={itemsOf(current)}
          path={here}
          faults={faults}
          hidden={hidden}
          Group={GroupEditor}
          onChange={(change) => put(member, (now) => change(itemsOf(now)))}
        />
      ) : (
        <GroupEditor
          shape={(member as GroupMember).shape}
          value={objectOf(current)}
          path={here}
          faults={faults}
          label={member.label}
          hidden={hidden}
          onChange={(change) => put(member, (now) => change(objectOf(now)))}
        />
      )}
    </fieldset>
  );
}

interface AddProps {
  readonly label: string;
  readonly members: readonly Member[];
  readonly onAdd: (member: Member) => void;
}

function AddMember({ label, members, onAdd }: AddProps) {
  const [chosen, setChosen] = useState('');
  if (members.length === 0) return null;
  const member = members.find(({ name }) => name === chosen);
  return (
    <div className="add">
      <select
        className="control"
        aria-label={certificationTexts.addTo(label)}
        value={member?.name ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        <option value="">{certificationTexts.addField}</option>
        {members.map(({ name, label: text, when }) => (
          <option key={name} value={name}>
            {text} ({name}){when === undefined ? '' : ` · ${certificationTexts.conditionally} ${when}`}
          </option>
        ))}
      </select>
      <Button
        small
        label={certificationTexts.addChosenTo(label)}
        onPress={() => {
          if (member !== undefined) onAdd(member);
        }}
      >
        {certificationTexts.addChosen}
      </Button>
    </div>
  );
}

/** The name under which this voucher has the member: the contract's spelling or the official one. */
function nameIn(value: JsonObject, { name, jsonName }: Member): string | undefined {
  if (value[jsonName] !== undefined) return jsonName;
  return value[name] === undefined ? undefined : name;
}

function itemsOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

interface Change {
  readonly member: Member;
  readonly change: ChangeMember;
}

/** Puts a new member at its place in the catalogue's order, so that the JSON lists members in the order of DGII's format. */
function withMember(shape: Shape, value: JsonObject, { member, change }: Change): JsonObject {
  const name = nameIn(value, member) ?? member.jsonName;
  const { [name]: before, ...rest } = value;
  const next = change(before);
  if (next === undefined) return rest;
  if (before !== undefined) return { ...value, [name]: next };
  return Object.fromEntries(inFormatOrder<Json>({ ...rest, [name]: next }, shape));
}
