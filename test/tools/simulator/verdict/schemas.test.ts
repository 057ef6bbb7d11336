/**
 * Without DGII's XSDs the simulator checks every document that it receives with ours, because DGII refuses by its XSDs what a check of the
 * outline alone lets pass. test/conformance/simulator-schemas.test.ts compares the two.
 */
import { buildXml } from '../../../../src/ecf/xml/build-xml.js';
import { goesAsSummary } from '../../../../src/ecf/model/consumer-threshold.js';
import { amountOf } from '../../../../src/ecf/model/amounts.js';
import { validate } from '../../../../src/ecf/validate.js';
import { signXml } from '../../../../src/signing/keys/sign-xml.js';
import { dotNetText } from '../../../../tools/simulator/verdict/dot-net-text.js';
import type { RunningSimulator } from '../../../../tools/simulator/start.js';
import { exampleFacts, exampleJson } from '../../../unit/ecf/samples.js';
import {
  annulment,
  approval,
  call,
  login,
  makeWorld,
  multipart,
  post,
  put,
  result,
  rnc,
  signedAt,
  submit,
  summary,
  voucher,
  type World,
} from '../client.js';

const buyer = '131880681';
let world: World;
let simulator: RunningSimulator;
let token: string;
let serial = 0;

beforeAll(async () => {
  world = makeWorld();
  simulator = await world.start();
  token = await login(simulator.url, world.certificate);
  // The examples' notes refer to vouchers that nobody sent.
  const settings = { references: 'any', dgiiBuyerToken: 'not-checked' };
  expect(await put(simulator.url, settings)).toMatchObject({ status: 200 });
});

const sign = (xml: string) => signXml(xml, world.certificate);
const nextEncf = (type = '31') => `E${type}${String(++serial).padStart(10, '0')}`;
type Change = (xml: string) => string;
const set =
  (name: string, value: string): Change =>
  (xml) =>
    xml.replace(new RegExp(`(<${name}>)[^<]*`), `$1${value}`);
/** What the document is left with is not the same as before; otherwise the test proves nothing. */
const changed = (xml: string, change: Change): string => {
  const after = change(xml);
  expect(after).not.toBe(xml);
  return after;
};

describe('an e-CF', () => {
  const typed = ['31', '32', '33', '34', '41', '43', '44', '45', '46', '47'];
  const faults: readonly { name: string; change: Change; valor: string }[] = [
    {
      name: 'an underscore in an e-mail address',
      change: set('CorreoEmisor', 'ventas_1@empresa.example'),
      valor:
        "The 'CorreoEmisor' element is invalid - The value 'ventas_1@empresa.example' is invalid according to its datatype - The Pattern constraint failed.",
    },
    {
      name: 'a telephone number of another form',
      change: set('TelefonoEmisor', '8095550100'),
      valor:
        "The 'TelefonoEmisor' element is invalid - The value '8095550100' is invalid according to its datatype - The Pattern constraint failed.",
    },
    {
      name: 'a municipality outside the table',
      change: set('Municipio', '990101'),
      valor:
        "The 'Municipio' element is invalid - The value '990101' is invalid according to its datatype - The Enumeration constraint failed.",
    },
    {
      name: 'a unit outside the table',
      change: set('UnidadMedida', '999'),
      valor:
        "The 'UnidadMedida' element is invalid - The value '999' is invalid according to its datatype - The Enumeration constraint failed.",
    },
    {
      name: 'a name that is too long',
      change: set('NombreItem', 'x'.repeat(81)),
      valor: "The 'NombreItem' element is invalid - The actual length is greater than the MaxLength value.",
    },
    {
      name: 'an amount with a comma',
      change: set('PrecioUnitarioItem', '1,00'),
      valor:
        "The 'PrecioUnitarioItem' element is invalid - The value '1,00' is invalid according to its datatype.",
    },
    {
      name: 'an element of no format',
      change: (xml) => xml.replace('</Emisor>', '<Otro>1</Otro></Emisor>'),
      valor: "The element 'Emisor' has invalid child element 'Otro'.",
    },
  ];

  function wireOf(type: string): string {
    const { ecf } = validate(exampleJson(`${type}-full`), exampleFacts);
    if (ecf === undefined) throw new Error(`no voucher of type ${type}`);
    const { wire } = buildXml(ecf, signedAt);
    expect(goesAsSummary(ecf.type, amountOf(/<MontoTotal>(.*?)</.exec(wire)?.[1]))).toBe(false);
    return wire.replace(/(<RNCEmisor>)\d+/, `$1${rnc}`).replace(/(<eNCF>)[^<]*/, `$1${nextEncf(type)}`);
  }

  test.each(typed)(
    'of type %s with a fault that the outline does not show is rejected, code 3',
    async (type) => {
      const said: unknown[] = [];
      const sound = await submit(simulator.url, token, sign(wireOf(type)));
      expect(await result(simulator.url, token, sound.json.trackId)).toMatchObject({ codigo: '1' });
      for (const { change, valor } of faults) {
        const wire = wireOf(type);
        const [, name = ''] = /'(\w+)' element/.exec(valor) ?? [];
        // Not every type has every element.
        if (!wire.includes(`<${name}`)) continue;
        const { trackId } = (await submit(simulator.url, token, sign(changed(wire, change)))).json;
        said.push(await result(simulator.url, token, trackId));
        expect(said.at(-1)).toMatchObject({
          codigo: '2',
          secuenciaUtilizada: false,
          mensajes: [{ valor, codigo: 3 }],
        });
      }
      expect(said.length).toBeGreaterThanOrEqual(5);
    },
  );

  test('of type 32 that is not sent as a summary has 1,000 lines at most', async () => {
    const lines =
      (count: number): Change =>
      (xml) => {
        const item = /<Item>.*<\/Item>/.exec(xml)?.[0] ?? '';
        const one = (_: unknown, index: number) =>
          item.replace('<NumeroLinea>1<', `<NumeroLinea>${index + 1}<`);
        return xml.replace(item, Array.from({ length: count }, one).join(''));
      };
    const answers = [];
    for (const count of [1000, 1001]) {
      const { trackId } = (await submit(simulator.url, token, sign(voucher(nextEncf('32'), lines(count)))))
        .json;
      answers.push(await result(simulator.url, token, trackId));
    }
    // The sums of these lines are wrong, which DGII finds only if the structure is right.
    expect(answers).toMatchObject([
      { mensajes: expect.not.arrayContaining([expect.objectContaining({ codigo: 3 })]) },
      { mensajes: [{ codigo: 3, valor: "The element 'DetallesItems' has invalid child element 'Item'." }] },
    ]);
  });

  test.each([
    { name: 'times and codes as DGII’s XSDs take them', change: (xml: string) => set('TipoPago', '01')(xml) },
    { name: 'a time of signing without leading zeros', change: set('FechaHoraFirma', '20-11-2026 9:5:3') },
    { name: 'Version 1', change: set('Version', '1') },
    { name: 'amounts with one decimal', change: set('CantidadItem', '1.0') },
    {
      name: 'TotalPaginas 1',
      change: (xml: string) => xml.replace('</IdDoc>', '<TotalPaginas>1</TotalPaginas></IdDoc>'),
    },
    {
      name: 'the schema’s location',
      change: (xml: string) =>
        xml.replace(
          '<ECF>',
          '<ECF xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="e-CF 31 v.1.0.xsd">',
        ),
    },
  ])('is accepted with $name', async ({ change }) => {
    const { trackId } = (await submit(simulator.url, token, sign(changed(voucher(nextEncf()), change)))).json;
    expect(await result(simulator.url, token, trackId)).toMatchObject({ codigo: '1' });
  });
});

