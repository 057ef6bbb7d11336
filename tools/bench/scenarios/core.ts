/**
 * The pure core and the signature, step by step, on vouchers of 1 to 10,000 lines; compared with raw RSA over a few bytes and
 * with xml-crypto signing the same document. Times are medians of processor time; the works alternate within one run.
 */
import { Buffer } from 'node:buffer';
import { sign } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { SignedXml } from 'xml-crypto';
import { buildXml } from '../../../dist/src/ecf/xml/build-xml.js';
import { jsonLimits, readJson } from '../../../dist/src/ecf/json/read-json.js';
import { validate } from '../../../dist/src/ecf/validate.js';
import { openPem } from '../../../dist/src/signing/keys/certificate.js';
import { signBuilt } from '../../../dist/src/signing/keys/sign-built.js';
import { createAuthority, issueCertificate } from '../../../dist/src/signing/keys/test-authority.js';
import { algorithms } from '../../../dist/src/signing/verify/xmldsig.js';
import { withDummySignature } from '../../../dist/src/xsd/dummy-signature.js';
import { createXsdValidator } from '../../../dist/src/xsd/xsd-validator.js';
import { alternately, cpuTimed, quantile } from '../measure.mjs';

const lineCounts = [1, 10, 100, 1_000, 10_000];
/** For each size the works repeat for this long, so that the median of a small one rests on hundreds of samples. */
const budgetMs = 3_000;
const roundsMin = 5;
const roundsMax = 500;
/** xml-crypto takes minutes for 10,000 lines; smaller sizes already show its cost. */
const xmlCryptoLinesMax = 1_000;
const xmlCryptoRoundsMax = 40;

const signedAt = '15-06-2026 14:05:09';
const facts = { today: '15-06-2026', company: { rnc: '999999992' } };

const goals = [
  { name: 'sign, 1,000 lines: ≤ 5 × raw RSA', of: (at) => at(1_000, 'sign') / at(1_000, 'rsa'), atMost: 5 },
  {
    name: 'sign, 1,000 lines: xml-crypto ≥ 20 × slower',
    of: (at) => at(1_000, 'xmlCrypto') / at(1_000, 'sign'),
    atLeast: 20,
  },
  {
    name: 'validate + build + XSD, 10 lines: ≤ 8 × raw RSA',
    of: (at) => core(at, 10) / at(10, 'rsa'),
    atMost: 8,
  },
  {
    name: 'validate + build + XSD + sign, cost of a line at 10,000: ≤ 1.5 × that at 1,000',
    of: (at) => perLine(at, 10_000) / perLine(at, 1_000),
    atMost: 1.5,
  },
];

const core = (at, lines) => at(lines, 'validate') + at(lines, 'build') + at(lines, 'xsd');
const perLine = (at, lines) => (core(at, lines) + at(lines, 'sign')) / lines;

export async function measureCore() {
  const certificate = demoCertificate();
  const xsd = createXsdValidator();
  const medians = new Map();
  try {
    for (const lines of lineCounts) {
      console.error(`${lines} lines`);
      medians.set(lines, await measure(lines, certificate, xsd));
    }
  } finally {
    xsd.dispose();
  }
  const at = (lines, work) => medians.get(lines)[work];
  const judged = goals.map(({ name, of, atMost, atLeast }) => {
    const ratio = of(at);
    const met = atMost === undefined ? ratio >= atLeast : ratio <= atMost;
    return { met, note: `goal: ${name}: ${ratio.toFixed(2)}, ${met ? 'met' : 'MISSED'}` };
  });
  return { table: table(medians), notes: judged.map(({ note }) => note), ok: judged.every(({ met }) => met) };
}

/** @returns median milliseconds of each work */
async function measure(lines, certificate, xsd) {
  const text = JSON.stringify(voucher(lines));
  const { value } = readJson(text, jsonLimits);
  const { ecf, errores, advertencias } = validate(value, facts);
  if (errores.length + advertencias.length > 0)
    throw new Error(`The voucher is at fault: ${JSON.stringify([...errores, ...advertencias].slice(0, 3))}`);
  const built = buildXml(ecf, signedAt);
  const dry = withDummySignature(built.wire);
  if (xsd.validate(ecf.type, dry).length > 0) throw new Error('The voucher fails the XSD');
  const message = Buffer.from('a few bytes');
  const works = {
    rsa: () => sign('sha256', message, certificate.privateKey),
    read: () => readJson(text, jsonLimits),
    validate: () => validate(value, facts),
    build: () => buildXml(ecf, signedAt),
    xsd: () => xsd.validate(ecf.type, dry),
    sign: () => signBuilt(built, certificate),
  };
  const medians = await median(works, roundsMax);
  if (lines > xmlCryptoLinesMax) return medians;
  return {
    ...medians,
    ...(await median({ xmlCrypto: () => xmlCrypto(built.wire, certificate) }, xmlCryptoRoundsMax)),
  };
}

