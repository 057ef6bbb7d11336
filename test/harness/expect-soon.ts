/** Assertions about what a page shows, which wait until it shows it. */
import { until } from './until.js';

type Matchers<T> = jest.Matchers<Promise<void>, T>;
type Calls = Record<string, (...expected: unknown[]) => void>;

/**
 * Jest's `expect` for what a page shows: it reads again until the value is as expected. A page may still be drawing what its test looks
 * for, and `expect(await rows.count())` looks only once.
 * @throws the matcher's own error when the value is not as expected within half a minute
 */
export function expectSoon<T>(read: () => T | Promise<T>): Matchers<T> & { not: Matchers<T> } {
  const matchersOf = (isNot: boolean): object =>
    new Proxy({}, { get: (_, name: string) => (name === 'not' ? matchersOf(true) : matcher(name, isNot)) });
  const matcher =
    (name: string, isNot: boolean) =>
    (...expected: unknown[]) =>
      untilPassed(async () => {
        const matchers = expect(await read());
        ((isNot ? matchers.not : matchers) as unknown as Calls)[name]!(...expected);
      });
  return matchersOf(false) as Matchers<T> & { not: Matchers<T> };
}

async function untilPassed(check: () => Promise<void>): Promise<void> {
  let failure: unknown;
  const passed = async () => {
    try {
      await check();
      return true;
    } catch (error) {
      failure = error;
      return false;
    }
  };
  try {
    await until('as expected', passed, { withinMs: 30_000 });
  } catch {
    throw failure;
  }
}
