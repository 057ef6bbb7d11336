/** The environment variables that a child process needs to find programs, folders and the network. No settings, no secrets. */

export const machineNames: readonly string[] = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'],
  ...['SYSTEMROOT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ...['SSL_CERT_FILE', 'SSL_CERT_DIR', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS', 'NODE_ENV'],
  // Passed on so that a role sees it and can refuse it (start-checks.ts).
  'NODE_TLS_REJECT_UNAUTHORIZED',
];

export function onlyThese(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const wanted = new Set(names.map(folded));
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value === undefined || !wanted.has(folded(name)) ? [] : [[name, value]],
    ),
  );
}

/** Windows writes `Path` and means PATH. */
function folded(name: string): string {
  return process.platform === 'win32' ? name.toUpperCase() : name;
}
