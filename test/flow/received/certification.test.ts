/**
 * Rehearses steps 8 to 11 of DGII's certification: DGII sends e-CF to our receiver, checks our acknowledgements, and sends approvals of our
 * vouchers.
 */
import { request } from 'undici';
import { sampleEcf } from '../../harness/samples/sample-ecf.js';
import { startService, type OtherCompany, type Service } from '../../harness/service.js';
import { until } from '../../harness/until.js';

let service: Service;
let company: OtherCompany;
beforeAll(async () => {
  service = await startService();
  company = await service.addCompany({ environment: 'certification' });
});

interface Emission {
  readonly encf: string;
  readonly status: number | null;
  readonly estado: string;
  readonly motivo: string;
  readonly mensajes: readonly string[];
  readonly answerSha256: string;
}

/** What a person does with the portal's buttons. */
async function order(environment: string, members: object): Promise<Emission> {
  const answer = await request(`${service.simulatorUrl}/_simulator/emission?environment=${environment}`, {
    method: 'POST',
    body: JSON.stringify(members),
  });
  const text = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(text);
  return JSON.parse(text) as Emission;
}

/** Orders it again if a busy Temporal or worker could not sign our answer in time. */
const sendEcf = (members: object) =>
  until('the answer is signed', async () => {
    const emission = await order('certification', {
      rnc: company.rnc,
      urlRecepcion: service.apiUrl,
      ...members,
    });
    return emission.status !== 503 && emission;
  });
/** In the certification only the web application sends vouchers, so these are about vouchers of pre-certification. */
const sendApproval = (members: object) =>
  order('pre-certification', { rnc: service.rnc, urlAprobacionComercial: service.apiUrl, ...members });

describe.each([
  { form: 'captured', urlAutenticacion: '' },
  { form: 'documented', urlAutenticacion: 'ours' },
])('steps 8 and 9, documents as $form, authentication: "$urlAutenticacion"', ({ form, urlAutenticacion }) => {
  beforeAll(() => service.simulate({ emissionForm: form }));
  const send = (members: object) =>
    sendEcf({ urlAutenticacion: urlAutenticacion === '' ? '' : service.apiUrl, ...members });

  test.each(['31', '33', '34', '44', '45'])('DGII accepts our acknowledgement of a type %s', async (type) => {
    expect(await send({ tipoEncf: type })).toMatchObject({ status: 200, estado: '0', mensajes: [] });
  });

  test.each([
    { flaw: 'incomplete', motivo: '1' },
    { flaw: 'altered', motivo: '2' },
  ])('DGII accepts our refusal of a document that is $flaw', async ({ flaw, motivo }) => {
    const answer = await send({ tipoEncf: '31', flaw });
    expect(answer).toMatchObject({ status: 200, estado: '1', motivo, mensajes: [] });
  });

  test('DGII accepts our answers to the same bytes and to other bytes under their number', async () => {
    const first = await send({ tipoEncf: '31' });
    const again = await send({ encf: first.encf });
    expect(again.answerSha256).toBe(first.answerSha256);
    const other = await send({ encf: first.encf, bytes: 'other' });
    expect(other).toMatchObject({ status: 200, estado: '1', motivo: '3', mensajes: [] });
  });
});

test('a path before /fe/ is accepted, as the portal lets one register it', async () => {
  const urlRecepcion = `${service.apiUrl}/CerteCF/wsReceptor`;
  expect(await sendEcf({ tipoEncf: '31', urlRecepcion })).toMatchObject({ estado: '0', mensajes: [] });
});

describe.each(['captured', 'documented'])('steps 10 and 11, approvals as %s', (form) => {
  beforeAll(() => service.simulate({ emissionForm: form }));

  test.each([
    { estadoAprobacion: '1', shown: { estado: 'aprobado' }, serial: 1 },
    { estadoAprobacion: '2', shown: { estado: 'rechazado', motivo: 'Mercancía no recibida' }, serial: 2 },
  ])('an approval with Estado $estadoAprobacion is answered 200 and shown', async (given) => {
    const encf = `E31000000${form === 'captured' ? '1' : '2'}00${given.serial}`;
    const sent = await service.post('/api/v2/dgii-ecf/send?waitForFinal=20s', sampleEcf({ encf }));
    expect(sent.body).toMatchObject({ data: { status: 'Aceptado' } });
    const { estadoAprobacion } = given;
    const altered = await sendApproval({ encf, estadoAprobacion, flaw: 'altered' });
    expect(altered).toMatchObject({ status: 400 });
    expect(await sendApproval({ encf, estadoAprobacion })).toMatchObject({ status: 200, mensajes: [] });
    const { body } = await service.get(`/api/v2/dgii-ecf/document-status/${encf}`);
    expect(body.data['aprobacionComercial']).toMatchObject(given.shown);
  });
});
