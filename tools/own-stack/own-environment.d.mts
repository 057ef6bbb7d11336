/** Types for tests: see own-environment.mjs. */
export declare const portNames: readonly string[];
export declare function ownEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, string>>,
): Record<string, string>;
