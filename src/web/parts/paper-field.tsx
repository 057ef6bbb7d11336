/** Chooses the paper of a PDF. */
import type { ReactNode } from 'react';
import type { Paper } from '../api/answers.js';
import { es } from '../es.js';
import { SelectField } from './field.js';

const papers = (Object.keys(es.printedForm.papers) as Paper[]).map(
  (paper) => [paper, es.printedForm.papers[paper]] as const,
);

interface PaperFieldProps {
  readonly hint?: ReactNode;
  readonly value: Paper;
  readonly onChange: (paper: Paper) => void;
}

export function PaperField({ hint, value, onChange }: PaperFieldProps) {
  return (
    <SelectField
      label={es.printedForm.paper}
      hint={hint}
      options={papers}
      value={value}
      onChange={onChange}
    />
  );
}
