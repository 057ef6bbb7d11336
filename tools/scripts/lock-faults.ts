/** What a lock file must have: a digest of every package, and every binary that other platforms need. */

export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  /** An address; of a link, the folder of this project that it leads to. */
  readonly resolved?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  /** By their place below the project's folder. The project itself is at `""`. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

export function lockFaults({ packages }: LockFile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const { integrity, resolved, link, optionalDependencies = {} } = entry;
    const faults = Object.keys(optionalDependencies)
      .filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      )
      .map((name) => `${path}: its ${name} is missing`);
    // The project itself, or a folder of it.
    if (link === true || !path.includes('node_modules/')) return faults;
    if (!/^sha512-/.test(integrity ?? '')) faults.push(`${path}: no SHA-512`);
    // Any registry will do; the digest decides.
    if (resolved !== undefined) faults.push(`${path}: the address ${resolved}`);
    return faults;
  });
}
