/** The settings of the electronic receiver. */
import type { Environment as DgiiEnvironment } from '../../ecf/model/environments.js';
import { ConfigError, integer, oneOf, port, text, textOrOff, type Environment } from './read-setting.js';

export function receiverConfig(env: Environment) {
  const given = text(env, 'RECEIVER_PORT', '');
  const operatorRnc = textOrOff(env, 'RECEIVER_OPERATOR_RNC');
  if (!/^(\d{9}(\d{2})?)?$/.test(operatorRnc))
    throw new ConfigError('RECEIVER_OPERATOR_RNC must be an RNC of 9 or 11 digits, or off');
  const caFile = text(env, 'RECEIVER_CA_FILE', '');
  return {
    enabled: given !== 'off',
    /** 0: the receiver is on the api's own port. */
    port: given === '' || given === 'off' ? 0 : port(env, 'RECEIVER_PORT', 0),
    auth: oneOf(env, 'RECEIVER_AUTH', 'optional', ['optional', 'required']),
    /** The company whose certificate signs the answer to a voucher for a buyer that we do not know; empty: none does. */
    operatorRnc,
    certificates: certificateChecksOf(env, caFile),
    /** File with the certificates of the trusted authorities, PEM; empty: chains are not checked. */
    caFile,
    callsPerMinute: integer(env, 'RECEIVER_CALLS_PER_MINUTE', 6_000, [0, 10_000_000]),
    untrustedBytesPerHour: integer(env, 'RECEIVER_UNTRUSTED_MB_PER_HOUR', 512, [0, 1_000_000]) * 1024 ** 2,
  };
}

/**
 * `record`: the sender's certificate is only noted. `period`: it must be valid now. `chain`: it must also be trusted. Production may be
 * stricter than the test environments, where DGII signs with a certificate of a test authority.
 */
function certificateChecksOf(env: Environment, caFile: string) {
  const checks = ['record', 'period', 'chain'] as const;
  const usual = oneOf(env, 'RECEIVER_CERTIFICATES', 'record', checks);
  const check = (name: string) => {
    const chosen = oneOf(env, name, usual, checks);
    if (chosen === 'chain' && caFile === '') throw new ConfigError(`${name}=chain needs RECEIVER_CA_FILE`);
    return chosen;
  };
  return {
    'pre-certification': check('RECEIVER_CERTIFICATES_PRE_CERTIFICATION'),
    certification: check('RECEIVER_CERTIFICATES_CERTIFICATION'),
    production: check('RECEIVER_CERTIFICATES_PRODUCTION'),
  } satisfies Record<DgiiEnvironment, (typeof checks)[number]>;
}

/**
 * The part of the receiver's addresses that a person types in DGII's portal: the portal itself writes `https://` before it and the service
 * after it. Null if the receiver is off, if buyers do not reach the api, or if the receiver has a port of its own: its address may then be
 * another one.
 */
export function receiverMiddle(
  publicUrl: string,
  { enabled, port }: { readonly enabled: boolean; readonly port: number },
): string | null {
  return enabled && port === 0 ? (/^https:\/\/(.+)$/.exec(publicUrl)?.[1] ?? null) : null;
}
