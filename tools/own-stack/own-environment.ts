/** The environment of your own stack: what the machine needs from the user's, and none of the service's settings. */

/** Each stack has its own, so that nothing collides with a running service. */
export const portNames = [
  'PORT',
  'ADMIN_PORT',
  'WORKER_ADMIN_PORT',
  'SIMULATOR_PORT',
  'MONGO_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
];

/**
 * Variables that locate programs, folders and the network. All others are left out. A list of settings to leave out would have
 * to grow with every setting, and a bench once wrote into the folder that a forgotten setting named.
 */
const machineNames = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT'],
  ...['XDG_CACHE_HOME', 'ECF_CACHE_DIR', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'CI'],
  ...['http_proxy', 'https_proxy', 'no_proxy', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
];

/**
 * @param {Readonly<Record<string, string | undefined>>} environment the user's
 * @param {Readonly<Record<string, string>>} settings of this stack
 * @returns {Record<string, string>}
 */
export function ownEnvironment(environment, settings) {
  const machine = machineNames.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
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
