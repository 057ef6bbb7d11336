/** The settings of the electronic receiver. */
import type { Environment as DgiiEnvironment } from '../../ecf/model/environments.js';
import {
  chapter,
  choice,
  ConfigError,
  given,
  givenOrOff,
  integer,
  oneOf,
  oneOfText,
  port,
  text,
  type Setting,
  type ValuesOf,
} from './setting.js';

const receiverPort = port('RECEIVER_PORT', 0, {
  text: "Where other taxpayers reach the receiver. 0: on the api's own port. `off`: this api receives nothing.",
  readers: ['api'],
});

/** 0: the receiver is on the api's own port. */
const portOrOff: Setting<number | 'off'> = {
  ...receiverPort,
  allowed: `${receiverPort.allowed}, or \`off\``,
  read: (env) => (given(env, receiverPort.name) === 'off' ? 'off' : receiverPort.read(env)),
};

/** The company whose certificate signs the answer to a voucher for a buyer that we do not know; empty: none does. */
const operatorRnc: Setting<string> = {
  name: 'RECEIVER_OPERATOR_RNC',
  allowed: 'an RNC of 9 or 11 digits, or `off`',
  fallback: 'off',
  text: 'The company whose certificate signs the answer to a voucher for an unknown buyer. `off`: such a voucher is answered 400.',
  readers: ['api'],
  read: (env) => {
    const rnc = givenOrOff(env, 'RECEIVER_OPERATOR_RNC');
    if (!/^(\d{9}(\d{2})?)?$/.test(rnc))
      throw new ConfigError('RECEIVER_OPERATOR_RNC must be an RNC of 9 or 11 digits, or off');
    return rnc;
  },
};

const checks = ['record', 'period', 'chain'] as const;

const usualCheck = oneOf('RECEIVER_CERTIFICATES', 'record', checks, {
  text: "What a sender's certificate must be. `record`: it is only noted. `period`: it must be valid now, or the voucher is refused (code 2); `chain`: an authority of `RECEIVER_CA_FILE` must also have issued it.",
  readers: ['api'],
});

/**
 * Production may be stricter than the test environments, where DGII signs with a certificate of a test authority.
 * @param where for companies in this environment
 */
function checkIn(
  name: string,
  where: DgiiEnvironment,
  production?: string,
): Setting<(typeof checks)[number]> {
  return {
    name,
    allowed: oneOfText(checks),
    fallback: '',
    unset: `the value of \`${usualCheck.name}\``,
    text: `The same as \`${usualCheck.name}\`, for companies in ${where}.`,
    readers: ['api'],
    ...(production === undefined ? {} : { production }),
    read: (env) => choice(name, given(env, name) || usualCheck.read(env), checks),
  };
}

export const receiver = chapter('The receiver', {
  port: portOrOff,
  auth: oneOf('RECEIVER_AUTH', 'optional', ['optional', 'required'], {
    text: '`required`: a sender needs a token of the receiver.',
    readers: ['api'],
  }),
  operatorRnc,
  usualCheck,
  inProduction: checkIn(
    'RECEIVER_CERTIFICATES_PRODUCTION',
    'production',
    'set it to `chain`: [whom the receiver believes](receiver.md).',
  ),
  inCertification: checkIn('RECEIVER_CERTIFICATES_CERTIFICATION', 'certification'),
  inPreCertification: checkIn('RECEIVER_CERTIFICATES_PRE_CERTIFICATION', 'pre-certification'),
  /** Empty: chains are not checked. */
  caFile: text('RECEIVER_CA_FILE', '', 'a PEM file', {
    text: 'The certificates of the authorities that the receiver trusts.',
    readers: ['api'],
    unset: 'chains are not checked',
  }),
  untrustedMbPerHour: integer('RECEIVER_UNTRUSTED_MB_PER_HOUR', 512, [0, 1_000_000], {
    text: 'MB that the receiver stores in an hour of signers without a trusted certificate; a network may use a quarter. Beyond it the answer is 503 `RECEPTION_NO_ROOM`. 0: no limit.',
    readers: ['api'],
  }),
});

export function receiverConfig(read: ValuesOf<(typeof receiver)['rows']>) {
  const certificates = {
    'pre-certification': read.inPreCertification,
    certification: read.inCertification,
    production: read.inProduction,
  } satisfies Record<DgiiEnvironment, (typeof checks)[number]>;
  const { rows } = receiver;
  const chain = (['inPreCertification', 'inCertification', 'inProduction'] as const).find(
    (one) => read[one] === 'chain',
  );
  if (chain !== undefined && read.caFile === '')
    throw new ConfigError(`${rows[chain].name}=chain needs ${rows.caFile.name}`);
  return {
    enabled: read.port !== 'off',
    port: read.port === 'off' ? 0 : read.port,
    auth: read.auth,
    operatorRnc: read.operatorRnc,
    certificates,
    caFile: read.caFile,
    untrustedBytesPerHour: read.untrustedMbPerHour * 1024 ** 2,
  };
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
