/** Types of lock-faults.mjs, for the tests. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function lockFaults(lock: { readonly packages: Readonly<Record<string, LockedPackage>> }): string[];
