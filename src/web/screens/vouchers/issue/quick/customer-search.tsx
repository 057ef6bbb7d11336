/** The field that finds a customer: earlier ones by name or RNC, other taxpayers by their whole RNC. */
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
import { issueTexts } from '../../../../texts/issue.js';
import { useIdle } from '../../../../shared/use-idle.js';
import { inOneLine, withoutHyphens } from '../../../../shared/typed/typed-text.js';
import { buyer, consumption, taxCredit, type Person } from './person.js';

type Found = Person & { readonly id: string; readonly from: 'past' | 'registry' | 'typed' };

interface Search {
  readonly found: readonly Found[];
  readonly isSearching: boolean;
}

const texts = issueTexts.customer;

interface SearchProps {
  readonly place: Place;
  readonly type: EcfType;
  readonly onChoose: (person: Person) => void;
  readonly onCancel?: () => void;
  readonly autoFocus: boolean;
}

export function CustomerSearch({ place, type, onChoose, onCancel, autoFocus }: SearchProps) {
  const [text, setText] = useState('');
  const { found, isSearching } = useFound(place, type, useIdle(text.trim()), text.trim());
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
          renderEmptyState={() => <p className="hint option">{isSearching ? texts.searching : texts.none}</p>}
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
function useFound(place: Place, type: EcfType, idle: string, text: string): Search {
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
  const isAnswered = idle === text && !past.isPending && !past.isPlaceholderData;
  const isSearching = text.length >= 2 && !isAnswered && !past.isError;
  // Alone in the list, the typed name would make a consumer of a customer whom the search is about to find.
  if (
    !isSearching &&
    !isNumber &&
    text !== '' &&
    !/^[\d-]+$/.test(text) &&
    (type === consumption || type === taxCredit)
  )
    people.push({ id: 'name', rnc: '', name: inOneLine(text), from: 'typed' });
  return { found: people, isSearching };
}

const shownMax = 8;
