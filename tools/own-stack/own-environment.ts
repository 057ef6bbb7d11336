/** The environment of your own stack: what the machine needs from the user's, and none of the service's settings. */

/**
 * Variables that locate programs, folders and the network. All others are left out. A list of settings to leave out would have
 * to grow with every setting, and a bench once wrote into the folder that a forgotten setting named.
 */
const machineNames = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT'],
  ...['XDG_CACHE_HOME', 'ECF_CACHE_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'CI'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/** Of the user's `environment` only what the machine needs; all `settings` of this stack. */
export function ownEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  settings: Readonly<Record<string, string>>,
): Record<string, string> {
  const machine = machineNames.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // The subject of the measurement is the service, not the limit on a company's calls.
  const unlimited = { ECF_CALLS_PER_MINUTE: '0' };
  return {
    LOG_LEVEL: 'warn',
    SIMULATOR_RESULT_DELAY_MS: '0',
    ...unlimited,
    ...Object.fromEntries(machine),
    ...settings,
  };
}
