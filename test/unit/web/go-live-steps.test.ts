/** The steps from nothing to production: which are done is read from what the company has. */
import type { Sequence, Summary } from '../../../src/web/api/answers.js';
import { stepNames, stepsOf, type Known } from '../../../src/web/screens/companies/go-live-steps.js';

const consents = { service: true, company: false };
const none: Known = {
  company: { environment: 'pre-certification', origin: 'service', consents },
  certificate: null,
  trialNumbers: [],
  productionNumbers: [],
  trialAccepted: false,
};
const sequence = (next: string | null) => [{ next } as Sequence];
const certificate = (daysLeft: number) => ({ daysLeft }) as NonNullable<Summary['certificate']>;
const done = (known: Known) => stepsOf(known).flatMap(({ name, isDone }) => (isDone ? [name] : []));

test('a new company has done nothing, and each step says what is missing', () => {
  const steps = stepsOf(none);
  expect(steps.map(({ name }) => name)).toEqual(stepNames);
  expect(done(none)).toEqual([]);
  expect(steps.every(({ detail }) => detail !== '')).toBe(true);
});

test('what is not known yet counts as open', () => {
  expect(
    done({
      ...none,
      certificate: undefined,
      trialNumbers: undefined,
      productionNumbers: undefined,
      trialAccepted: undefined,
    }),
  ).toEqual([]);
});

test.each([
  { change: { certificate: certificate(300) }, is: ['certificate'] },
  { change: { certificate: certificate(-1) }, is: [] },
  { change: { trialNumbers: sequence('E310000000001') }, is: ['numbers'] },
  { change: { trialNumbers: sequence(null) }, is: [] },
  { change: { trialAccepted: true }, is: ['trial'] },
  { change: { productionNumbers: sequence('E310000000001') }, is: ['production'] },
  { change: { company: { ...none.company, origin: 'client' as const } }, is: ['numbers', 'production'] },
  { change: { company: { ...none.company, consents: { service: true, company: true } } }, is: ['consent'] },
])('$change: done are $is', ({ change, is }) => {
  expect(done({ ...none, ...change })).toEqual(is);
});

test('a company in production has passed the certification', () => {
  const company = {
    environment: 'production',
    origin: 'service',
    consents: { service: true, company: true },
  } as const;
  const known = {
    ...none,
    company,
    certificate: certificate(100),
    productionNumbers: sequence('E310000000001'),
  };
  expect(done(known)).toEqual(stepNames);
});
