/**
 * For whom the voucher is: a customer of earlier vouchers, by name or RNC; a taxpayer of DGII's registry, by RNC; or a consumer without one.
 * Choosing a customer also chooses the usual type: with an RNC a tax credit invoice, without one a consumption invoice.
 */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { isRnc } from '../../../../../ecf/model/rnc.js';
import type { EcfType } from '../../../../../ecf/model/ecf-types.js';
import { taxpayerQuery, vouchersQuery, type Place } from '../../../../api/vouchers.js';
import { es } from '../../../../es.js';
import { TextField } from '../../../../parts/field.js';
import { useIdle } from '../../../../shared/use-idle.js';
import { inOneLine, withoutHyphens } from '../../../../shared/typed-text.js';
import { textAt } from '../put-fields.js';
import { ofOtherType, type Issuer } from '../start-voucher.js';
import type { IssueFormState } from '../use-issue-form.js';
import { withFields } from '../put-fields.js';

interface CustomerProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly form: IssueFormState;
  /** The type stays as it is, because the number is given. */
  readonly fixed: boolean;
}

interface Person {
  readonly rnc: string;
  readonly name: string;
}

type Found = Person & { readonly id: string; readonly from: 'past' | 'registry' | 'typed' };

const texts = es.issue.customer;
const buyer = 'ECF.Encabezado.Comprador';
const taxCredit = 31;
const consumption = 32;

export function Customer({ place, issuer, form, fixed }: CustomerProps) {
  const { draft, tree, type, changeFields } = form;
  const rnc = textAt(tree, `${buyer}.RNCComprador`);
  const name = textAt(tree, `${buyer}.RazonSocialComprador`);
  const [isSearching, setSearching] = useState(false);
  const choose = ({ rnc: chosen, name: called }: Person) => {
    setSearching(false);
    draft.change((now) => {
      const changed = withFields(now.text, type, [
        [`${buyer}.RNCComprador`, chosen === '' ? undefined : chosen],
        [`${buyer}.RazonSocialComprador`, called === '' ? undefined : called],
      ]);
      const usual = typeFor(type, chosen);
      return { text: fixed || usual === type ? changed : ofOtherType(changed, usual, issuer) };
    });
  };
  if (isSearching || (rnc === '' && name === ''))
    return (
      <Search
        place={place}
        type={type}
        onChoose={choose}
        autoFocus={isSearching}
        {...(isSearching ? { onCancel: () => setSearching(false) } : {})}
      />
    );
  return (
    <div className="customer">
      <div className="field">
        <span className="picked-label">{texts.label}</span>
        <div className="picked">
          <span className="monogram" aria-hidden="true">
            {initialsOf(name === '' ? rnc : name)}
          </span>
          <span className="picked-name">
            <strong>{name === '' ? texts.nameless : name}</strong> <span className="faint">{rnc}</span>
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={texts.change}
            onClick={() => setSearching(true)}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <InRegistry place={place} rnc={rnc} />
      </div>
      <div className="form-row">
        {name === '' ? (
          <TextField
            label={texts.name}
            required
            value={name}
            maxLength={150}
            onChange={(text) =>
              changeFields([[`${buyer}.RazonSocialComprador`, text === '' ? undefined : inOneLine(text)]])
            }
          />
        ) : null}
        <TextField
          label={texts.mail}
          type="email"
          value={textAt(tree, `${buyer}.CorreoComprador`)}
          maxLength={80}
          onChange={(text) =>
            changeFields([[`${buyer}.CorreoComprador`, text.trim() === '' ? undefined : text.trim()]])
          }
        />
      </div>
    </div>
  );
}

function typeFor(type: EcfType, rnc: string): EcfType {
  if (rnc !== '' && type === consumption) return taxCredit;
  return rnc === '' && type === taxCredit ? consumption : type;
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[\p{L}\d]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}

function InRegistry({ place, rnc }: { readonly place: Place; readonly rnc: string }) {
  const { data } = useQuery({ ...taxpayerQuery(place.companyId, rnc), enabled: isRnc(rnc) });
  if (data?.taxpayer == null) return null;
  const { estado, razonSocial } = data.taxpayer;
  return <p className="hint">{texts.inRegistry(razonSocial, estado)}</p>;
}

interface SearchProps {
  readonly place: Place;
  readonly type: EcfType;
  readonly onChoose: (person: Person) => void;
  readonly onCancel?: () => void;
  readonly autoFocus: boolean;
}

function Search({ place, type, onChoose, onCancel, autoFocus }: SearchProps) {
  const [text, setText] = useState('');
  const found = useFound(place, type, useIdle(text.trim()), text.trim());
  return (
    <ComboBox
      className="field"
      menuTrigger="input"
      allowsCustomValue
      allowsEmptyCollection
      items={found}
      defaultFilter={() => true}
      inputValue={text}
      onInputChange={setText}
      onChange={(id) => {
        const chosen = found.find((one) => one.id === id);
        if (chosen !== undefined) onChoose(chosen);
      }}
    >
      <Label>{texts.label}</Label>
      <Input
        data-path={`${buyer}.RNCComprador`}
        placeholder={texts.placeholder}
        maxLength={100}
        autoFocus={autoFocus}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && text === '') onCancel?.();
        }}
      />
      <p className="hint">{type === consumption ? texts.optional : texts.hint}</p>
      <Popover className="menu" placement="bottom start">
        <ListBox<Found>
          className="options"
          renderEmptyState={() => <p className="hint option">{texts.none}</p>}
        >
          {({ id, name, rnc, from }) => (
            <ListBoxItem id={id} textValue={`${name} ${rnc}`} className="option">
              <span className="option-name">{name === '' ? rnc : name}</span>
              <span className="faint">{from === 'typed' && rnc === '' ? texts.withoutRnc : rnc}</span>
              <span className="faint option-from">{texts.from[from]}</span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** @param idle the text for which the service is asked, a moment after the last key */
function useFound(place: Place, type: EcfType, idle: string, text: string): readonly Found[] {
  const digits = withoutHyphens(text);
  const isNumber = isRnc(digits);
  const past = useQuery({ ...vouchersQuery(place, { search: idle, limit: 100 }), enabled: idle.length >= 2 });
  const registry = useQuery({ ...taxpayerQuery(place.companyId, digits), enabled: isNumber });
  const known = new Map<string, Found>();
  const add = (person: Found) => {
    const key = person.rnc === '' ? person.name : person.rnc;
    if (!known.has(key)) known.set(key, person);
  };
  const taxpayer = registry.data?.taxpayer;
  if (isNumber && taxpayer != null)
    add({ id: 'registry', rnc: digits, name: taxpayer.razonSocial, from: 'registry' });
  if (idle === text && idle.length >= 2)
    for (const { rncComprador, razonSocialComprador, tipoeCF } of past.data?.items ?? [])
      // What the company bought names its suppliers, who are no customers.
      if (razonSocialComprador !== null && tipoeCF !== 41 && tipoeCF !== 47)
        add({
          id: `past ${rncComprador} ${razonSocialComprador}`,
          rnc: rncComprador,
          name: razonSocialComprador,
          from: 'past',
        });
  const people = [...known.values()].slice(0, shownMax);
  if (isNumber && !known.has(digits)) people.push({ id: 'rnc', rnc: digits, name: '', from: 'typed' });
  if (!isNumber && text !== '' && !/^[\d-]+$/.test(text) && (type === consumption || type === taxCredit))
    people.push({ id: 'name', rnc: '', name: inOneLine(text), from: 'typed' });
  return people;
}

const shownMax = 8;
