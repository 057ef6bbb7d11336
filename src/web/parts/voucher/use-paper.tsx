/** The paper on which a person looks at vouchers and prints them, and what the company's own has. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Paper } from '../../api/answers.js';
import { printedFormQuery } from '../../api/companies.js';
import { es } from '../../es.js';
import { tryStorage } from '../../shared/browser-storage.js';
import { SelectField } from '../form/field.js';
import type { CompanyLook } from './paper.js';

const paperName = 'papel';

export interface PaperChoice {
  readonly chosen: Paper;
  readonly choose: (paper: Paper) => void;
}

/** The paper that the person chose last in this browser; at first letter, the usual paper in the Dominican Republic. */
export function usePaper(): PaperChoice {
  const [chosen, setPaper] = useState<Paper>(() => {
    const last = tryStorage(() => localStorage.getItem(paperName)) ?? '';
    return Object.hasOwn(es.printedForm.papers, last) ? (last as Paper) : 'letter';
  });
  const choose = (paper: Paper) => {
    setPaper(paper);
    tryStorage(() => localStorage.setItem(paperName, paper));
  };
  return { chosen, choose };
}

/** Companies seldom change it, and the logo may have 100 KB. */
const lookStaleMs = 10 * 60_000;

/** Logo and colours of the company's paper. A paper without them is better than none, so it waits for one answer only. */
export function useCompanyLook(companyId: number): {
  readonly look: CompanyLook | undefined;
  readonly isAwaited: boolean;
} {
  const { data, isPending, failureCount } = useQuery({
    ...printedFormQuery(companyId),
    staleTime: lookStaleMs,
  });
  return { look: data, isAwaited: isPending && failureCount === 0 };
}

interface PaperFieldProps {
  readonly hint: string;
  readonly value: Paper;
  readonly onChange: (paper: Paper) => void;
}

export function PaperField(field: PaperFieldProps) {
  return <SelectField label={es.printedForm.paper} options={es.printedForm.papers} {...field} />;
}
