/**
 * The pure core and the signature, step by step, beside raw RSA and xml-crypto. Times are medians of processor time.
 */
import { sign } from 'node:crypto';
import { SignedXml } from 'xml-crypto';
import { readyToSign } from '../../../../src/documents/check/build-voucher.js';
import { validate } from '../../../../src/ecf/validate.js';
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import {
  certificatePem,
  openPem,
  type SigningCertificate,
} from '../../../../src/signing/keys/certificate.js';
import { signDigested } from '../../../../src/signing/keys/sign-built.js';
import { createAuthority, issueCertificate } from '../../../simulator/test-authority.js';
import { algorithms } from '../../../../src/signing/verify/xmldsig.js';
import { withDummySignature } from '../../../../src/documents/check/dummy-signature.js';
import { createXsdValidator, type XsdValidator } from '../../../../src/documents/check/xsd-validator.js';
import { sampleVoucher } from '../../../demo/sample-voucher.js';
import { progress, type Measured } from '../../bench.js';
import { alternately, cpuTimed, mapEach, median, timed, type Work } from '../../measure.js';

/** For each size the works repeat for this long, so that the median of a small one rests on hundreds of samples. */
const budgetMs = 3_000;
const roundsMin = 5;
const roundsMax = 500;
/** xml-crypto takes seconds for one voucher. */
const xmlCryptoRoundsMax = 40;

const signedAt = '15-06-2026 14:05:09';
const issuer = { rnc: '999999992', razonSocial: 'EMPRESA DE PRUEBA SRL' };
const facts = { today: '15-06-2026', company: issuer };

const goals = { sign: 5, xmlCrypto: 20, core: 8, perLine: 1.5 };

type Medians = Record<'validate' | 'build' | 'xsd' | 'sign' | 'rsa', number>;

export async function core(): Promise<Measured> {
  const certificate = demoCertificate();
  const xsd = createXsdValidator();
  try {
    const small = await measure(10, certificate, xsd);
    const large = await measure(1_000, certificate, xsd);
    const largest = await measure(10_000, certificate, xsd);
    const xmlCryptoMs = await measureXmlCrypto(1_000, certificate);
    return {
      table: [
        ['lines', 'validate', 'build', 'XSD', 'sign', 'raw RSA', '(validate+build+XSD)/RSA', 'sign/RSA'],
        row(10, small),
        row(1_000, large),
        row(10_000, largest),
      ],
      notes: [`xml-crypto signs 1,000 lines in ${xmlCryptoMs.toFixed(2)} ms`],
      goals: [
        { name: 'sign / raw RSA, 1,000 lines', figure: large.sign / large.rsa, atMost: goals.sign },
        {
          name: 'xml-crypto / sign, 1,000 lines',
          figure: xmlCryptoMs / large.sign,
          atLeast: goals.xmlCrypto,
        },
        {
          name: '(validate + build + XSD) / raw RSA, 10 lines',
          figure: coreMs(small) / small.rsa,
          atMost: goals.core,
        },
        {
          name: 'validate + build + XSD + sign, a line of 10,000 / a line of 1,000',
          figure: perLine(largest, 10_000) / perLine(large, 1_000),
          atMost: goals.perLine,
        },
      ],
    };
  } finally {
    xsd.dispose();
  }
}

function coreMs({ validate: validated, build, xsd }: Medians): number {
  return validated + build + xsd;
}

function perLine(medians: Medians, lines: number): number {
  return (coreMs(medians) + medians.sign) / lines;
}

async function measure(lines: number, certificate: SigningCertificate, xsd: XsdValidator): Promise<Medians> {
  progress(`${lines} lines`);
  const input = voucher(lines);
  const { ecf, built } = buildValid(input);
  const dry = withDummySignature(built.wire);
  if (xsd.validate(ecf.type, dry).length > 0) throw new Error('The voucher fails the XSD');
  const message = Buffer.from('a few bytes');
  const works = {
    rsa: () => sign('sha256', message, certificate.privateKey),
    validate: () => validate(input, facts),
    build: () => buildXml(ecf, signedAt),
    xsd: () => xsd.validate(ecf.type, dry),
    sign: () => signDigested(readyToSign(built), certificate),
  };
  return mediansOf(works, roundsMax);
}

async function measureXmlCrypto(lines: number, certificate: SigningCertificate): Promise<number> {
  progress(`xml-crypto, ${lines} lines`);
  const { wire } = buildValid(voucher(lines)).built;
  const work = () => signWithXmlCrypto(wire, certificate);
  return (await mediansOf({ work }, xmlCryptoRoundsMax)).work;
}

async function mediansOf<Name extends string>(works: Readonly<Record<Name, Work>>, most: number) {
  // The first rounds compile the hot code and show how many rounds the time allows.
  const roundMs = (await timed(() => alternately(works, 2))) / 2;
  const rounds = Math.round(Math.min(most, Math.max(roundsMin, budgetMs / roundMs)));
  return mapEach(await alternately(works, rounds, cpuTimed), median);
}

/** The same profile as ours: enveloped, inclusive C14N, RSA-SHA256, URI="". */
function signWithXmlCrypto(xml: string, certificate: SigningCertificate): string {
  const signer = new SignedXml({
    privateKey: certificate.privateKey,
    publicCert: certificatePem(certificate),
    signatureAlgorithm: algorithms.rsaSha256,
    canonicalizationAlgorithm: algorithms.inclusiveC14n,
  });
  signer.addReference({
    xpath: '/*',
    uri: '',
    isEmptyUri: true,
    digestAlgorithm: algorithms.sha256,
    transforms: [algorithms.enveloped, algorithms.inclusiveC14n],
  });
  signer.computeSignature(xml);
  return signer.getSignedXml();
}

function demoCertificate(): SigningCertificate {
  const issued = issueCertificate(createAuthority('BENCH CA'), {
    commonName: 'BENCH',
    serialNumber: 'IDCDO-00199999996',
  });
  const opened = openPem(issued.certificatePem, issued.privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}

function buildValid(input: unknown) {
  const { ecf, errores, advertencias } = validate(input, facts);
  if (ecf === undefined || errores.length + advertencias.length > 0)
    throw new Error(`The voucher is at fault: ${JSON.stringify([...errores, ...advertencias].slice(0, 3))}`);
  return { ecf, built: buildXml(ecf, signedAt) };
}

/** A type 32 below 250,000.00, because it may have 10,000 lines. */
function voucher(lines: number) {
  const discounted = (index: number) => index % 3 === 0;
  const prices = Array.from({ length: lines }, (_, index) => (discounted(index) ? 10 : 10.5));
  const { ECF } = sampleVoucher({ encf: 'E320000000001', issuer, issuedOn: facts.today, prices });
  const discount = {
    DescuentoMonto: 0.5,
    TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: 0.5 }] },
  };
  const Item = ECF.DetallesItems.Item.map((line, index) => ({
    ...line,
    CantidadItem: 2,
    UnidadMedida: 43,
    PrecioUnitarioItem: 5.25,
    ...(discounted(index) ? discount : {}),
  }));
  return { ECF: { ...ECF, DetallesItems: { Item } } };
}

function row(lines: number, medians: Medians): string[] {
  const { validate: validated, build, xsd, sign: signed, rsa } = medians;
  return [
    String(lines),
    ...[validated, build, xsd, signed, rsa].map((ms) => `${ms.toFixed(2)} ms`),
    (coreMs(medians) / rsa).toFixed(2),
    (signed / rsa).toFixed(2),
  ];
}
