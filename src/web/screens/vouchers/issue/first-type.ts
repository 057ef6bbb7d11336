/** The type with which the form starts, if neither a draft nor a link decides: the one that this person issued last in this company. */
import { isNote, parseEcfType, type EcfType } from '../../../../ecf/model/ecf-types.js';
import type { Sequence } from '../../../api/answers.js';
import { tryStorage } from '../../../shared/browser-storage.js';

const usualType = 31;
/** Of the types with numbers: a shop, which has both, issues many more vouchers to consumers. */
const preferred: readonly EcfType[] = [32, 31];

const nameOf = (personId: string, companyId: number) => `tipo/${personId}/${companyId}`;

/** Undefined if the person issued nothing there with this browser. */
export function lastType(personId: string, companyId: number): EcfType | undefined {
  return parseEcfType(tryStorage(() => localStorage.getItem(nameOf(personId, companyId))));
}

/** A note starts from the voucher that it modifies, so the next empty form is not for another note. */
export function rememberType(personId: string, companyId: number, type: EcfType): void {
  if (isNote(type)) return;
  tryStorage(() => localStorage.setItem(nameOf(personId, companyId), String(type)));
}

/** @param sequences undefined if they are not known */
export function typeWithNumbers(sequences: readonly Sequence[] | undefined): EcfType {
  const types = (sequences ?? []).filter(({ next }) => next !== null).map(({ ecfType }) => ecfType);
  const others = types.filter((type) => !isNote(type));
  return preferred.find((type) => types.includes(type)) ?? others[0] ?? usualType;
}
