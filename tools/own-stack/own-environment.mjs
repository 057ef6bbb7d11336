/** The environment of a stack of one's own: of the user's, what the machine needs, and none of the service's settings. */

/** One each, so that nothing collides with a service that runs. */
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
 * What finds programs, folders and the network. Everything else stays out: a list of settings to leave out would have to
 * grow with every setting, and a bench once wrote into the folder that a forgotten one named.
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
  // What is measured is the service, not how much one company may ask of it.
  const unlimited = { ECF_CALLS_PER_MINUTE: '0' };
  return {
    LOG_LEVEL: 'warn',
    SIMULATOR_RESULT_DELAY_MS: '0',
    ...unlimited,
    ...Object.fromEntries(machine),
    ...settings,
  };
}
