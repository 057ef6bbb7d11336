/** What a lock file must have: a digest of every package, and every binary that other platforms need. */

/**
 * @param {{ packages: Record<string, { integrity?: string, resolved?: string, optionalDependencies?: Record<string, string> }> }} lock
 * @returns {string[]}
 */
export function lockFaults({ packages }) {
  return Object.entries(packages).flatMap(([path, { integrity, resolved, optionalDependencies = {} }]) => {
    const faults = Object.keys(optionalDependencies)
      .filter(
        (name) => !(`${path}/node_modules/${name}` in packages) && !(`node_modules/${name}` in packages),
      )
      .map((name) => `${path}: its ${name} is missing`);
    // The project itself.
    if (path === '') return faults;
    if (!/^sha512-/.test(integrity ?? '')) faults.push(`${path}: no SHA-512`);
    // Any registry will do; the digest decides.
    if (resolved !== undefined) faults.push(`${path}: the address ${resolved}`);
    return faults;
  });
}
