/**
 * For whom the voucher is: a customer of earlier vouchers, by name or RNC; a taxpayer of DGII's registry, by RNC; or a consumer without one.
 * Choosing a customer also chooses the usual type: with an RNC a tax credit invoice, without one a consumption invoice.
 */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isRnc } from '../../../../../ecf/model/rnc.js';
import type { EcfType } from '../../../../../ecf/model/ecf-types.js';
import { taxpayerQuery, type Place } from '../../../../api/vouchers.js';
import { issueTexts } from '../../../../texts/issue.js';
import { TextField } from '../../../../parts/form/field.js';
import { inOneLine } from '../../../../shared/typed/typed-text.js';
import { initialsOf } from '../../../../shared/format.js';
import { textAt, withFields } from '../put-fields.js';
import { ofOtherType, type Issuer } from '../start-voucher.js';
import type { IssueFormState } from '../use-issue-form.js';
import { buyer, consumption, taxCredit, type Person } from './person.js';

interface CustomerProps {
  readonly place: Place;
  readonly issuer: Issuer;
  readonly form: IssueFormState;
  /** The type stays as it is, because the number is given. */
  readonly fixed: boolean;
}

const texts = issueTexts.customer;

/** The list of suggestions is most of this part, and arrives while the form is drawn. */
const CustomerSearch = lazy(async () => ({ default: (await import('./customer-search.js')).CustomerSearch }));

export function Customer({ place, issuer, form, fixed }: CustomerProps) {
  const { draft, tree, type, changeFields } = form;
  const rnc = textAt(tree, `${buyer}.RNCComprador`);
  const name = textAt(tree, `${buyer}.RazonSocialComprador`);
  /** Whom the person is replacing by another. Meanwhile the voucher has no customer, so nobody issues it to the one whom they have removed. */
  const [replaced, setReplaced] = useState<Person>();
  const isSearching = replaced !== undefined;
  // The field stays while the person types the name.
  const [asksName, setAsksName] = useState(name === '');
  const hasChosen = useRef(false);
  // The search is gone. Without a name that is still to be typed, the next thing is the first line.
  useEffect(() => {
    if (!hasChosen.current) return;
    hasChosen.current = false;
    if (!asksName) firstEmptyName()?.focus();
  });
  const choose = ({ rnc: chosen, name: called }: Person) => {
    hasChosen.current = true;
    setReplaced(undefined);
    setAsksName(called === '');
    draft.change((now) => {
      const changed = withFields(now.text, type, fieldsOf({ rnc: chosen, name: called }));
      const usual = typeFor(type, chosen);
      return { text: fixed || usual === type ? changed : ofOtherType(changed, usual, issuer) };
    });
  };
  /** The type stays: it may be another than the usual one for this customer. */
  const goBack = () => {
    if (replaced !== undefined) changeFields(fieldsOf(replaced));
    setReplaced(undefined);
  };
  if (isSearching || (rnc === '' && name === ''))
    return (
      <Suspense fallback={<p className="picked-label">{texts.label}</p>}>
        <CustomerSearch
          place={place}
          type={type}
          onChoose={choose}
          autoFocus={isSearching}
          {...(isSearching ? { onCancel: goBack } : {})}
        />
      </Suspense>
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
            onClick={() => {
              setReplaced({ rnc, name });
              changeFields(fieldsOf({ rnc: '', name: '' }));
            }}
          >
            <span aria-hidden="true">×</span>
          </button>
        </div>
        <InRegistry place={place} rnc={rnc} />
      </div>
      <div className="form-row">
        {asksName ? (
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

/** Undefined if the first line has its name already. */
function firstEmptyName(): HTMLInputElement | undefined {
  const field = document.querySelector<HTMLInputElement>(
    '[data-path="ECF.DetallesItems.Item[0].NombreItem"]',
  );
  return field?.value === '' ? field : undefined;
}

function fieldsOf({ rnc, name }: Person) {
  return [
    [`${buyer}.RNCComprador`, rnc === '' ? undefined : rnc],
    [`${buyer}.RazonSocialComprador`, name === '' ? undefined : name],
  ] as const;
}

function typeFor(type: EcfType, rnc: string): EcfType {
  if (rnc !== '' && type === consumption) return taxCredit;
  return rnc === '' && type === taxCredit ? consumption : type;
}

function InRegistry({ place, rnc }: { readonly place: Place; readonly rnc: string }) {
  const { data } = useQuery({ ...taxpayerQuery(place.companyId, rnc), enabled: isRnc(rnc) });
  if (data?.taxpayer == null) return null;
  const { estado, razonSocial } = data.taxpayer;
  return <p className="hint">{texts.inRegistry(razonSocial, estado)}</p>;
}
