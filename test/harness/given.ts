/** What the global set-up created for the whole run (test/jest/global-setup.ts). */

export function given(name: 'TEST_MONGODB_URI' | 'TEST_TEMPORAL_ADDRESS' | 'TEST_WORKFLOW_BUNDLE'): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is missing: run the tests with npm test (docs/develop/tests.md)`);
  return value;
}

/** Today's workflows, bundled once for the run. */
export const givenBundle = () => ({ codePath: given('TEST_WORKFLOW_BUNDLE') });
