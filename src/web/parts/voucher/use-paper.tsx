/** The paper on which a person looks at vouchers and prints them. */
import { useState } from 'react';
import type { Paper } from '../../api/answers.js';
import { es } from '../../es.js';
import { tryStorage } from '../../shared/browser-storage.js';
import { SelectField } from '../form/field.js';

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

interface PaperFieldProps {
  readonly hint: string;
  readonly value: Paper;
  readonly onChange: (paper: Paper) => void;
}

export function PaperField(field: PaperFieldProps) {
  return <SelectField label={es.printedForm.paper} options={es.printedForm.papers} {...field} />;
}