describe('the other documents', () => {
  const structure =
    'La estructura del archivo XML no es válido, favor proveer un XML con una estructura válida, verificar el XSD correspondiente.';
  const pattern = (name: string, value: string) =>
    `The '${name}' element is invalid - The value '${value}' is invalid according to its datatype - The Pattern constraint failed.`;

  test.each([
    {
      name: 'an amount of one decimal',
      change: set('MontoTotal', '1180.5'),
      valor: pattern('MontoTotal', '1180.5'),
    },
    {
      name: 'a type of payment outside the table',
      change: set('TipoPago', '4'),
      valor:
        "The 'TipoPago' element is invalid - The value '4' is invalid according to its datatype - The Enumeration constraint failed.",
    },
  ])('RFCE: $name is Rechazado, code 3', async ({ change, valor }) => {
    const encf = nextEncf('32');
    const answer = await post(simulator.url, token, 'recepcionfc/api/recepcion/ecf', {
      content: sign(changed(summary(encf, 'abcdef'), change)),
      fileName: `${rnc}${encf}.xml`,
    });
    expect(answer).toMatchObject({
      status: 400,
      json: { codigo: 2, secuenciaUtilizada: false, mensajes: [{ codigo: '3', valor }] },
    });
  });

  test('ANECF: a version of another format is Rechazado', async () => {
    const encf = nextEncf();
    const answer = await post(simulator.url, token, 'anulacionrangos/api/operaciones/anularrango', {
      content: sign(changed(annulment(encf, encf), set('Version', '1'))),
      fileName: 'anulacion.xml',
    });
    expect(answer.json).toMatchObject({
      codigo: '2',
      mensajes: [
        `${structure} The 'Version' element is invalid - The value '1' is invalid according to its datatype - The Enumeration constraint failed.`,
      ],
    });
  });

  test('ACECF: an amount without decimals is refused', async () => {
    const encf = nextEncf();
    const approved = signXml(changed(approval(encf), set('MontoTotal', '300000')), world.certificate);
    const answer = await post(simulator.url, token, 'aprobacioncomercial/api/aprobacioncomercial', {
      content: approved,
      fileName: `${buyer}${encf}.xml`,
    });
    expect(answer.json).toMatchObject({
      codigo: '02',
      mensaje: [`${structure} ${pattern('MontoTotal', '300000')}`],
    });
  });

  test('the imitated buyer answers reason 1 to an e-CF, and 400 to an approval, that do not satisfy them', async () => {
    const deliver = async (path: string, xml: string) => {
      const { body, headers } = multipart(xml, 'x.xml');
      return call(`${simulator.url}/testecf/emisorreceptor/fe/${path}/api/ecf`, {
        method: 'POST',
        headers,
        body,
      });
    };
    const wrong = (xml: string) => sign(changed(xml, set('FechaEmision', '20.11.2026')));
    expect((await deliver('recepcion', wrong(voucher(nextEncf())))).text).toContain(
      '<CodigoMotivoNoRecibido>1</CodigoMotivoNoRecibido>',
    );
    expect(await deliver('aprobacioncomercial', sign(approval(nextEncf())))).toMatchObject({ status: 200 });
    expect(await deliver('aprobacioncomercial', wrong(approval(nextEncf())))).toMatchObject({ status: 400 });
  });
});

test.each([
  {
    message: "Element 'Z': No matching global declaration available for the validation root.",
    text: "The 'Z' element is not declared.",
  },
  {
    message: "Element 'A', attribute 'y': The attribute 'y' is not allowed.",
    text: "The 'y' attribute is not declared.",
  },
  { message: 'Something new.', text: 'Something new.' },
])('libxml2 says $message', ({ message, text }) => {
  expect(dotNetText({ message, line: 1, path: '/A' })).toBe(text);
});