async function median(works, most) {
  // The first round compiles the hot code and shows how many rounds the time allows.
  const startedMs = performance.now();
  await alternately(works, 2);
  const roundMs = (performance.now() - startedMs) / 2;
  const rounds = Math.round(Math.min(most, Math.max(roundsMin, budgetMs / roundMs)));
  const samples = await alternately(works, rounds, cpuTimed);
  return Object.fromEntries(Object.keys(works).map((name) => [name, quantile(samples[name], 0.5)]));
}

/** The same profile as ours: enveloped, inclusive C14N, RSA-SHA256, URI="". */
function xmlCrypto(xml, { privateKey, certificateDer }) {
  const signer = new SignedXml({
    privateKey,
    publicCert: pem(certificateDer),
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

function pem(der) {
  return `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
}

function demoCertificate() {
  const { certificatePem, privateKeyPem } = issueCertificate(createAuthority('BENCH CA'), {
    commonName: 'BENCH',
    serialNumber: 'IDCDO-00199999996',
  });
  const opened = openPem(certificatePem, privateKeyPem);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.certificate;
}

/** A type 32 below 250,000.00, because it may have 10,000 lines. Every third line has a discount. */
function voucher(lines) {
  const items = Array.from({ length: lines }, (_, index) => item(index));
  const gravado = round(items.reduce((total, { MontoItem }) => total + MontoItem, 0));
  const itbis = round(gravado * 0.18);
  return {
    ECF: {
      Encabezado: {
        Version: '1.0',
        IdDoc: {
          TipoeCF: 32,
          eNCF: 'E320000000001',
          IndicadorMontoGravado: 0,
          TipoIngreso: '01',
          TipoPago: 1,
        },
        Emisor: {
          RNCEmisor: '999999992',
          RazonSocialEmisor: 'EMPRESA DE PRUEBA SRL',
          DireccionEmisor: 'CALLE PRIMERA NO. 1, SANTO DOMINGO',
          FechaEmision: '15-06-2026',
        },
        Comprador: { RNCComprador: '999999982', RazonSocialComprador: 'COMPRADOR DE PRUEBA SRL' },
        Totales: {
          MontoGravadoTotal: gravado,
          MontoGravadoI1: gravado,
          ITBIS1: 18,
          TotalITBIS: itbis,
          TotalITBIS1: itbis,
          MontoTotal: round(gravado + itbis),
        },
      },
      DetallesItems: { Item: items },
    },
  };
}

function item(index) {
  const discounted = index % 3 === 0;
  return {
    NumeroLinea: index + 1,
    IndicadorFacturacion: 1,
    NombreItem: `Artículo de prueba n.º ${index + 1}`,
    IndicadorBienoServicio: 1,
    CantidadItem: 2,
    UnidadMedida: 43,
    PrecioUnitarioItem: 5.25,
    ...(discounted
      ? {
          DescuentoMonto: 0.5,
          TablaSubDescuento: { SubDescuento: [{ TipoSubDescuento: '$', MontoSubDescuento: 0.5 }] },
        }
      : {}),
    MontoItem: discounted ? 10 : 10.5,
  };
}

function round(amount) {
  return Math.round(amount * 100) / 100;
}

function table(medians) {
  const columns = [
    ['read JSON', (m) => m.read],
    ['validate', (m) => m.validate],
    ['build', (m) => m.build],
    ['XSD', (m) => m.xsd],
    ['sign', (m) => m.sign],
    ['raw RSA', (m) => m.rsa],
    ['xml-crypto', (m) => m.xmlCrypto],
  ];
  const ms = (value) => (value === undefined ? '–' : `${value.toFixed(2)} ms`);
  const ratio = (value) => (value === undefined || Number.isNaN(value) ? '–' : value.toFixed(2));
  return [
    ['lines', ...columns.map(([name]) => name), '(validate+build+XSD)/RSA', 'sign/RSA', 'xml-crypto/sign'],
    ...[...medians].map(([lines, m]) => [
      String(lines),
      ...columns.map(([, of]) => ms(of(m))),
      ratio((m.validate + m.build + m.xsd) / m.rsa),
      ratio(m.sign / m.rsa),
      ratio(m.xmlCrypto === undefined ? undefined : m.xmlCrypto / m.sign),
    ]),
  ];
}
